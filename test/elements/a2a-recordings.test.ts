import { expectedRecordings } from '../dialects/a2a-recordings.expected.js';
import { describeRecordingsOnPage } from './recordings-suite.js';

describeRecordingsOnPage('a2a', expectedRecordings);
