import { byId, strategies } from '../engine/pipelines/index.ts';
import { describe, expect, test, vi } from 'vitest';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import type { Row, Settings } from '../scenario/schema.ts';
import { deep } from '../engine/testing/scale.ts';
import type { CompareReply, CompareRequest, Progress } from './protocol.ts';
import type { Engine } from './worker-calls.ts';
import { createSession } from './worker-session.ts';
import { answerOf, everyPause } from './testing/session.ts';

const ids = strategies.filter((s) => !s.onDemand).map((s) => s.id);

const ROUNDS = deep ? 60 : 20;
const MESSAGES = 4 * ROUNDS + 1;

/** A long agent session as an OpenAI request: rounds of a question, a call, its long result and an answer. */
function conversation(rounds = ROUNDS): string {
  const messages: object[] = [{ role: 'system', content: 'You must never delete files.' }];
  for (let i = 0; i < rounds; i++) {
    messages.push(
      { role: 'user', content: i === 7 ? 'ok' : `Please look into failure number ${i} in src/part${i}.ts, why does it happen?` },
      {
        role: 'assistant',
        content: `I will read src/part${i}.ts first.`,
        tool_calls: [{ id: `call_${i}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: `src/part${i}.ts` }) } }],
      },
      { role: 'tool', tool_call_id: `call_${i}`, content: `export const part${i} = () => ${i};\n`.repeat(12) },
      { role: 'assistant', content: `Fixed: part${i} returned ${i} where ${i + 1} was expected. The test passes now.` },
    );
  }
  return JSON.stringify({ model: 'gpt-4o', messages });
}

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

function requestOf(settings: Partial<Settings> = {}, rows: readonly Row[] = [], more: Partial<CompareRequest> = {}): CompareRequest {
  return {
    conversation: 0,
    settings: { ...defaultScenario().settings, budget: 'own' as const, ...settings },
    marks: {},
    rows: allRows(rows, strategies),
    ...more,
  };
}

/** For tests that read no row. */
const few = (settings: Partial<Settings> = {}): CompareRequest => ({
  ...requestOf(settings),
  rows: [{ key: 'middle-removal', strategy: 'middle-removal', params: {} }],
});

async function loaded(text = conversation()): Promise<{ session: Engine; progress: [number, Progress][] }> {
  const session = createSession();
  const progress: [number, Progress][] = [];
  await session.listen((ticket, p) => progress.push([ticket, p]));
  const reply = await session.load(bytes(text), 'talk.json', null, 1);
  expect(reply.ok).toBe(true);
  return { session, progress };
}

async function compared(settings: Partial<Settings> = {}, rows: readonly Row[] = [], more: Partial<CompareRequest> = {}) {
  const { session, progress } = await loaded();
  const reply = await session.compare(requestOf(settings, rows, more), 2);
  if (!reply.ok) throw new Error(reply.error.message);
  return { session, progress, reply: reply.value };
}

describe('load', () => {
  test('says what was recognised, with the hash of the bytes', async () => {
    const { session } = await loaded();
    const reply = await answerOf(session.load(bytes(conversation(2)), 'a', null, 5));
    expect(reply).toMatchObject({
      format: 'openai-chat',
      conversations: [{ index: 0, messages: 9, toolCalls: 2, toolResults: 2, parent: null }],
      warnings: [],
    });
    expect(reply.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(reply.conversations[0]?.preview).toContain('failure number 0');
  });
  test('what is not understood is a described error, and the file before it stays', async () => {
    const { session } = await loaded();
    const reply = await session.load(bytes('<!doctype html><title>x</title>'), 'x.html', null, 5);
    expect(reply).toMatchObject({ ok: false, error: { code: expect.any(String), expected: expect.any(String) } });
    expect((await session.compare(few(), 6)).ok).toBe(true);
  });
  test('a newer load and a cancel stop an older one', async () => {
    const session = createSession();
    const first = session.load(bytes(conversation(2)), 'a', null, 1);
    const second = session.load(bytes(conversation(3)), 'b', null, 2);
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await second).toMatchObject({ ok: true, value: { conversations: [{ messages: 13 }] } });
    const third = session.load(bytes(conversation(4)), 'c', null, 3);
    await session.cancel(3);
    expect(await third).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await answerOf(session.compare(few(), 4))).transcript.n).toBe(13);
  });
});

describe('compare', () => {
  test('every strategy gets a row, with fates for every message', async () => {
    const { reply } = await compared();
    expect(reply.rows.map((r) => r.key)).toEqual(ids);
    expect(reply.transcript).toMatchObject({
      n: MESSAGES,
      toolCalls: ROUNDS,
      model: 'gpt-4o',
      tokenizer: 'o200k_base',
      exact: true,
      window: 128_000,
    });
    expect(reply.transcript.prefix[MESSAGES]).toBe(reply.transcript.total - reply.transcript.toolDefinitionTokens);
    for (const row of reply.rows) {
      expect(row.fates.length).toBe(MESSAGES);
      expect(Object.values(row.measures.messagesByFate).reduce((a, b) => a + b, 0)).toBe(MESSAGES);
      expect(row.measures.tokensAfter).toBeLessThanOrEqual(row.tokensBefore);
      if (row.outcome === 'compacted') expect(row.measures.efficiency).not.toBeNull();
      else expect(row.measures.efficiency).toBeNull();
    }
    expect(reply.rows.filter((r) => r.outcome === 'compacted').length).toBeGreaterThan(8);
  });
  test('settings move it: target, window, thresholds, marks, duplicates', async () => {
    const { session, reply } = await compared();
    const of = (r: typeof reply, key: string) => r.rows.find((row) => row.key === key)!;
    const duplicate: Row = { key: 'middle-removal~2', strategy: 'middle-removal', params: { preserveStart: 20 } };
    const window = Math.floor(reply.transcript.total / 2);
    const id = (await answerOf(session.rows([29], [])))[0]!.message.id;
    const again = await answerOf(session.compare(requestOf({ target: 0.25, window, shortTokens: 0 }, [duplicate], { marks: { [id]: 'pin' } }), 3));
    expect(of(again, 'middle-removal').measures.tokensAfter).toBeLessThan(of(reply, 'middle-removal').measures.tokensAfter);
    expect(of(again, 'middle-removal~2').params).toMatchObject({ preserveStart: 20 });
    expect(again.transcript.window).toBe(window);
    // Products have levels that no window moves.
    expect(again.rows.filter(({ strategy, fires }) => fires && !fires.fires && !byId.get(strategy)?.preset)).toEqual([]);
    expect([reply.transcript.priority[29], again.transcript.priority[29]]).toEqual([0, 3]);
  });
  test('would fire now: each row by its own trigger with its settings, one without by the common one', async () => {
    const { session, reply } = await compared();
    const { total } = reply.transcript;
    // Just over half of this window is in use.
    const window = Math.floor(total * 1.9);
    const rows: Row[] = [
      { key: 'auto-compression', strategy: 'auto-compression', params: { threshold: 0.5 } },
      { key: 'auto-compression~2', strategy: 'auto-compression', params: {} },
      { key: 'auto-compression~3', strategy: 'auto-compression', params: { enabled: false } },
      { key: 'summary', strategy: 'summary', params: { threshold: 0.5 } },
      { key: 'context-compactor', strategy: 'context-compactor', params: { maxContextTokens: 1000 } },
    ];
    const { rows: found } = await answerOf(session.compare(requestOf({ window, trigger: 0.5 }, rows), 3));
    const of = (key: string) => found.find((row) => row.key === key)!.fires;
    expect(of('auto-compression')).toMatchObject({ fires: true, own: true, reason: { key: 'trigger-share', values: { fires: true, share: 0.5 } } });
    expect(of('auto-compression~2')).toMatchObject({ fires: false, own: true, reason: { values: { share: 0.8 } } });
    expect(of('auto-compression~3')).toBeNull();
    expect(of('summary')).toMatchObject({ fires: true, own: true });
    expect(of('context-compactor')).toMatchObject({ fires: true, reason: { key: 'trigger-tokens', values: { fires: true, at: 800 } } });
    expect(of('head-tail')).toMatchObject({ fires: true, own: false, reason: { values: { share: 0.5 } } });
    expect(of('middle-removal')).toMatchObject({ fires: false, own: true });
  });
  test('keyword lists of the settings count, and a language that they do not cover gets a notice', async () => {
    const { session, reply } = await compared({ budget: 'shipped' });
    const fates = ({ rows }: CompareReply): string => rows.find((row) => row.key === 'importance-scoring')!.fates.join('');
    expect(reply.transcript).toMatchObject({ languages: [{ language: 'en', share: 1 }], keywordNotice: null });
    const bare = { important: [], fixes: [], completion: [], marks: [], 'tool-marks': [] };
    const without = await answerOf(session.compare(requestOf({ budget: 'shipped', keywords: bare }), 3));
    expect(fates(without)).not.toBe(fates(reply));
    const german = JSON.stringify({ messages: [{ role: 'user', content: 'Bitte sieh dir den Build an und sag mir, was daran nicht stimmt.' }] });
    const other = await loaded(german);
    const { transcript } = await answerOf(other.session.compare(few(), 2));
    expect(transcript.keywordNotice).toMatchObject({ key: 'note-keywords-language', values: { language: 'de' } });
  });
  test('a row with a bad parameter fails alone and says why', async () => {
    const { reply, session } = await compared({}, [{ key: 'head-tail', strategy: 'head-tail', params: { nonsense: 1 } }]);
    const failed = reply.rows.find((r) => r.key === 'head-tail');
    expect(failed).toMatchObject({ outcome: 'failed', why: { key: 'error-parameter', values: { param: 'nonsense' } } });
    expect(reply.rows.filter((r) => r.outcome === 'failed').length).toBe(1);
    expect((await answerOf(session.rows([1], ['head-tail'])))[0]?.cells[0]).toMatchObject({ fate: 'keep', reason: { key: 'error-parameter' } });
    expect(await session.diff(1, 'head-tail')).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
  });
  test('the newest ticket wins, whatever is slower', async () => {
    const { session } = await loaded();
    const replies = await Promise.all([2, 3, 4, 5].map((ticket) => session.compare(requestOf({ target: ticket / 10 }), ticket)));
    expect(replies.map((r) => (r.ok ? 'ok' : r.error.code))).toEqual(['cancelled', 'cancelled', 'cancelled', 'ok']);
  });
  test('cancel stops up to its ticket; the last comparison stays', async () => {
    const { session } = await loaded();
    await answerOf(session.compare(few({ target: 0.5 }), 2));
    const before = await answerOf(session.exportComparison('json'));
    const running = session.compare(requestOf({ target: 0.2 }), 3);
    await session.cancel(3);
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await answerOf(session.exportComparison('json'))).toBe(before);
    expect((await session.compare(few(), 4)).ok).toBe(true);
  });
  test.each(['counting', 'comparing'] as const)('a cancel gets through while %s, and what was done is not done again', async (phase) => {
    const rounds = deep ? 2500 : 400;
    const { session } = await loaded(conversation(rounds));
    const phases: string[] = [];
    await session.listen((ticket, p) => {
      phases.push(p.phase);
      if (p.phase === phase && ticket === 2) void session.cancel(2);
    });
    expect(await everyPause(() => session.compare(requestOf(), 2))).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(phases.at(-1)).toBe(phase);
    expect((await answerOf(session.compare(few(), 3))).transcript.n).toBe(4 * rounds + 1);
  });
  test('a finished load stops the comparison of the file before it', async () => {
    const { session } = await loaded(conversation(100));
    const running = session.compare(requestOf(), 2);
    const loading = session.load(bytes(conversation(2)), 'b', null, 3);
    expect((await loading).ok).toBe(true);
    await running;
    expect((await answerOf(session.compare(few(), 4))).transcript.n).toBe(9);
  });
  test('rows are there and can be read as soon as they have run', async () => {
    const { session } = await loaded();
    const seen: CompareReply[] = [];
    const rowsSoFar: unknown[] = [];
    await session.listen((_, __, soFar) => {
      if (!soFar) return;
      seen.push(soFar);
      void session.rows([2], ['middle-removal']).then((reply) => rowsSoFar.push(reply.ok && reply.value[0]?.message.index));
      void session.rows([2], ['summary']).then((reply) => rowsSoFar.push(reply.ok || reply.error.code));
    });
    const reply = await answerOf(everyPause(() => session.compare(requestOf(), 2)));
    // Rows that need nothing come one after another.
    expect(seen[0]?.rows.map((r) => r.key)).toEqual(['middle-removal']);
    const keys = (rows: CompareReply['rows']) => rows.map((r) => r.key);
    for (const { rows } of seen) expect(keys(rows)).toEqual(ids.slice(0, rows.length));
    const first = seen[0]!;
    expect([first.waiting, reply.waiting]).toEqual([reply.rows.length - first.rows.length, 0]);
    expect(rowsSoFar.slice(0, 2)).toEqual([2, 'unknown-row']);
    expect(reply.rows.map((r) => r.key)).toEqual(ids);
    // The next one has read everything and keeps nobody waiting.
    const before = seen.length;
    expect((await answerOf(session.compare(requestOf({ target: 0.4 }), 3))).waiting).toBe(0);
    expect(seen.length).toBe(before);
  });
  test('rows of a large transcript that are there together come a few at a time', async () => {
    const rounds = Array.from({ length: 6250 }, (_, i) => [
      { role: 'user', content: `${i}?` },
      { role: 'assistant', content: 'Yes.' },
    ]);
    const { session } = await loaded(JSON.stringify({ model: 'gpt-4o', messages: rounds.flat() }));
    const counts: number[] = [];
    await session.listen((_, __, soFar) => soFar && counts.push(soFar.rows.length));
    const rows = Array.from({ length: 50 }, (_, k): Row => ({ key: `row-${k}`, strategy: 'summary', params: {} }));
    // However slow the machine: nothing is shown because time has passed.
    const still = vi.spyOn(performance, 'now').mockReturnValue(0);
    counts.push((await answerOf(session.compare({ ...requestOf(), rows }, 2)).finally(() => still.mockRestore())).rows.length);
    // Half a million messages of all rows: forty rows of 12,500.
    expect(counts.at(-1)).toBe(50);
    expect(Math.max(...counts.map((count, k) => count - (counts[k - 1] ?? 0)))).toBe(40);
    // The next step brings all of them, as the table has them already.
    const before = counts.length;
    expect((await answerOf(session.compare({ ...requestOf({ target: 0.4 }), rows }, 3))).rows.length).toBe(50);
    expect(counts.length).toBe(before);
  });
  test('a comparison that was stopped while it read does not hold up the next', async () => {
    const { session } = await loaded();
    await session.listen((ticket, _, soFar) => void (ticket === 2 && soFar && session.cancel(2)));
    expect(await everyPause(() => session.compare(requestOf(), 2))).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await answerOf(session.compare(requestOf(), 3))).waiting).toBe(0);
  });
  test('nothing loaded, no such conversation', async () => {
    expect(await createSession().compare(requestOf(), 1)).toMatchObject({ ok: false, error: { code: 'no-transcript' } });
    const { session } = await loaded();
    expect(await session.compare(requestOf({}, [], { conversation: 4 }), 2)).toMatchObject({ ok: false, error: { code: 'no-transcript' } });
    expect(await session.rows([0], [])).toMatchObject({ ok: false, error: { code: 'no-transcript' } });
  });
  test('progress carries its ticket and grows', async () => {
    const { progress } = await compared();
    expect(progress[0]).toEqual([1, { phase: 'parsing', done: 0, of: expect.any(Number) }]);
    for (const [, p] of progress) expect(p.done).toBeLessThanOrEqual(p.of);
  });
  test('the error of the S1 estimate is told where the exact count is known, or asked for', async () => {
    const { session, reply } = await compared();
    expect(reply.transcript.s1Error).toBeGreaterThan(0.1);
    const s1 = await answerOf(session.compare(few({ tokenizer: 's1-estimate' }), 3));
    expect(s1.transcript.s1Error).toBeCloseTo(reply.transcript.s1Error!, 10);
    expect(s1.transcript.exact).toBe(false);
    expect((await answerOf(session.compare(few({ tokenizer: 'chars4' }), 4))).transcript.s1Error).toBeNull();
  });
  test('a summariser that fails shows in the rows that need it', async () => {
    const { reply } = await compared({ summarizerOutcome: 'error' });
    expect(reply.rows.find((r) => r.key === 'sliding-window')?.outcome).not.toBe('compacted');
    expect(reply.rows.find((r) => r.key === 'middle-removal')?.outcome).toBe('compacted');
  });
});

describe('reading a comparison', () => {
  const once = compared();
  test('rows: the message, and one cell per strategy with its reason', async () => {
    const { session, reply } = await once;
    const rows = await answerOf(session.rows([0, 2, 999], ['middle-removal', 'summary']));
    expect(rows.map((r) => r.message.index)).toEqual([0, 2]);
    expect(rows[1]?.message).toMatchObject({ role: 'assistant', title: 'read src/part0.ts', preview: 'I will read src/part0.ts first.' });
    expect(rows[0]?.message.priority).toBe('CRITICAL');
    const fates = rows[1]!.cells.map((c) => c.fate);
    expect(fates).toEqual(
      ['middle-removal', 'summary'].map((key) => ['keep', 'edit', 'summarize', 'offload', 'drop'][reply.rows.find((r) => r.key === key)!.fates[2]!]),
    );
    for (const cell of rows[1]!.cells) expect(cell.reason.key).not.toBe('');
    expect(await session.rows([0], ['nobody'])).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
  });
  test('a whole message, part by part', async () => {
    const { session } = await once;
    const full = await answerOf(session.full(2));
    expect(full.parts.map((p) => [p.kind, p.label])).toEqual([
      ['text', ''],
      ['tool-call', 'read'],
    ]);
    expect(full.parts[1]?.text).toBe('{"path":"src/part0.ts"}');
    expect(full.parts.every((p) => p.tokens > 0)).toBe(true);
    expect((await session.full(9999)).ok).toBe(false);
  });
  test('summaries: where they stand, what they replace, who wrote them; their sentences lead back', async () => {
    const { session, reply } = await once;
    const [inserted] = await answerOf(session.insertions('sliding-window'));
    expect(inserted?.summary).toMatchObject({ generation: 1, summarizer: expect.stringContaining('extractive') });
    expect(inserted!.tokens).toBeLessThan(inserted!.summary!.sourceTokens);
    expect(inserted!.text.length).toBeGreaterThan(100);
    const members = Array.from(reply.rows.find((r) => r.key === 'sliding-window')!.fates.keys()).filter(
      (i) => reply.rows.find((r) => r.key === 'sliding-window')!.fates[i] === 2,
    );
    const cells = await answerOf(session.rows(members, ['sliding-window']));
    const spans = cells.flatMap((c) => c.cells[0]!.summary!.spans ?? []);
    expect(spans.length).toBeGreaterThan(0);
    expect(inserted!.text).toContain(spans[0]!.slice(0, 20));
    expect(members.length).toBe(inserted!.summary!.members);
  });
  test('the fates of one message in every row are what its cells say', async () => {
    const { session, reply } = await once;
    const fates = await answerOf(session.fatesOf(7));
    expect(fates.map((f) => f.key)).toEqual(reply.rows.filter((r) => r.outcome !== 'failed').map((r) => r.key));
    for (const { key, ...fate } of fates) {
      const [row] = await answerOf(session.rows([7], [key]));
      expect(row!.cells[0]).toMatchObject({ ...fate, summary: fate.summary === null ? null : { id: fate.summary } });
    }
    expect(new Set(fates.map((f) => f.fate)).size).toBeGreaterThan(1);
    expect((await session.fatesOf(9999)).ok).toBe(false);
  });
  test('diff of a message: what is left and what is gone', async () => {
    const { session } = await once;
    const ops = await answerOf(session.diff(2, 'middle-removal'));
    expect(ops).toEqual([{ op: 'equal', text: 'I will read src/part0.ts first.\nread {"path":"src/part0.ts"}' }]);
  });
  test('find is deaf to case and takes its words literally', async () => {
    const { session } = await once;
    expect(await answerOf(session.find(`PART${ROUNDS - 1}.`))).toEqual([MESSAGES - 4, MESSAGES - 3]);
    expect(await answerOf(session.find('('))).not.toEqual([]);
    expect(await answerOf(session.find(''))).toEqual([]);
  });
  test('unified diff counts what it does not show', async () => {
    const { session } = await once;
    const all = await answerOf(session.unified('middle-removal', 100_000));
    expect(all.lines.length).toBe(all.total);
    expect(all.lines.filter((l) => l.op === '-').length).toBeGreaterThan(ROUNDS);
    const some = await answerOf(session.unified('middle-removal', 10));
    expect(some).toEqual({ lines: all.lines.slice(0, 10), total: all.total });
  });
  test('request: the compacted context in any format, the original with null', async () => {
    const { session, reply } = await once;
    const original = await answerOf(session.request(null, null));
    expect(original.format).toBe('openai-chat');
    expect((JSON.parse(original.text) as { messages: unknown[] }).messages.length).toBe(MESSAGES);
    const compacted = await answerOf(session.request('middle-removal', null));
    expect((JSON.parse(compacted.text) as { messages: unknown[] }).messages.length).toBe(
      reply.rows.find((r) => r.key === 'middle-removal')!.measures.messagesAfter,
    );
    expect(await session.request('middle-removal', 'no-such-format')).toMatchObject({ ok: false });
  });
  test('exports: the same numbers as the table', async () => {
    const { session, reply } = await once;
    const json = JSON.parse(await answerOf(session.exportComparison('json'))) as {
      results: { strategy: string; title: string; tokensAfter: number; fates: string }[];
      settings: Settings;
      budget: { window: number };
    };
    expect(json.results.map((r) => r.strategy)).toEqual(ids);
    expect(json.results.map((r) => r.tokensAfter)).toEqual(reply.rows.map((r) => r.measures.tokensAfter));
    expect(json.results[0]?.fates).toMatch(new RegExp(`^[KESOD]{${MESSAGES}}$`));
    expect(json.settings.target).toBe(0.5);
    expect(json.budget.window).toBe(128_000);
    const csv = await answerOf(session.exportComparison('csv'));
    expect(csv.split('\r\n').length).toBe(ids.length + 2);
    const columns = csv.split('\r\n')[0]?.split(',');
    for (const column of ['strategy', 'title', 'outcome', 'tokensAfter', 'fates', 'factRetention', 'hindsightRecall'])
      expect(columns).toContain(column);
  });
  test('own format loads again as the same conversation', async () => {
    const { session, reply } = await once;
    const own = await answerOf(session.ownFormat());
    const second = createSession();
    expect((await answerOf(second.load(bytes(own), 'own.json', null, 1))).conversations[0]).toMatchObject({ messages: MESSAGES, toolCalls: ROUNDS });
    const again = await answerOf(second.compare(requestOf(), 2));
    expect(again.transcript.total).toBe(reply.transcript.total);
    expect(again.rows.map((r) => r.measures.tokensAfter)).toEqual(reply.rows.map((r) => r.measures.tokensAfter));
  });
  test('secrets are named, counted and masked', async () => {
    const key = `sk-${'a1B2'.repeat(8)}`;
    const { session } = await loaded(
      JSON.stringify([
        { role: 'user', content: `my key is ${key}, write to ada@example.org` },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'login', arguments: JSON.stringify({ password: 'hunter2-hunter2' }) } }],
        },
        { role: 'tool', tool_call_id: 'c', content: `again ${key}` },
      ]),
    );
    const secrets = await answerOf(session.secrets());
    expect(secrets).toEqual([
      { kind: 'openai-key', count: 1, sample: 'sk-a… (35)' },
      { kind: 'e-mail', count: 1, sample: 'a…@example.org' },
      { kind: 'password', count: 1, sample: 'hun… (15)' },
    ]);
    expect(JSON.stringify(secrets)).not.toContain('hunter2');
  });
  test('description: what can be chosen', async () => {
    const described = await answerOf(createSession().describe());
    expect(described.strategies.map((s) => s.id)).toEqual(strategies.map((s) => s.id));
    expect(described.formats.some((f) => f.id === 'openai-chat' && f.canExport)).toBe(true);
    expect(described.models.length).toBeGreaterThan(20);
    expect(described.tokenizers.filter((t) => t.exact).map((t) => t.id)).toEqual(['o200k_base', 'cl100k_base']);
    expect(structuredClone(described)).toEqual(described);
  });
});
