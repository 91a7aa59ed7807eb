import { describe, expect, test } from 'vitest';
import { factIndexOf } from '../signals/facts/index.ts';
import { type Extras, type TalkMessage, talk } from '../testing/talks.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { type Needs, needsOf } from './needs.ts';

/** What messages from `at` on need of the context before it, as words in the order of their use. */
function needed(lines: readonly TalkMessage[], at: number, extras: Extras & { readonly reasoningSeen?: boolean } = {}) {
  const base = talk(lines, extras);
  const { compactions } = base.transcript;
  const end = compactions.find((one) => one.at > at)?.at ?? base.n;
  const needs = needsOf(base, { sources: contextBefore(base, at), at, end, reasoningSeen: extras.reasoningSeen ?? true });
  return { needs, words: wordsOf(needs, factIndexOf(base.transcript, 'recall').text) };
}

const wordsOf = (needs: Needs, texts: readonly string[]): string[] => Array.from(needs.facts.subarray(0, needs.needed), (fact) => texts[fact]!);

describe('what the future needed from memory', () => {
  test('said by the assistant first: needed; the message that said it last, the one that used it', () => {
    const { needs, words } = needed(
      [
        { user: 'Rename sessionStore to userStore.' },
        { says: 'sessionStore is used twice.' },
        { user: 'Go on.' },
        { says: 'Renaming sessionStore now.' },
      ],
      3,
    );
    expect(words).toEqual(['sessionStore']);
    expect([needs.seenAt[0], needs.neededAt[0]]).toEqual([1, 3]);
    expect(needs.seen).toBe(2);
  });

  test('in the arguments of a call: needed', () => {
    expect(needed([{ user: 'Look at src/parser.ts.' }, { call: 'a', args: '{"path":"/repo/src/parser.ts"}' }], 1).words).toEqual(['src/parser.ts']);
  });

  test('supplied again before use: not needed, but a cost', () => {
    const { needs, words } = needed(
      [
        { user: 'Look at sessionStore.' },
        { call: 'a', args: '{"q":"x"}' },
        { result: 'a', shows: 'const sessionStore = 1;' },
        { says: 'I see sessionStore.' },
        { result: 'a', shows: 'sessionStore again' },
      ],
      1,
    );
    expect(words).toEqual([]);
    expect(needs.reRead).toEqual({ facts: 1, tokens: talk([{ result: 'a', shows: 'const sessionStore = 1;' }]).counts.messages[0] });
  });

  test('supplied again and never used: neither', () => {
    const { needs } = needed([{ user: 'Look at sessionStore.' }, { says: 'Yes.' }, { user: 'sessionStore, I said.' }, { says: 'Yes.' }], 1);
    expect([needs.needed, needs.reRead.facts]).toEqual([0, 0]);
  });

  test('used first and supplied later: needed', () => {
    expect(needed([{ user: 'Look at sessionStore.' }, { says: 'sessionStore it is.' }, { user: 'sessionStore!' }], 1).words).toEqual([
      'sessionStore',
    ]);
  });

  test('what the header says needs no memory: system text, names of tools, keys of arguments', () => {
    const lines: TalkMessage[] = [
      { system: 'Keep maxDepth at 300.' },
      { user: 'maxDepth, readFile, filePath and sessionStore' },
      { call: 'a', name: 'readFile', args: '{"filePath":"sessionStore, maxDepth, readFile"}' },
    ];
    expect(needed(lines, 2).words).toEqual(['sessionStore']);
    const tools = [{ name: 'lookUp', schema: { properties: { userName: { type: 'string' } } } }];
    expect(needed([{ user: 'lookUp userName of sessionStore' }, { says: 'lookUp userName of sessionStore' }], 1, { tools }).words).toEqual([
      'sessionStore',
    ]);
  });

  test('names of arguments are keys up to eight levels down; deeper ones are data of the call', () => {
    const nested = (levels: number): string => `${'{"k":'.repeat(levels)}{"deepName":1}${'}'.repeat(levels)}`;
    const words = (levels: number) =>
      needed([{ user: 'deepName' }, { call: 'a', name: 'readFile', args: nested(levels) }, { says: 'deepName stays.' }], 1).words;
    expect([words(8), words(9)]).toEqual([[], ['deepName']]);
  });

  test('only in the system prompt: never', () => {
    expect(needed([{ system: 'Keep maxDepth.' }, { user: 'Hello.' }, { says: 'maxDepth stays.' }], 2).words).toEqual([]);
  });

  test('reasoning is no use; what it alone said before counts as seen, or not', () => {
    const lines: TalkMessage[] = [
      { user: 'Go.' },
      { thinks: 'It must be sessionStore.' },
      { thinks: 'sessionStore!' },
      { says: 'sessionStore it is.' },
    ];
    const { words, needs } = needed(lines, 2);
    expect(words).toEqual(['sessionStore']);
    expect(needs.neededAt[0]).toBe(3);
    expect(needed(lines, 2, { reasoningSeen: false }).words).toEqual([]);
  });

  test('what was never seen before is no memory', () => {
    expect(needed([{ user: 'Hello.' }, { says: 'sessionStore' }], 1).words).toEqual([]);
  });

  test('age by tokens of the conversation after the last mention, origin by the first', () => {
    const pad = 'word '.repeat(400);
    const { needs, words } = needed(
      [
        { user: 'The oldOne matters.' },
        { call: 'a', args: '{}' },
        { result: 'a', shows: `middleOne is here. ${pad}` },
        { says: `Now for newOne. ${pad.slice(0, 400)}` },
        { says: 'oldOne, middleOne, newOne' },
      ],
      4,
    );
    expect(words).toEqual(['oldOne', 'middleOne', 'newOne']);
    expect([...needs.band]).toEqual([2, 1, 0]);
    expect([...needs.origin]).toEqual([0, 1, 2]);
  });

  test('a path of the call that returned it leads back', () => {
    const { needs, words } = needed(
      [
        { user: 'Go.' },
        { call: 'a', args: '{"path":"src/store.ts"}' },
        { result: 'a', shows: 'const sessionStore = 1' },
        { says: 'Renaming sessionStore.' },
      ],
      3,
    );
    expect(words).toEqual(['sessionStore']);
    expect([...needs.pointers[0]!]).toEqual([1]);
    expect(needs.localOf.get('path store.ts')).toBe(1);
    expect(Array.from(needs.held, (held) => [...held])).toEqual([[], [1], [0]]);
  });
});

