import { expectedRecordings } from '../dialects/ai-sdk-recordings.expected.js';
import { describeRecordingsOnPage } from './recordings-suite.js';

describeRecordingsOnPage('ai-sdk', expectedRecordings);
