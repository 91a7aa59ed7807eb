/**
 * Sentences and lines of any language, in one pass and without Intl.Segmenter (which is quadratic on some runtimes).
 * A line break always ends a sentence: logs, lists and code have no full stops.
 */

/** UTF-16 offsets of one sentence, white space at its ends left out. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
}

/** Ends a sentence wherever it stands. */
const HARD = new Set('。！？；…');
/** Ends a sentence before white space or the end only: `v1.2`, `app.ts` and `e.g.x` go on. */
const SOFT = new Set('.!?');
/** Words before a full stop that end no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|Mr|Mrs|Dr|St|No|Fig|approx)$/i;
/** Closing marks belong to the sentence before them. */
const CLOSING = new Set('"\'”’)]}」』）】》');

const isSpace = (c: string | undefined): boolean => c === undefined || c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\u3000';

/** End offset (exclusive) of the sentence that stops at `i`, or −1 where none does. */
function boundaryAt(text: string, i: number): number {
  const c = text[i]!;
  const soft = SOFT.has(c);
  if (!soft && !HARD.has(c)) return -1;
  let end = i + 1;
  while (end < text.length && (SOFT.has(text[end]!) || HARD.has(text[end]!) || CLOSING.has(text[end]!))) end++;
  if (soft && !isSpace(text[end])) return -1;
  if (c === '.' && ABBREVIATION.test(text.slice(Math.max(0, i - 8), i))) return -1;
  return end;
}

/** Sentences in order. Empty lines give none. Linear. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const push = (end: number): void => {
    let a = start;
    let b = end;
    while (a < b && isSpace(text[a])) a++;
    while (b > a && isSpace(text[b - 1])) b--;
    if (b > a) sentences.push({ start: a, end: b });
    start = end;
  };
  for (let i = 0; i < text.length; ) {
    if (text[i] === '\n') {
      push(i);
      i++;
      continue;
    }
    const end = boundaryAt(text, i);
    if (end < 0) i++;
    else {
      push(end);
      i = end;
    }
  }
  push(text.length);
  return sentences;
}

/** A cut never parts a surrogate pair. */
export function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return at > 0 && at < text.length && code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

/**
 * The longest beginning of at most `limit` UTF-16 units that ends with a sentence; without one in its second half, that
 * ends with a word; without one, the bare limit (S1's summary limit).
 */
export function cutAtSentence(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = limit / 2;
  let best = 0;
  for (let i = Math.floor(half); i < limit; i++) {
    if (text[i] === '\n') best = i;
    else {
      const end = boundaryAt(text, i);
      if (end > 0 && end <= limit) best = end;
    }
  }
  if (best === 0) {
    for (let i = limit; i > half; i--) {
      if (isSpace(text[i])) {
        best = i;
        break;
      }
    }
  }
  return text.slice(0, best === 0 ? safeCut(text, limit) : best).trimEnd();
}