describe('counts and places of what was needed', () => {
  /** Messages of 30 tokens each. */
  const even = (text: string): string => text.padEnd(104, ' .');

  test('a fact is seen once, however often it is said', () => {
    const { needs } = needed([{ user: 'sessionStore and sessionStore, retryLimit' }, { says: 'sessionStore' }, { says: 'Yes.' }], 2);
    expect([needs.seen, needs.needed]).toEqual([2, 0]);
  });

  test('the newest tenth of the tokens, the three tenths before it, and what is older', () => {
    const names = Array.from({ length: 10 }, (_, k) => `walrus${'ABCDEFGHIJ'[k]}Name`);
    const lines = names.map((name): TalkMessage => ({ user: even(name) }));
    const { needs, words } = needed([{ system: even('Be careful.') }, ...lines, { says: names.join(', ') }], 11);
    expect(words).toEqual(names);
    // Behind the ninth of ten equal messages stands exactly a tenth, behind the sixth exactly four.
    expect([...needs.band]).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 0]);
    expect([...needs.origin]).toEqual(Array(10).fill(0));
  });

  test('a header of any length does not make a fact older', () => {
    const lines: TalkMessage[] = [{ user: even('oldName') }, { user: even('newName2') }, { says: 'oldName, newName2' }];
    const short = needed([{ system: 'S.' }, ...lines], 3);
    const long = needed([{ system: 'S. '.repeat(1000) }, ...lines], 3);
    expect([short.words, [...short.needs.band]]).toEqual([long.words, [...long.needs.band]]);
  });

  test('what a result says first comes from a tool, whichever role carries it', () => {
    const base = [{ user: 'Go.' }, { call: 'a', args: '{}' }, { result: 'a', shows: 'walrusName' }, { says: 'walrusName' }] as const;
    expect([...needed(base, 3).needs.origin]).toEqual([1]);
    expect([...needed([{ user: 'walrusName' }, ...base.slice(1)], 3).needs.origin]).toEqual([0]);
    expect([...needed([{ user: 'Go.' }, { says: 'walrusName' }, ...base.slice(1)], 4).needs.origin]).toEqual([2]);
  });

  test('one message that brings two facts back costs its tokens once', () => {
    const again: TalkMessage = { user: 'sessionStore and retryLimit, please' };
    const { needs } = needed(
      [{ user: 'sessionStore, retryLimit' }, again, { says: 'Now sessionStore and retryLimit.' }, { says: 'sessionStore' }],
      1,
    );
    expect(needs.reRead).toEqual({ facts: 2, tokens: talk([again]).counts.total });
  });

  test('the message that brought it back first costs, not a later one', () => {
    const lines: TalkMessage[] = [{ user: 'sessionStore' }, { user: 'sessionStore, once more' }, { user: 'sessionStore' }, { says: 'sessionStore' }];
    expect(needed(lines, 1).needs.reRead).toEqual({ facts: 1, tokens: talk([lines[1]!]).counts.total });
  });

  test('a use in words or in arguments is one need, at its first', () => {
    const { needs, words } = needed([{ user: 'sessionStore' }, { call: 'a', args: '{"q":"sessionStore"}' }, { says: 'sessionStore' }], 1);
    expect([words, [...needs.neededAt], [...needs.seenAt]]).toEqual([['sessionStore'], [1], [0]]);
  });

  test('only the stretch that is asked for is the future', () => {
    const base = talk([{ user: 'sessionStore, retryLimit' }, { says: 'sessionStore' }, { says: 'retryLimit' }]);
    const stretch = (at: number, end: number) => needsOf(base, { sources: contextBefore(base, 1), at, end, reasoningSeen: true }).needed;
    expect([stretch(1, 1), stretch(1, 2), stretch(1, 3), stretch(2, 3)]).toEqual([0, 1, 2, 1]);
  });
});

