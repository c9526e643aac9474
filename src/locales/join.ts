import type { CardMessages, FeedMessages, Messages } from './messages.js';

/** The words of one language as one. A call, so that a bundler can leave one half out when nobody asks for the whole. */
export function join(feed: FeedMessages, cards: CardMessages): Messages {
  return { ...feed, ...cards };
}
