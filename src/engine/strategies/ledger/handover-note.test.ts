import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactNow } from '../../compaction/compaction-run.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { charCounts } from '../../testing/counts.ts';
import { textsOf } from '../../tokens/count.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import { resolveParams } from '../params.ts';
import { handoverNote } from './handover-note.ts';
import { END, featuresOf, FIELDS, kindAt, NOTE_INTRODUCTION, PLACE, RUN, START, stretchesOf, STRING, writeNote } from './shared/ledger-features.ts';
import { likelihoods } from './shared/order.ts';

let ids = 0;
const said = (role: Message['role'], text: string): Message => ({ id: `m${ids++}`, role, parts: [{ type: 'text', text }] });
function did(name: string, args: unknown, result: string): Message[] {
  const id = `c${ids++}`;
  const call: Part = { type: 'tool-call', id, name, args: JSON.stringify(args) };
  return [
    { id: `m${ids++}`, role: 'assistant', parts: [call] },
    { id: `m${ids++}`, role: 'tool', parts: [{ type: 'tool-result', callId: id, name, content: [{ type: 'text', text: result }] }] },
  ];
}
function preparedFrom(messages: readonly Message[]): PreparedTranscript {
  const transcript: Transcript = { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
}
function compacted(prepared: PreparedTranscript, target: number, given: Readonly<Record<string, unknown>> = {}): CompactionResult {
  const params = resolveParams(handoverNote.params, given);
  if (!params.ok) throw new Error(params.error);
  const budget = { window: 128_000, target, own: false };
  const result = compactNow(prepared, handoverNote, { budget, params: params.value, summarizer: createBuiltIn(), weight: 0.6, seed: 1 });
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}
const textOf = (result: CompactionResult): string =>
  result
    .context()
    .flatMap(({ parts }) => parts.flatMap(textsOf))
    .join('\n');

const rule = 'Use my certificates first, and if there is any balance left, I will use my 7447 card.';
const filler = (k: number): string => Array.from({ length: 40 }, (_, line) => `row ${k}-${line}: nothing happened here at all, as before`).join('\n');
const booking = preparedFrom([
  said('system', 'You book flights.'),
  said('user', `I want to fly from Lisbon to Oslo. ${rule}`),
  ...did('search_flights', { from: 'LIS', to: 'OSL', date: '2026-05-20' }, filler(1)),
  ...did('search_flights', { from: 'LIS', to: 'OSL', date: '2026-05-21' }, filler(2)),
  said('assistant', 'Flight HAT-271 on 2026-05-21 costs 412 euros for passenger Mei Brandt.'),
  said('user', 'Good, take HAT-271.'),
  ...did('read_policy', { topic: 'baggage' }, filler(3)),
  ...did('get_reservation', { flight: 'HAT-271', date: '2026-05-21' }, 'none yet'),
  said('user', 'And now?'),
]);

describe('the hand-over note', () => {
  it('keeps what a person says whole, and what binds a price together on one line', () => {
    const result = compacted(booking, Math.floor(0.2 * booking.counts.total));
    const text = textOf(result);
    expect(result.tokensAfter).toBeLessThanOrEqual(0.2 * booking.counts.total);
    expect(text).toContain(rule);
    expect(text).toContain('Flight HAT-271 on 2026-05-21 costs 412 euros for passenger Mei Brandt.');
    expect(text).not.toContain('row 1-20');
  });

  it('quotes only of what is gone', () => {
    const result = compacted(booking, Math.floor(0.2 * booking.counts.total));
    const [note] = result.summaries;
    const whole = booking.messages.filter((_, i) => result.plan.fates[i] === 0).flatMap(({ parts }) => parts.flatMap(textsOf));
    expect(note!.text.startsWith(NOTE_INTRODUCTION)).toBe(true);
    for (const line of note!.text.split('\n').slice(1)) {
      expect(whole.some((text) => line.length > 40 && text.includes(line.replace(/^- \w+: /, '')))).toBe(false);
    }
  });

  it('has more of it in more tokens', () => {
    const shares = [0.1, 0.2, 0.4, 0.8].map((share) => textOf(compacted(booking, Math.floor(share * booking.counts.total))).length);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[3]).toBeGreaterThan(2 * shares[0]!);
  });

  it('takes its least where what must stay leaves nothing, and none at 0', () => {
    expect(textOf(compacted(booking, 10))).toContain('7447');
    const without = compacted(booking, 10, { ledgerMinTokens: 0 });
    expect(without.summaries).toEqual([]);
    expect(without.plan.reason(1)).toMatchObject({ key: 'drop-no-note' });
  });

  it('quotes an earlier note again', () => {
    const earlier: Message = {
      ...said('user', `${NOTE_INTRODUCTION}\n- user: ${rule}\n- agent: The reservation is LX-99120.`),
      compaction: { kind: 'summary' },
    };
    const later = preparedFrom([
      said('system', 'You book flights.'),
      earlier,
      ...did('read_policy', { topic: 'pets' }, filler(5)),
      ...did('look', {}, filler(6)),
      said('user', 'Go on.'),
    ]);
    const text = textOf(compacted(later, Math.floor(0.3 * later.counts.total)));
    expect(text).toContain(rule);
    expect(text).toContain('LX-99120');
    expect(text.split(NOTE_INTRODUCTION).length).toBe(2);
  });

  it('writes no secret', () => {
    const secret = preparedFrom([
      said('system', 'Careful.'),
      ...did('run', { command: 'deploy --token ghp_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE0123 HAT-271' }, filler(7)),
      said('assistant', 'Deployed HAT-271 with token ghp_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE0123.'),
      said('user', 'And HAT-271?'),
    ]);
    const note = writeNote(secret.messages, [{ message: 3, part: 0, piece: 0, start: 0, end: 200 }]);
    expect(note).toContain('Deployed HAT-271');
    expect(note).not.toContain('ghp_EXAMPLE');
  });
});