describe('what leads back to a fact', () => {
  const read = (id: string, path: string, shows: string): TalkMessage[] => [
    { call: id, args: `{"path":"${path}"}` },
    { result: id, shows },
  ];

  test('the paths and links of every call that returned it, each by its own number', () => {
    const { needs, words } = needed(
      [
        { user: 'Go.' },
        ...read('a', 'src/store.ts', 'sessionStore'),
        ...read('b', 'src/other.ts', 'sessionStore, beside src/store.ts'),
        { call: 'c', args: '{"url":"https://example.com/store"}' },
        { result: 'c', shows: 'sessionStore' },
        { says: 'Renaming sessionStore.' },
      ],
      7,
    );
    expect(words).toEqual(['sessionStore']);
    expect(needs.keys.slice(1).map((key) => key.split(' ')[0])).toEqual(['path', 'path', 'url']);
    expect(needs.pointers.map((set) => [...set])).toEqual([[1, 2, 3]]);
  });

  test('a path does not lead back to itself, nor to what another call returned', () => {
    const { needs, words } = needed(
      [
        { user: 'Go.' },
        ...read('a', 'src/store.ts', 'src/store.ts has it'),
        ...read('b', 'src/other.ts', 'sessionStore'),
        { says: 'src/store.ts and sessionStore.' },
      ],
      5,
    );
    expect(words).toEqual(['src/store.ts', 'sessionStore']);
    expect(needs.pointers.map((set) => Array.from(set, (local) => needs.keys[local]))).toEqual([[], ['path other.ts']]);
  });

  test('only arguments of the call itself lead back, and only paths and links', () => {
    const lines: TalkMessage[] = [
      { user: 'Go.' },
      { call: 'a', args: '{"q":"otherName"}', says: 'As in src/said.ts.' },
      { result: 'a', shows: 'sessionStore' },
      { says: 'sessionStore' },
    ];
    expect(needed(lines, 3).needs.pointers.map((set) => [...set])).toEqual([[]]);
  });

  test('a call that is not in the context leads nowhere', () => {
    const lines = [{ user: 'Go.' }, ...read('a', 'src/store.ts', 'sessionStore'), { says: 'Yes.' }, { says: 'sessionStore' }] as const;
    const base = talk(lines);
    const pointers = (sources: readonly number[]) =>
      needsOf(base, { sources: Int32Array.from(sources), at: 4, end: base.n, reasoningSeen: true }).pointers.map((set) => set.length);
    expect([pointers([0, 1, 2, 3]), pointers([0, 2, 3])]).toEqual([[1], [0]]);
  });

  test('what every text with the fact contains: the last part of a path, a name in lower case; of other kinds it is unknown', () => {
    const said = 'src/queue/Worker.ts sessionStore https://example.com/Store `npm run walrus-check`';
    const { needs } = needed([{ user: said }, { says: said }], 1);
    const traces = Object.fromEntries(needs.keys.map((key, local) => [key.split(' ')[0], needs.traces[local]]));
    expect(traces).toMatchObject({ path: 'worker.ts', identifier: 'sessionstore', url: '' });
  });
});

describe('after a recorded compaction', () => {
  const lines: TalkMessage[] = [
    { user: 'Rename lostName, keptName and toldName.' },
    { says: 'Of course.' },
    { says: 'keptName first.' },
    { user: 'Summary: toldName is next.' },
    { user: 'Go on.' },
    { says: 'lostName, keptName, toldName' },
  ];
  const compactions = [{ at: 3, summaryId: 'm3', keptFrom: 'm2' }];

  test('the context is the summary and what was kept', () => {
    expect([...contextBefore(talk(lines, { compactions }), 5)]).toEqual([3, 2, 4]);
    expect(needed(lines, 5, { compactions }).words).toEqual(['keptName', 'toldName']);
  });

  test('the future ends where the agent compacts', () => {
    expect(needed(lines, 1, { compactions }).words).toEqual(['keptName']);
    expect(needed(lines, 1).words).toEqual(['keptName', 'lostName']);
  });

  test('the agent’s own summary in the future says nothing', () => {
    // It would have supplied `toldName`.
    expect(needed(lines, 1, { compactions: [{ at: 0, summaryId: 'm3' }] }).words).toEqual(['keptName', 'lostName', 'toldName']);
    expect(needed(lines, 1).words).toEqual(['keptName', 'lostName']);
  });
});
