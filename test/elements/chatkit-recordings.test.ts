import { expectedRecordings } from '../dialects/chatkit-recordings.expected.js';
import { describeRecordingsOnPage } from './recordings-suite.js';

describeRecordingsOnPage('chatkit', expectedRecordings, { short: true });