describe('features', () => {
  const found = (message: Message, kind: number): string[] => {
    const features = featuresOf(message);
    const text = message.parts.flatMap(textsOf).join('');
    const spans: string[] = [];
    for (let at = 0; at < features.length; at += FIELDS) {
      if (kindAt(features[at + PLACE]!) === kind) spans.push(text.slice(features[at + START]!, features[at + END]!));
    }
    return spans;
  };

  it.each([
    ['Open src/limits.ts.', ['src/limits.ts']],
    ['INC-2291 on 2026-05-21: queueDepth=40_000', ['INC-2291', '2026-05-21', 'queueDepth', '40_000']],
    ['plain words, a1', []],
    ['订单A-1234-B好', ['A-1234-B']],
  ])('strings of %s', (text, strings) => {
    expect(found(said('user', text), STRING)).toEqual(strings);
  });

  it('runs of four words, of what is said alone', () => {
    expect(found(said('user', 'one two three four five'), RUN)).toEqual(['one two three four', 'two three four five']);
    expect(
      found({ ...said('tool', ''), parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'one two three four' }] }] }, RUN),
    ).toEqual([]);
  });

  it('that are remembered are those that were read, whatever the texts and however many', () => {
    const words = fc
      .array(fc.constantFrom('src/limits.ts', 'HAT-271', '订单', 'plain', 'words', '\n', '\\n', '"', ' '.repeat(300), 'x'.repeat(200)))
      .map((all) => all.join(' '));
    const part: fc.Arbitrary<Message['parts'][number]> = fc.oneof(
      words.map((text) => ({ type: 'text' as const, text })),
      words.map((args) => ({ type: 'tool-call' as const, id: 'c', name: 'run', args })),
      fc
        .array(words, { maxLength: 3 })
        .map((all) => ({ type: 'tool-result' as const, callId: 'c', content: all.map((text) => ({ type: 'text' as const, text })) })),
    );
    let some = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.constantFrom('user', 'assistant', 'tool'), (parts, role) => {
        const message = { id: 'm', role, parts } as Message;
        const first = featuresOf(message);
        some += first.length;
        expect(featuresOf(message)).toEqual(first);
      }),
    );
    expect(some).toBeGreaterThan(1000);
  });

  it('what the agent said often is likelier than what an output showed, and the header says for nothing', () => {
    const talk = preparedFrom([
      said('system', 'Always HAT-100.'),
      said('user', 'Go.'),
      ...did('a', { id: 'HAT-271' }, 'HAT-271 HAT-999'),
      ...did('b', { id: 'HAT-271' }, 'ok HAT-100'),
    ]);
    const { worth, ids: of } = likelihoods(talk);
    const worthOf = (i: number, string: string): number => {
      const features = featuresOf(talk.messages[i]!);
      const text = talk.messages[i]!.parts.flatMap((part) => (part.type === 'tool-call' ? [part.args] : textsOf(part))).join('');
      for (let k = 0; k < of[i]!.length; k++) {
        const at = k * FIELDS;
        if (kindAt(features[at + PLACE]!) === STRING && text.slice(features[at + START]!, features[at + END]!) === string) return worth[of[i]![k]!]!;
      }
      throw new Error(string);
    };
    expect(worthOf(3, 'HAT-271')).toBeGreaterThan(2 * worthOf(3, 'HAT-999'));
    expect(worthOf(5, 'HAT-100')).toBe(0);
  });
});

describe('stretches that may be quoted', () => {
  const pairsOf = (flat: readonly number[]): (readonly [start: number, end: number])[] =>
    flat.flatMap((start, k) => (k % 2 === 0 ? [[start, flat[k + 1]!] as const] : []));
  const of = (message: Message): string[] => {
    const [part] = message.parts;
    const text = part!.type === 'tool-call' ? part!.args : textsOf(part!).join('');
    return pairsOf(stretchesOf(message, 0, 0)).map(([start, end]) => text.slice(start, end));
  };

  it('are sentences of what is said', () => {
    expect(of(said('user', `Hello there. ${rule}`))).toEqual(['Hello there.', rule]);
  });

  it('are lines of outputs, long ones parted after an object', () => {
    const [, answer] = did('x', {}, `first\n${'{"flight": "HAT-271", "price": 412, "passenger": "Mei"}, '.repeat(4).trim()}`);
    expect(of(answer!).slice(0, 3)).toEqual([
      'first',
      `${'{"flight": "HAT-271", "price": 412, "passenger": "Mei"}, '.repeat(2).trim()}`,
      `${'{"flight": "HAT-271", "price": 412, "passenger": "Mei"}, '.repeat(2).trim()}`,
    ]);
  });

  it('of a call end at a line break and at an escaped one, whichever comes first', () => {
    const [call] = did('edit', {}, '');
    const args = '{\n"text": "one\\ntwo",\n"more": "x\\ny"\n\n}';
    const [part] = call!.parts;
    expect(of({ ...call!, parts: [{ ...part!, args } as typeof part & object] })).toEqual(['{', '"text": "one', 'two",', '"more": "x', 'y"', '}']);
  });

  it('are written without the marks of JSON, a line for each part', () => {
    const [call] = did('edit', { path: 'src/a.ts', text: 'one\ntwo' }, '');
    const quotes = pairsOf(stretchesOf(call!, 0, 0)).map(([start, end]) => ({ message: 0, part: 0, piece: 0, start, end }));
    expect(writeNote([call!], quotes)).toBe('- edit: path: src/a.ts, text: one … two');
  });
});
