// ?from=<folder>/&form=module|classic: loads the main file from there, feeds the run, and then opens the first card.
const query = new URLSearchParams(location.search);
window.errors = [];
window.withoutCards = true;
addEventListener('activity-error', ({ code }) => window.errors.push(code));
const script = document.createElement('script');
if (query.get('form') === 'module') script.type = 'module';
script.src = `${query.get('from')}chainabit-activity${query.get('form') === 'module' ? '' : '.iife'}.js`;
script.addEventListener('load', async () => {
  if (query.has('base')) window.ChainabitActivity.setBasePath(query.get('base'));
  await window.run();
});
document.head.append(script);
