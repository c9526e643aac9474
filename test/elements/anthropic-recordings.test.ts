import { expectedRecordings } from '../dialects/anthropic-recordings.expected.js';
import { describeRecordingsOnPage } from './recordings-suite.js';

describeRecordingsOnPage('anthropic-messages', expectedRecordings);
