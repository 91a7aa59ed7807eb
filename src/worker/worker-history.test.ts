import { describe, expect, test } from 'vitest';
import { defaultScenario } from '../scenario/defaults.ts';
import type { Settings, Step } from '../scenario/schema.ts';
import type { CompareReply, CompareRequest } from './protocol.ts';
import type { Engine } from './worker-calls.ts';
import { createSession } from './worker-session.ts';
import { answerOf, roundsOf } from './testing/session.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const NOW = '2026-03-04T05:06:07.890Z';

function step(strategy: string, settings: Partial<Settings> = {}, more: Partial<Step> = {}): Step {
  return {
    strategy,
    params: {},
    settings: { ...defaultScenario().settings, budget: 'own' as const, ...settings },
    marks: {},
    at: '2026-01-02T03:04:05.678Z',
    ...more,
  };
}

/** The rows that the tests read: a history is the same with any. */
const rows = ['middle-removal', 'context-compactor', 'sliding-window', 'head-tail'].map((id) => ({ key: id, strategy: id, params: {} }));

const requestOf = (applied: readonly Step[], undone = 0, more: Partial<CompareRequest> = {}): CompareRequest => ({
  conversation: 0,
  settings: { ...defaultScenario().settings, budget: 'own' as const },
  marks: {},
  rows,
  applied,
  undone,
  ...more,
});

/** A session with a file open, and comparisons of it with rising tickets. */
async function opened(text = roundsOf()) {
  const session = createSession();
  const load = await answerOf(session.load(bytes(text), 'talk.json', null, 1));
  let ticket = 1;
  const compare = (applied: readonly Step[] = [], undone = 0, more: Partial<CompareRequest> = {}): Promise<CompareReply> =>
    answerOf(session.compare(requestOf(applied, undone, more), ++ticket));
  return { session, load, compare };
}

/** Messages of the working context in a neutral notation. */
async function contextOf(session: Engine): Promise<string> {
  return (await answerOf(session.request(null, 'playground'))).text;
}

const sliding = step('sliding-window');
const middle = step('middle-removal', { target: 0.6 });

