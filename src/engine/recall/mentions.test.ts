import { describe, expect, test } from 'vitest';
import { factsOfText, type TextFacts } from '../signals/facts/index.ts';
import type { Part } from '../transcript/types.ts';
import { ContextWords, isBound, Mentions } from './mentions.ts';

const text = (words: string): Part => ({ type: 'text', text: words });
const PARTS: readonly Part[] = [
  { type: 'reasoning', text: 'It may be thoughtName.' },
  text('Here is saidName.'),
  { type: 'tool-call', id: 'a', name: 'read', args: '{"path":"src/called.ts"}' },
  { type: 'tool-result', callId: 'a', content: [text('It shows shownName.'), { type: 'image', mediaType: 'image/png' }] } as Part,
  { type: 'image', mediaType: 'image/png' } as Part,
];
const listed = (facts: TextFacts) =>
  Array.from(facts.starts, (start, k) => ({ start, end: facts.ends[k]!, kind: facts.kindOf(k), key: facts.keyOf(k) }));

/** The counted facts of texts, as they are written. */
const written = (all: readonly TextFacts[]): string[] =>
  all.flatMap((facts) => listed(facts).flatMap(({ key, start, end }) => (key === null ? [] : facts.text.slice(start, end))));

describe('the facts of a message', () => {
  test('of its words, its calls and its results; of its reasoning where that counts', () => {
    const all = ['thoughtName', 'saidName', 'src/called.ts', 'shownName'];
    expect(written(new Mentions().of(PARTS, true, []))).toEqual(all);
    expect(written(new Mentions().of(PARTS, false, []))).toEqual(all.slice(1));
  });

  test('parts of the recording are the recording’s own, each for itself', () => {
    const mentions = new Mentions();
    expect(written(mentions.of(PARTS, true, PARTS))).toEqual(written(mentions.of(PARTS, true, [])));
    expect(written(mentions.of([PARTS[1]!, text('And newName.')], true, PARTS))).toEqual(['saidName', 'newName']);
    expect(written(mentions.of([PARTS[3]!], true, PARTS))).toEqual(['shownName']);
  });
});

describe('a list that is longer than any summary is read by its lines', () => {
  const lines = Array.from({ length: 900 }, (_, k) => (k % 9 === 4 ? '' : `walrus name${k}Of src/part-${k}/file.ts`));

  test.each([
    ['with a line end behind it', '\n'],
    ['without one', ''],
  ])('its facts are those of the text, %s', (_, end) => {
    const long = lines.join('\n') + end;
    expect(long.length).toBeGreaterThan(16_000);
    const [read, ...others] = new Mentions().of([text(long)], true, []);
    expect(others).toEqual([]);
    const whole = factsOfText(long, 'text', 'recall');
    const counted = listed(whole).filter(({ key }) => key !== null);
    expect(counted.length).toBe(1600);
    expect(read!.text).toBe(long);
    expect(listed(read!)).toEqual(counted);
  });

  test('only where it is all of the message, in words', () => {
    const long = lines.join('\n');
    const twice = new Mentions().of([text(long), text('And newName.')], true, []);
    expect([twice.length, written(twice).at(-1)]).toEqual([2, 'newName']);
    const thought = new Mentions().of([{ type: 'reasoning', text: long }], false, []);
    expect(thought).toEqual([]);
  });

  test('what is there again is found again', () => {
    const mentions = new Mentions();
    const [first] = mentions.of([text(lines.join('\n'))], true, []);
    expect(mentions.of([text(lines.join('\n'))], true, [])[0]).toBe(first);
    const [short] = mentions.of([text('saidName')], true, []);
    expect(mentions.of([text('saidName')], true, [])[0]).toBe(short);
    // The same words in another place are read by other rules.
    expect(mentions.of([{ type: 'tool-call', id: 'a', name: 'read', args: 'saidName' }], true, [])[0]).not.toBe(short);
  });
});

