/**
 * Which words of the lists each message holds. Read is what is said: the text of messages, not reasoning, not the arguments of
 * calls and not the output of tools, where a file that was printed would hold every word there is. Names of tools are compared
 * whole. Once per transcript and lists; linear.
 */
import type { Message, Transcript } from '../transcript/types.ts';
import type { Prepared } from './contract.ts';
import { type Keyword, type KeywordMatcher, createMatcher } from './keywords-matcher.ts';
import { KEYWORD_LIST_IDS, type KeywordListId, type Keywords, wordsOfList } from './keywords.ts';
import { perPrepared } from './units.ts';

export interface KeywordHits {
  /** By message: bit k is set where a word of list KEYWORD_LIST_IDS[k] stands in what it says. */
  readonly lists: Uint16Array;
  /** By message: different words of the list `important`. */
  readonly important: Uint16Array;
  /** The words of a list in message i, in the order of the list; looked for again, for those who ask. */
  wordsIn(i: number, list: KeywordListId): readonly string[];
}

/** The bit of a list in `KeywordHits.lists`. */
export const bitOf = (list: KeywordListId): number => 1 << KEYWORD_LIST_IDS.indexOf(list);

/** Matchers by lists, the last few: a person who edits a list makes a new one with every word. */
const matchers = new Map<string, KeywordMatcher>();
const MATCHERS = 4;

export function matcherOf(keywords: Keywords): KeywordMatcher {
  const key = JSON.stringify(keywords);
  let matcher = matchers.get(key);
  if (!matcher) {
    matcher = createMatcher(keywords);
    const [oldest] = matchers.size >= MATCHERS ? matchers.keys() : [];
    if (oldest !== undefined) matchers.delete(oldest);
    matchers.set(key, matcher);
  }
  return matcher;
}

const byTranscript = new WeakMap<Transcript, WeakMap<KeywordMatcher, KeywordHits>>();

/** The hits of a prepared transcript with the lists of its settings. */
export const keywordHits = perPrepared(({ transcript, settings }: Prepared): KeywordHits => {
  const matcher = matcherOf(settings.keywords);
  let byMatcher = byTranscript.get(transcript);
  if (!byMatcher) {
    byMatcher = new WeakMap();
    byTranscript.set(transcript, byMatcher);
  }
  let hits = byMatcher.get(matcher);
  if (!hits) {
    hits = hitsOf(transcript.messages, matcher, settings.keywords);
    byMatcher.set(matcher, hits);
  }
  return hits;
});

function scanMessage({ parts, role }: Message, matcher: KeywordMatcher, found: (word: number) => void): void {
  if (role === 'tool') return;
  for (const part of parts) if (part.type === 'text') matcher.scan(part.text, found);
}

function hitsOf(messages: readonly Message[], matcher: KeywordMatcher, keywords: Keywords): KeywordHits {
  const { words } = matcher;
  const bits = Uint16Array.from(words, ({ lists }: Keyword) => lists.reduce((sum, list) => sum | bitOf(list), 0));
  const important = bitOf('important');
  const lists = new Uint16Array(messages.length);
  const count = new Uint16Array(messages.length);
  const seenIn = new Int32Array(words.length).fill(-1);
  messages.forEach((message, i) => {
    scanMessage(message, matcher, (word) => {
      if (seenIn[word] === i) return;
      seenIn[word] = i;
      lists[i]! |= bits[word]!;
      if (bits[word]! & important) count[i]! += 1;
    });
  });
  return {
    lists,
    important: count,
    wordsIn(i, list) {
      const here = new Set<string>();
      scanMessage(messages[i]!, matcher, (word) => {
        if (words[word]!.lists.includes(list)) here.add(words[word]!.word);
      });
      return wordsOfList(keywords, list).filter((word) => here.has(word));
    },
  };
}

/** Names of tools compare in small letters and without the server or package in front of them. */
const bareName = (name: string): string => name.replace(/^.*(?:__|[./:])/, '').toLowerCase();

/** Tells whether a tool's name stands in a list. */
export function toolsIn(keywords: Keywords, list: KeywordListId): (name: string) => boolean {
  const names = new Set(wordsOfList(keywords, list).map((name) => name.toLowerCase()));
  return (name) => names.has(name.toLowerCase()) || names.has(bareName(name));
}