describe('compactions that were carried out', () => {
  test('the context that a row leaves is compared next, and levels stack', async () => {
    const { session, compare } = await opened();
    const first = await compare();
    const row = first.rows.find((r) => r.key === 'sliding-window')!;
    expect(first.history).toMatchObject({ levels: [], entries: [], stopped: null, full: { messages: 241, tokens: first.transcript.total } });

    const second = await compare([sliding]);
    expect(second.transcript).toMatchObject({ n: row.measures.messagesAfter, total: row.measures.tokensAfter });
    expect(second.transcript.toolCalls).toBeLessThan(60);
    expect(second.rows[0]!.fates.length).toBe(row.measures.messagesAfter);
    expect(second.history.levels).toMatchObject([
      {
        strategy: 'sliding-window',
        level: 1,
        messagesBefore: 241,
        messagesAfter: row.measures.messagesAfter,
        tokensAfter: row.measures.tokensAfter,
        ts: sliding.at,
      },
    ]);
    expect(second.history.levels[0]!.efficiency).toBe(row.measures.efficiency);
    expect(second.history.levels[0]!.params).toEqual(row.params);
    expect(second.history.full).toEqual(first.history.full);

    const again = second.rows.find((r) => r.key === 'middle-removal')!;
    const third = await compare([sliding, middle]);
    expect(third.history.levels.map((l) => [l.level, l.strategy, l.messagesBefore])).toEqual([
      [1, 'sliding-window', 241],
      [2, 'middle-removal', row.measures.messagesAfter],
    ]);
    expect(third.transcript.total).toBeLessThanOrEqual(Math.floor(0.6 * row.measures.tokensAfter));
    expect(again.measures.tokensAfter).toBeLessThan(third.transcript.total);
    expect((await contextOf(session)).length).toBeLessThan(roundsOf().length);
  });

  test('the same steps give the same context, whatever the settings are now, and also in another session', async () => {
    const one = await opened();
    await one.compare([sliding, middle]);
    const context = await contextOf(one.session);
    await one.compare([sliding, middle], 0, {
      settings: { ...defaultScenario().settings, budget: 'own' as const, target: 0.2, window: 9000 },
      marks: { x: 'pin' },
    });
    expect(await contextOf(one.session)).toBe(context);
    const other = await opened();
    await other.compare([sliding, middle]);
    expect(await contextOf(other.session)).toBe(context);
  });

  test('undone one level at a time: the context before, byte for byte, and marked in the history', async () => {
    const { session, compare } = await opened();
    const texts: string[] = [];
    for (const applied of [[], [sliding], [sliding, middle]]) {
      await compare(applied);
      texts.push(await contextOf(session));
    }
    const back = await compare([sliding]);
    expect(await contextOf(session)).toBe(texts[1]);
    expect(back.history.entries.map((e) => [e.strategy, e.level, e.outcome])).toEqual([
      ['sliding-window', 1, 'compacted'],
      ['middle-removal', null, 'compacted'],
    ]);
    const first = await compare([]);
    expect(await contextOf(session)).toBe(texts[0]);
    expect(first.history.statistics).toMatchObject({ attempts: 2, compactions: 0, undone: 2, tokensSaved: 0 });
    expect((await compare([sliding, middle])).history.entries.map((e) => e.level)).toEqual([1, 2]);
  });

  test('another tokenizer counts the levels too', async () => {
    const { compare } = await opened();
    const exact = await compare([sliding]);
    const estimate = await compare([sliding], 0, { settings: { ...defaultScenario().settings, budget: 'own' as const, tokenizer: 'chars4' } });
    expect(estimate.transcript.n).toBe(exact.transcript.n);
    expect(estimate.transcript.total).not.toBe(exact.transcript.total);
    expect(estimate.transcript.tokens.reduce((a, b) => a + b, 0)).toBe(estimate.transcript.total);
  });

  test('what cannot be carried out stops there, says why, and keeps what is in force', async () => {
    const { compare } = await opened();
    const refused = step('hard-limit', { window: 300, budget: 'shipped' as const });
    const reply = await compare([sliding, refused, middle]);
    expect(reply.history.levels.length).toBe(1);
    expect(reply.history.stopped).toMatchObject({ step: 1, entry: { strategy: 'hard-limit', outcome: 'refused', level: null } });
    expect(reply.history.stopped!.entry.why?.key).toMatch(/^refused/);
    expect(reply.history.statistics).toMatchObject({ attempts: 2, compactions: 1, failures: 1 });
    // The same link compared again is the same attempt.
    expect((await compare([sliding, refused, middle])).history.entries.length).toBe(2);
    expect((await compare([step('no-such-strategy')])).history.stopped).toMatchObject({ step: 0, entry: { outcome: 'failed' } });
    expect((await compare([step('head-tail', {}, { params: { nonsense: 1 } })])).history.stopped?.entry.why?.values?.param).toBe('nonsense');
    const failing = await compare([step('sliding-window', { summarizerOutcome: 'error' })]);
    expect(failing.history.stopped?.entry).toMatchObject({ outcome: 'rejected', summaryFailures: 1 });
  });

  test('the list holds the last ten attempts; another conversation has a history of its own', async () => {
    const { session, compare } = await opened();
    for (let i = 0; i < 13; i++) await compare([step('head-tail', { target: 0.9 - i / 50 })]);
    const reply = await compare([]);
    expect(reply.history.entries.length).toBe(10);
    expect(reply.history.statistics.attempts).toBe(10);
    await answerOf(session.load(bytes(roundsOf(30)), 'b', null, 50));
    expect((await answerOf(session.compare(requestOf([]), 51))).history.entries).toEqual([]);
  });

  test('a record opens: what was replaced, and the summary in its place', async () => {
    const { session, compare } = await opened();
    const reply = await compare([sliding]);
    const record = await answerOf(session.record(1));
    const summarised = reply.history.levels[0]!;
    expect(record.summaries.length).toBe(1);
    expect(record.summaries[0]!.length).toBeGreaterThan(100);
    const [run] = record.replaced;
    expect(run).toMatchObject({ first: 1, originals: expect.any(Array) });
    expect(run!.originals[1]).toMatchObject({ role: 'assistant', title: 'read src/part0.ts', preview: 'I will read src/part0.ts first.' });
    expect(run!.originals[0]!.tokens).toBeGreaterThan(10);
    const replaced = record.replaced.reduce((sum, r) => sum + r.count, 0);
    expect(replaced - record.inserted).toBe(summarised.messagesBefore - summarised.messagesAfter);
    expect(record.more).toBe(Math.max(0, replaced - 200));
    expect(await session.record(2)).toMatchObject({ ok: false });
  });

  test('S1 asks first, with its numbers', async () => {
    const { compare } = await opened();
    const reply = await compare();
    const compactor = reply.rows.find((r) => r.key === 'context-compactor')!;
    expect(compactor.question).toMatchObject({ param: 'answer', reason: { key: 'question-compact', values: { tokens: reply.transcript.total } } });
    expect(reply.rows.find((r) => r.key === 'middle-removal')!.question).toBeNull();
    const stopped = await compare([step('context-compactor', {}, { params: { answer: 'stop' } })]);
    expect(stopped.history.stopped?.entry).toMatchObject({ outcome: 'unchanged', why: { key: 'unchanged-stopped' } });
    const dropped = await compare([step('context-compactor', {}, { params: { answer: 'drop-oldest' } })]);
    expect(dropped.history.levels.length).toBe(1);
    expect(dropped.transcript.total).toBeLessThanOrEqual(reply.transcript.total / 2);
  });
});

