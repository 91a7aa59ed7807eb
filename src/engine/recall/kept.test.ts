import { describe, expect, test } from 'vitest';
import { factIndexOf } from '../signals/facts/index.ts';
import { DROP, EDIT, KEEP, OFFLOAD } from '../strategies/contract.ts';
import { type Line, talk } from '../testing/talks.ts';
import type { Message } from '../transcript/types.ts';
import { contextBefore, preparedPart } from './cuts.ts';
import { Measured } from './kept.ts';
import { needsOf } from './needs.ts';

const LINES: readonly Line[] = [
  { system: 'Be careful.' },
  { user: 'The session is cached by sessionStore because lookups were slow.' },
  { call: 'a', args: '{"path":"src/limits.ts"}' },
  { result: 'a', shows: 'The longest request may take retryLimit attempts before the queue gives up.' },
  { says: 'Understood.' },
  { says: 'Now sessionStore and retryLimit change.' },
];
const AT = 5;

/** What a context of these messages keeps of the two facts: there, bound, and whether the rest can be fetched again. */
function kept(messages: readonly (number | string)[], fates?: readonly number[]) {
  const base = talk(LINES);
  const sources = contextBefore(base, AT);
  const needs = needsOf(base, { sources, at: AT, end: base.n, reasoningSeen: true });
  const measured = new Measured(preparedPart(base, sources), needs, true);
  const context = messages.map((one, j): Message => {
    if (typeof one === 'number') return base.messages[one]!;
    return { id: `new${j}`, role: 'user', parts: [{ type: 'text', text: one }] };
  });
  const origins = Int32Array.from(messages, (one) => (typeof one === 'number' ? one : -1));
  const codes = Uint8Array.from(fates ?? sources.map((i) => (messages.includes(i) ? KEEP : DROP)));
  const found = measured.keptIn({ context: () => context, origins: () => origins, fates: codes });
  const { text } = factIndexOf(base.transcript, 'recall');
  const names = Array.from(needs.facts, (fact) => text[fact]!);
  const named = (flags: Uint8Array): string[] => names.filter((_, local) => flags[local] === 1);
  return { there: named(found.there), bound: named(found.bound), offloaded: named(found.offloaded) };
}

describe('what a context still holds', () => {
  test('everything; nothing but the header; whole messages', () => {
    expect(kept([0, 1, 2, 3, 4])).toEqual({
      there: ['sessionStore', 'retryLimit', 'src/limits.ts'],
      bound: ['sessionStore', 'retryLimit'],
      offloaded: [],
    });
    expect(kept([0])).toEqual({ there: [], bound: [], offloaded: [] });
    expect(kept([0, 1])).toEqual({ there: ['sessionStore'], bound: ['sessionStore'], offloaded: [] });
  });

  test('a bare list holds facts and binds none', () => {
    expect(kept([0, 'Facts:\nsessionStore\nretryLimit\nsrc/limits.ts'])).toMatchObject({
      there: ['sessionStore', 'retryLimit', 'src/limits.ts'],
      bound: [],
    });
  });

  test('two of the former words bind, one does not', () => {
    expect(kept([0, 'Lookups are cached in sessionStore.']).bound).toEqual(['sessionStore']);
    expect(kept([0, 'There is a cached sessionStore.']).bound).toEqual([]);
    expect(kept([0, 'A request has retryLimit attempts.']).bound).toEqual(['retryLimit']);
  });

  test('words further away than 120 characters do not bind', () => {
    expect(kept([0, `Lookups are cached. ${'And so on. '.repeat(12)}sessionStore`]).bound).toEqual([]);
  });

  test('a fact that two summaries tell of is bound by either', () => {
    expect(kept([0, 'sessionStore', 'Slow lookups, cached: sessionStore']).bound).toEqual(['sessionStore']);
  });

  test('a placeholder for the message that held it', () => {
    const base = talk(LINES);
    const [part] = base.messages[3]!.parts;
    const placeholder: Message = {
      ...base.messages[3]!,
      parts: [{ ...part!, content: [{ type: 'text', text: '[offloaded: ref 1]' }] } as Message['parts'][number]],
    };
    const sources = contextBefore(base, AT);
    const needs = needsOf(base, { sources, at: AT, end: base.n, reasoningSeen: true });
    const measured = new Measured(preparedPart(base, sources), needs, true);
    const context = [base.messages[0]!, base.messages[2]!, placeholder];
    const run = (fate: number) =>
      measured.keptIn({
        context: () => context,
        origins: () => Int32Array.of(0, 2, 3),
        fates: Uint8Array.of(KEEP, DROP, KEEP, fate, DROP),
      });
    expect([...run(OFFLOAD).there]).toEqual([0, 0, 1]);
    expect([...run(OFFLOAD).offloaded]).toEqual([0, 1]);
    expect([...run(EDIT).offloaded]).toEqual([0, 0]);
  });
});
