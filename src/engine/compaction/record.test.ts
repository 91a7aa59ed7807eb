/** What a record holds, and which contexts it fits. docs/history.md */
import { describe, expect, test } from 'vitest';
import { letterPlan, run, strategyOf, text } from '../testing/letter-plans.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import type { Message } from '../transcript/types.ts';
import { restore } from './history.ts';
import type { CompactionRecord } from './types.ts';

const chat = () =>
  preparedOf([system(50), ...Array.from({ length: 4 }, (_, k) => [user(50, `q${k}`), assistant(50, `a${k}`)]).flat(), user(50, 'end')]);
const done = (letters: string, extra: Parameters<typeof letterPlan>[1] = {}) => {
  const p = chat();
  const result = run(p, strategyOf(letterPlan(letters, extra)));
  expect(result.outcome).toBe('compacted');
  return { messages: p.messages, context: result.context(), record: result.record() };
};
const failure = (context: readonly Message[], ...records: CompactionRecord[]): unknown => {
  const restored = restore(context, records);
  return restored.ok ? 'restored' : [restored.error.record, restored.error.message];
};

describe('a record', () => {
  test('holds each run of replaced messages, and where their replacements stand', () => {
    const { record, messages } = done('KSSKEODKKK');
    expect(record.replaced).toEqual([
      { start: 1, originals: messages.slice(1, 3) },
      { start: 4, originals: messages.slice(4, 7) },
    ]);
    // Summary, edited and offloaded message.
    expect(record.inserted).toEqual([1, 3, 4]);
    expect([record.messagesBefore, record.messagesAfter, record.summaries]).toEqual([10, 8, ['2 messages, from 1']]);
  });

  test('insertions are listed in the order of the result, at one place and at the end too', () => {
    const note = (before: number) => ({ before, role: 'user', content: { text: 'n' } }) as const;
    expect(done('KDDDKKKKKK', { insertions: [note(10), note(1), note(4)] }).record.inserted).toEqual([1, 2, 9]);
    expect(done('KDDDEKKKKK', { insertions: [note(4), note(5)] }).record.inserted).toEqual([1, 2, 3]);
    expect(done('KDKKKKKKKK').record.inserted).toEqual([]);
  });
});

describe('restoring', () => {
  test('gives back the originals, in their places', () => {
    for (const letters of ['KSSSKKKKKK', 'KDKDKDKDKK', 'KSSKEODKKK', 'KKKKKKKKDK']) {
      const { messages, context, record } = done(letters);
      const restored = restore(context, [record]);
      expect(restored.ok && restored.value.length === 10 && restored.value.every((m, i) => m === messages[i])).toBe(true);
    }
    const none = chat().messages;
    expect(restore(none, [])).toEqual({ ok: true, value: none });
  });

  test('a context that is too short: how many messages it should have', () => {
    const { context, record } = done('KSSSKKKKKK');
    expect(failure(context.slice(1), record)).toEqual([0, "the context has 7 messages, the record's result had 8"]);
  });

  test('a record that removes more than it can give back', () => {
    const { context, record } = done('KSSSKKKKKK');
    expect(failure(context, { ...record, inserted: [1, 2] })).toEqual([0, 'only 9 of 10 messages can be put back']);
  });

  test('what is no record: which of them', () => {
    const { context, record } = done('KSSSKKKKKK');
    for (const field of ['messagesBefore', 'messagesAfter', 'inserted', 'replaced'])
      expect(failure(context, record, { ...record, [field]: undefined })).toEqual([1, expect.stringContaining('records[1]')]);
  });

  test('a record that does not add up', () => {
    const { context, record } = done('KSSSKKKKKK');
    const wrong = [0, '10 messages were expected, the record does not add up to that'];
    // A kept message is left over, a run was never reached, a run is too long.
    expect(failure(context, { ...record, inserted: [] })).toEqual(wrong);
    expect(failure(context, { ...record, replaced: [...record.replaced, { start: 12, originals: [context[0]!] }] })).toEqual(wrong);
    const [run] = record.replaced;
    const long = { start: 9, originals: [run!.originals[0]!, run!.originals[0]!] };
    expect(failure(context, { ...record, replaced: [run!, long], inserted: [1, 7] })).toEqual(wrong);
  });

  test('a record that was undone before: what it restores stands in the context', () => {
    const { messages, context, record } = done('KSSSKKKKKK');
    const undone = 'what the record puts back stands in the context already';
    expect(failure(messages, record)).toEqual([0, undone]);
    expect(failure(context, record, record)).toEqual([0, undone]);
    // The same message with other words is another one.
    const changed = context.map((m, i) => (i === 3 ? { ...messages[2]!, parts: text('other') } : m));
    expect(failure(changed, record)).toBe('restored');
    expect(
      failure(
        context.map((m, i) => (i === 3 ? structuredClone(messages[2]!) : m)),
        record,
      ),
    ).toEqual([0, undone]);
  });

  test('a record of edits alone is undone where all of them are, not where one is', () => {
    const { messages, context, record } = done('KEKEKKKKKK');
    const undone = 'what the record puts back stands in the context already';
    expect(failure(messages, record)).toEqual([0, undone]);
    expect(
      failure(
        context.map((m, i) => (i === 1 ? messages[1]! : m)),
        record,
      ),
    ).toBe('restored');
    // A removal leaves nothing that could be compared.
    const removed = done('KDKKKKKKKK');
    expect(failure(removed.context, removed.record)).toBe('restored');
  });

  test('the index of the record that does not fit; later ones are undone first', () => {
    const first = done('KSSSKKKKKK');
    const other = done('KDKKKKKKKK');
    expect(failure(first.context, first.record, other.record)).toEqual([1, expect.any(String)]);
    expect(
      failure(first.context, { ...first.record, messagesAfter: 99 }, { ...first.record, replaced: [], inserted: [], messagesBefore: 8 }),
    ).toEqual([0, expect.stringContaining('had 99')]);
  });

  test('what was said after the compaction stays at the end', () => {
    const { messages, context, record } = done('KSSSKKKKKK');
    const more: Message = { id: 'more', role: 'user', parts: text('more') };
    const restored = restore([...context, more, more], [record]);
    expect(restored.ok && restored.value).toEqual([...messages, more, more]);
  });
});