describe('the words around a fact', () => {
  const mentions = new Mentions();
  const parts: readonly Part[] = [
    { type: 'reasoning', text: 'otter saidName' },
    text('walrus saidName, and later penguin saidName; puffin otherName'),
  ];
  const key = listed(factsOfText('saidName', 'text', 'recall')).find((one) => one.key !== null)!.key!;

  test('of all its mentions in a message, each once, with those of its reasoning or without', () => {
    const without = mentions.wordsWith(parts, key, false);
    const all = mentions.wordsWith(parts, key, true);
    expect(new Set(all).size).toBe(all.length);
    expect([...all].sort()).toEqual([...new Set([...without, ...mentions.wordsWith([parts[0]!], key, true)])].sort());
    expect(all.length).toBe(without.length + 1);
    expect(mentions.wordsWith(parts, 'identifier nobody', true)).toHaveLength(0);
  });

  test('of facts that stand in each other’s reach are the same', () => {
    const [facts] = mentions.of([parts[1]!], false, []);
    const at = listed(facts!).flatMap(({ key: one }, k) => (one === null ? [] : k));
    const around = at.map((k) => mentions.around({ facts: facts!, k }));
    expect(new Set(around.map((words) => [...words].sort().join())).size).toBe(1);
  });
});

const FACT = 'src/engine/parser.ts';

/** Words around the one fact of a text. */
function wordsAround(words: ContextWords, text: string): Int32Array {
  const facts = factsOfText(text, 'text', 'recall');
  const k = facts.starts.findIndex((start, i) => facts.keyOf(i) !== null && text.slice(start, facts.ends[i]) === FACT);
  expect(k).toBeGreaterThanOrEqual(0);
  return words.around({ facts, k });
}

describe('words that a fact stands among', () => {
  const words = new ContextWords();
  /** A word that begins `before` characters in front of the fact, or ends `after` characters behind it. */
  const infront = (before: number): string => `walrus${' '.repeat(before - 6)}${FACT}`;
  const behind = (after: number): string => `${FACT}${' '.repeat(after - 6)}walrus`;

  test('reach 120 characters to both sides', () => {
    const [walrus] = wordsAround(words, infront(7));
    for (const text of [infront(120), behind(120)]) expect([...wordsAround(words, text)]).toEqual([walrus]);
    for (const text of [infront(121), behind(121)]) expect([...wordsAround(words, text)]).toEqual([]);
  });

  test('what another fact has behind the reach does not count', () => {
    expect([...wordsAround(words, `${behind(121)} otherName`)]).toEqual([]);
    expect([...wordsAround(words, `otherName ${infront(121)}`)]).toEqual([]);
  });

  test('words of other facts do not count, those of what is no counted fact do', () => {
    const [walrus, penguin] = wordsAround(words, `walrus penguin ${FACT}`);
    expect([...wordsAround(words, `walrus sessionStore ${FACT} otherName penguin`)]).toEqual([walrus, penguin]);
    // The name of an error is a fact, but not one that recall counts.
    expect(wordsAround(words, `walrus ENOENT ${FACT}`)).toHaveLength(2);
  });

  test('a word is listed once, however often it is there, on both sides', () => {
    const [walrus, penguin] = wordsAround(words, `walrus penguin ${FACT}`);
    expect([...wordsAround(words, `walrus walrus ${FACT} penguin walrus`)]).toEqual([walrus, penguin]);
  });

  test('two of them have to be there again, or those that there were', () => {
    const around = (text: string) => wordsAround(words, text);
    const former = (text: string) => new Set(around(text));
    const three = former(`walrus penguin otter ${FACT}`);
    expect(three.size).toBe(3);
    expect(isBound(three, around(`otter walrus ${FACT}`))).toBe(true);
    expect(isBound(three, around(`otter ${FACT}`))).toBe(false);
    expect(isBound(former(`otter ${FACT}`), around(`${FACT} otter`))).toBe(true);
    expect(isBound(former(FACT), around(`${FACT} otter`))).toBe(true);
  });
});
