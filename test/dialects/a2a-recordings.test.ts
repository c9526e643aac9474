import { a2aDialect } from '../../src/dialects/a2a/index.js';
import { expectedRecordings } from './a2a-recordings.expected.js';
import { describeRecordings } from './recordings-suite.js';

describeRecordings(a2aDialect, expectedRecordings);
