window.run();
