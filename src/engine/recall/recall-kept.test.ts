import { describe, expect, test } from 'vitest';
import { factIndexOf } from '../signals/facts/index.ts';
import { DROP, EDIT, KEEP, OFFLOAD } from '../strategies/contract.ts';
import { type TalkMessage, talk } from '../testing/talks.ts';
import type { Message } from '../transcript/types.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { preparedPart } from './recall-cuts.ts';
import { Checkpoint } from './recall-kept.ts';
import { needsOf } from './needs.ts';

const LINES: readonly TalkMessage[] = [
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
  const measured = new Checkpoint(preparedPart(base, sources), needs, true);
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
    const measured = new Checkpoint(preparedPart(base, sources), needs, true);
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

describe('what an edited message still holds', () => {
  const WITH_LINKS: readonly TalkMessage[] = [
    { system: 'Be careful.' },
    { user: 'The session is cached by sessionStore because lookups were slow.' },
    { call: 'a', args: '{"path":"src/limits.ts"}' },
    { result: 'a', shows: 'The longest request may take retryLimit attempts. See src/queue/Worker.ts and https://example.com/Queue/limits for it.' },
    { thinks: 'It may be hiddenLimit that matters.' },
    { says: 'Understood.' },
    { says: 'Now sessionStore, retryLimit, src/queue/Worker.ts, https://example.com/Queue/limits and hiddenLimit change.' },
  ];
  const until = 6;

  /** The context with the text of some messages replaced; those without one are dropped. */
  function edited(texts: Readonly<Record<number, string | true>>, { reasoningSeen = true, fate = EDIT as number } = {}) {
    const base = talk(WITH_LINKS);
    const sources = contextBefore(base, until);
    const needs = needsOf(base, { sources, at: until, end: base.n, reasoningSeen });
    const measured = new Checkpoint(preparedPart(base, sources), needs, reasoningSeen);
    const left = Object.keys(texts).map(Number);
    const context = left.map((i): Message => {
      const text = texts[i]!;
      const message = base.messages[i]!;
      if (text === true) return message;
      const [part] = message.parts;
      if (part!.type === 'tool-result') return { ...message, parts: [{ ...part!, content: [{ type: 'text', text }] }] };
      return { ...message, parts: [{ type: part!.type === 'reasoning' ? 'reasoning' : 'text', text }] };
    });
    const fates = Uint8Array.from(sources, (i) => (texts[i] === true ? KEEP : texts[i] === undefined ? DROP : fate));
    const found = measured.keptIn({ context: () => context, origins: () => Int32Array.from(left), fates });
    const { text } = factIndexOf(base.transcript, 'recall');
    const named = (flags: Uint8Array): string[] => Array.from(needs.facts, (fact) => text[fact]!).filter((_, local) => flags[local] === 1);
    return { there: named(found.there), bound: named(found.bound), offloaded: named(found.offloaded) };
  }

  test('a name, a path and a link that its text still has', () => {
    expect(edited({ 3: 'The longest request: retryLimit attempts.' })).toMatchObject({ there: ['retryLimit'], bound: ['retryLimit'] });
    expect(edited({ 3: 'Only /repo/src/queue/Worker.ts.' })).toMatchObject({ there: ['src/queue/Worker.ts'], bound: [] });
    expect(edited({ 3: 'Only https://example.com/Queue/limits here.' })).toMatchObject({ there: ['https://example.com/Queue/limits'], bound: [] });
    expect(edited({ 3: 'Nothing.' })).toEqual({ there: [], bound: [], offloaded: [] });
  });

  test('a bare name in it keeps the fact, and the words of an untouched message bind it', () => {
    const lines = { 1: 'cached: sessionStore', 3: 'retryLimit' };
    expect(edited(lines)).toMatchObject({ there: ['sessionStore', 'retryLimit'], bound: [] });
    expect(edited({ ...lines, 1: true })).toMatchObject({ there: ['sessionStore', 'retryLimit'], bound: ['sessionStore'] });
  });

  test('a call that tells what its result said', () => {
    expect(edited({ 2: 'It read: the longest request may take retryLimit attempts.' })).toMatchObject({
      there: ['retryLimit'],
      bound: ['retryLimit'],
    });
  });

  test('reasoning counts where it was seen', () => {
    expect(edited({ 4: 'It may be hiddenLimit that matters, still.' })).toMatchObject({ there: ['hiddenLimit'], bound: ['hiddenLimit'] });
    expect(edited({ 4: 'It may be hiddenLimit that matters, still.' }, { reasoningSeen: false }).there).toEqual([]);
  });

  test('only a placeholder leads back to what its message held', () => {
    const facts = ['retryLimit', 'src/queue/Worker.ts', 'https://example.com/Queue/limits'];
    expect(edited({ 3: '[offloaded]' }, { fate: OFFLOAD })).toEqual({ there: [], bound: [], offloaded: facts });
    expect(edited({ 2: '[offloaded]' }, { fate: OFFLOAD }).offloaded).toEqual([]);
  });
});
