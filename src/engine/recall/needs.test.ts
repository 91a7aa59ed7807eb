import { describe, expect, test } from 'vitest';
import { factIndexOf } from '../signals/facts/index.ts';
import { type Extras, type Line, talk } from '../testing/talks.ts';
import { contextBefore } from './cuts.ts';
import { type Needs, needsOf } from './needs.ts';

/** What messages from `at` on need of the context before it, as words in the order of their use. */
function needed(lines: readonly Line[], at: number, extras: Extras & { readonly reasoningSeen?: boolean } = {}) {
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
    const lines: Line[] = [
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
    const lines: Line[] = [{ user: 'Go.' }, { thinks: 'It must be sessionStore.' }, { thinks: 'sessionStore!' }, { says: 'sessionStore it is.' }];
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

describe('after a recorded compaction', () => {
  const lines: Line[] = [
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
});
