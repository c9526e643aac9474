import { anthropicMessagesDialect } from '../../src/dialects/anthropic-messages/index.js';
import { expectedRecordings } from './anthropic-recordings.expected.js';
import { describeRecordings } from './recordings-suite.js';

describeRecordings(anthropicMessagesDialect, expectedRecordings);