describe('in our own format', () => {
  test("the page's file brings the levels back; they are undone down to the full messages", async () => {
    const one = await opened();
    const plain = await one.compare([]);
    const full = await contextOf(one.session);
    await one.compare([sliding]);
    const first = await contextOf(one.session);
    const two = await one.compare([sliding, middle]);
    const second = await contextOf(one.session);
    const file = await answerOf(one.session.saved(null, NOW));
    const [stored] = (JSON.parse(file) as { conversations: Record<string, unknown>[] }).conversations;
    expect(stored).toMatchObject({ updatedAt: NOW, tokenUsage: { usedTokens: two.transcript.total, maxTokens: 128_000 } });
    expect((stored!.compressions as { timestamp: string; efficiency: number }[]).map((c) => [c.timestamp, typeof c.efficiency])).toEqual([
      [sliding.at, 'number'],
      [sliding.at, 'number'],
    ]);

    const other = await opened(file);
    expect(other.load.warnings).toEqual([]);
    const reply = await other.compare();
    expect(reply.history).toMatchObject({ restored: 2, full: { messages: 241, tokens: plain.transcript.total } });
    expect(reply.history.levels.map(({ strategy, tokensAfter, efficiency }) => [strategy, tokensAfter, efficiency])).toEqual(
      two.history.levels.map(({ strategy, tokensAfter, efficiency }) => [strategy, tokensAfter, efficiency]),
    );
    expect(reply.transcript.total).toBe(two.transcript.total);
    // Titles and ids of the first file are still those of an OpenAI request: the contexts are equal to the letter.
    expect(await contextOf(other.session)).toBe(second);
    await other.compare([], 1);
    expect(await contextOf(other.session)).toBe(first);
    const bottom = await other.compare([], 2);
    expect(await contextOf(other.session)).toBe(full);
    expect(bottom.history.entries.map((e) => e.level)).toEqual([null, null]);
    expect((await other.compare([], 99)).history.levels).toEqual([]);
    // A step on top of what the file brought, and saved again: three levels.
    const third = await other.compare([step('head-tail')]);
    expect(third.history.levels.map((l) => l.strategy)).toEqual(['sliding-window', 'middle-removal', 'head-tail']);
    const again = await opened(await answerOf(other.session.saved(null, NOW)));
    expect((await again.compare()).history.levels.length).toBe(3);
  });

  test('a row can be saved as it would be after carrying it out', async () => {
    const { session, compare } = await opened();
    const row = (await compare()).rows.find((r) => r.key === 'sliding-window')!;
    const other = await opened(await answerOf(session.saved('sliding-window', NOW)));
    const reply = await other.compare();
    expect(reply.transcript.total).toBe(row.measures.tokensAfter);
    expect(reply.history.levels).toMatchObject([{ strategy: 'sliding-window', ts: NOW, efficiency: row.measures.efficiency }]);
    expect(await session.saved('nobody', NOW)).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
  });

  test('a stored history that does not fit: a warning with its path, the full messages, and nothing of it lost', async () => {
    const one = await opened();
    await one.compare([sliding]);
    const file = JSON.parse(await answerOf(one.session.saved(null, NOW))) as { conversations: { compressions: { inserted: number[] }[] }[] };
    file.conversations[0]!.compressions[0]!.inserted = [0, 1, 2];
    const other = await opened(JSON.stringify(file));
    expect(other.load.warnings).toMatchObject([{ code: 'history-does-not-fit', path: '$.conversations[0].compressions[0]' }]);
    const reply = await other.compare();
    expect(reply.history).toMatchObject({ levels: [], restored: 0 });
    expect(reply.transcript.n).toBe(241);
    expect(JSON.parse(await answerOf(other.session.saved(null, NOW)))).toEqual(file);
    // What is sent to a model has none of it.
    expect(await contextOf(other.session)).not.toContain('compressions');
  });

  test('a link with the conversation in it carries the file as it is; the steps travel beside it', async () => {
    const one = await opened();
    const plain = await one.compare([]);
    await one.compare([sliding]);
    const other = await opened(await answerOf(one.session.ownFormat()));
    expect((await other.compare()).transcript.total).toBe(plain.transcript.total);
    const reply = await other.compare([sliding]);
    expect(await contextOf(other.session)).toBe(await contextOf(one.session));
    expect(reply.history.levels.length).toBe(1);
  });

  test('the history as JSON: attempts, statistics, what stood where; no message texts', async () => {
    const { session, compare } = await opened();
    await compare([step('context-compactor')]);
    await compare([step('context-compactor'), step('hard-limit', { window: 300, budget: 'shipped' as const })]);
    const told = JSON.parse(await answerOf(session.exportHistory())) as {
      levels: { title: string; replaced: { start: number; count: number }[]; log: { event?: string; text: string }[]; summaryTexts: string[] }[];
      attempts: { outcome: string; why: string | null }[];
      statistics: object;
    };
    expect(told.levels).toMatchObject([{ title: 'Context compactor', summaryTexts: [expect.stringContaining('Summary')] }]);
    expect(told.levels[0]!.replaced[0]!.count).toBeGreaterThan(10);
    expect(told.levels[0]!.log[0]).toMatchObject({ event: 'context_compacted', text: expect.any(String) });
    expect(told.attempts.map((a) => a.outcome)).toEqual(['compacted', 'refused']);
    expect(told.attempts[1]!.why).toMatch(/hard limit/i);
    expect(told.statistics).toMatchObject({ attempts: 2, failures: 1 });
    expect(JSON.stringify(told)).not.toContain('export const part0');
  });
});
