import { aiSdkDialect } from '../../src/dialects/ai-sdk/index.js';
import { expectedRecordings } from './ai-sdk-recordings.expected.js';
import { describeRecordings } from './recordings-suite.js';

describeRecordings(aiSdkDialect, expectedRecordings);
