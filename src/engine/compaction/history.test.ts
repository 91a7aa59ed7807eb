import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRow, type CompareOptions } from '../compare.ts';
import { parseTranscript, serializeTranscript } from '../formats/index.ts';
import { ruleSetOf } from '../formats/contract.ts';
import { strategies } from '../pipelines/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { letterPlan, run, strategyOf } from '../testing/letter-plans.ts';
import { assistant, call, answer, system, transcriptOf, user } from '../testing/plans.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import { countTranscript } from '../tokens/count.ts';
import { loadTokenizer } from '../tokens/tokenizers.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import {
  broughtLevels,
  contextTranscript,
  entryOfLevel,
  follow,
  type HistoryEntry,
  type Level,
  levelCounts,
  levelOf,
  restoredLevels,
  statisticsOf,
  withHistory,
} from './history.ts';
import { runs } from '../testing/scale.ts';

const tokenizer = await loadTokenizer('chars4');
const summarizer = createBuiltIn();

interface Stack {
  readonly levels: readonly Level[];
  readonly counts: TokenCounts;
  readonly transcript: Transcript;
}

const bottom = (transcript: Transcript): Stack => ({ levels: [], transcript, counts: countTranscript(transcript, tokenizer) });

/** Carries a strategy out on the top of a stack; the same stack where it changes nothing. */
function carryOut(stack: Stack, strategy: string, target: number): Stack {
  const { transcript, counts } = stack;
  const options: CompareOptions = {
    window: 128_000,
    target,
    own: false,
    weight: 0.6,
    seed: 1,
    rules: ruleSetOf(transcript, null),
    summarizer,
    ts: '2026-01-01T00:00:00.000Z',
  };
  const row = compareRow(prepare(transcript, counts, DEFAULT_SIGNALS), { key: strategy, strategy, params: {} }, options);
  if (row instanceof Promise) throw new Error('the built-in summariser answers at once');
  if (row.result?.outcome !== 'compacted') return stack;
  const level = levelOf(transcript, row.result, row.measures?.efficiency == null ? {} : { efficiency: row.measures.efficiency });
  return { levels: [...stack.levels, level], transcript: level.transcript, counts: levelCounts(counts, transcript, level) };
}

/** Written in our own format and read again. */
function roundTrip(transcript: Transcript): Transcript {
  const written = serializeTranscript(transcript, 'playground');
  if (!written.ok) throw new Error(written.error.message);
  const parsed = parseTranscript(written.value.text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.warnings).toEqual([]);
  return parsed.value.conversations[0]!;
}

function levelsOf(transcript: Transcript): readonly Level[] {
  const restored = restoredLevels(transcript);
  if (!restored.ok) throw new Error(`${restored.error.path}: ${restored.error.message}`);
  return restored.value;
}

const talk = transcriptOf([
  system(50),
  ...Array.from({ length: 12 }, (_, i) => [
    user(40, `Please look into failure number ${i} of src/part${i}.ts.`),
    call(30, `c${i}`),
    { ...answer(300, `c${i}`), text: `export const part${i} = () => ${i};\n`.repeat(20) },
    assistant(60, `Fixed: part${i} returned ${i} where ${i + 1} was expected.`),
  ]).flat(),
  user(30, 'And now the release notes?'),
]);

describe('levels', () => {
  test('a level is the compacted context with everything else of the transcript', () => {
    const stack = carryOut(
      bottom({ ...talk, tools: [{ name: 'run' }], model: 'gpt-4o', extra: { cwd: '/', persisted: { compressions: [] } } }),
      'sliding-window',
      0.5,
    );
    const [level] = stack.levels;
    expect(stack.transcript).toMatchObject({ id: 't', model: 'gpt-4o', tools: [{ name: 'run' }], extra: { cwd: '/' } });
    expect(stack.transcript.extra).not.toHaveProperty('persisted');
    expect(stack.transcript.messages.length).toBe(level!.record.messagesAfter);
    expect(level!.record).toMatchObject({ strategy: 'sliding-window', messagesBefore: 50, ts: '2026-01-01T00:00:00.000Z', summaryMs: 0 });
    expect(level!.record.efficiency).toBeGreaterThan(0);
  });

  test('recorded compactions and branches stay where what they name still stands', () => {
    const message = (id: string): Message => ({ id, role: 'user', parts: [] });
    const before: Transcript = {
      ...talk,
      messages: ['a', 's', 'b', 'c', 'd'].map(message),
      compactions: [
        { at: 2, summaryId: 's', keptFrom: 'a', trigger: 'auto' },
        { at: 3, tokensBefore: 9 },
        { at: 4, summaryId: 'x' },
        { at: 4, tokensBefore: 7 },
        { at: 5 },
      ],
      branches: [
        { id: 'start', messages: [] },
        { id: 'gone', forkedFrom: 'b', messages: [] },
        { id: 'there', forkedFrom: 'd', messages: [] },
      ],
    };
    // a, b and c went into a summary that is first.
    const context = [message('sum'), before.messages[1]!, before.messages[4]!];
    const derived = contextTranscript(before, context, Int32Array.of(-1, 1, 4));
    expect(derived.compactions).toEqual([
      { at: 2, summaryId: 's', trigger: 'auto' },
      { at: 2, tokensBefore: 7 },
    ]);
    expect(derived.branches.map(({ id }) => id)).toEqual(['start', 'there']);
  });

  test('counts of a level are those of counting it anew', () => {
    const stack = carryOut(carryOut(bottom(talk), 'middle-removal', 0.7), 'sliding-window', 0.5);
    expect(stack.levels.length).toBe(2);
    const anew = countTranscript(stack.transcript, tokenizer);
    expect(stack.counts.messages).toEqual(anew.messages);
    expect(stack.counts.prefix).toEqual(anew.prefix);
    expect(stack.counts.total).toBe(anew.total);
    expect(stack.counts.total).toBe(stack.levels[1]!.record.tokensAfter);
    for (let i = 0; i < stack.transcript.messages.length; i++) expect(stack.counts.parts(i)).toEqual(anew.parts(i));
  });
});

describe('in our own format', () => {
  test("S4's fields stand beside the messages, with time and usage as given", () => {
    const stack = carryOut(bottom(talk), 'sliding-window', 0.5);
    const saved = { updatedAt: '2026-02-03T04:05:06.000Z', tokenUsage: { usedTokens: 7, maxTokens: 9 } };
    const written = serializeTranscript(withHistory(talk, stack.levels, saved), 'playground');
    const [conversation] = (JSON.parse(written.ok ? written.value.text : '') as { conversations: Record<string, unknown>[] }).conversations;
    expect(conversation).toMatchObject({ messages: talk.messages, runtimeMessages: stack.transcript.messages, ...saved });
    const { record } = stack.levels[0]!;
    // S4's fields by its names and types (docs/history.md#in-a-file); beside them our own.
    expect((conversation!.compressions as unknown[])[0]).toMatchObject({
      summary: record.summaries[0],
      compressedRange: { start: record.replaced[0]!.start, end: record.replaced.at(-1)!.start + record.replaced.at(-1)!.originals.length - 1 },
      compressedMessages: record.replaced.flatMap(({ originals }) => originals),
      originalCount: talk.messages.length,
      newCount: stack.transcript.messages.length,
      strategy: 'sliding-window',
      tokensBefore: record.tokensBefore,
    });
    for (const old of ['ts', 'replaced', 'messagesBefore', 'messagesAfter'])
      expect((conversation!.compressions as object[])[0]).not.toHaveProperty(old);
    expect(withHistory(withHistory(talk, stack.levels, saved), [])).toEqual(talk);
  });

  test('what the agent said after a compaction stays at the end of every level', () => {
    const { levels } = carryOut(carryOut(bottom(talk), 'middle-removal', 0.7), 'sliding-window', 0.4);
    const more: Message = { id: 'more', role: 'assistant', parts: [{ type: 'text', text: 'Here they are.' }] };
    const file = withHistory(talk, levels);
    const persisted = file.extra!.persisted as { runtimeMessages: Message[] };
    const longer: Transcript = {
      ...file,
      messages: [...talk.messages, more],
      extra: { persisted: { ...persisted, runtimeMessages: [...persisted.runtimeMessages, more] } },
    };
    const restored = levelsOf(roundTrip(longer));
    expect(restored.map(({ transcript }) => transcript.messages.at(-1))).toEqual([more, more]);
    expect(restored[1]!.transcript.messages.length).toBe(levels[1]!.transcript.messages.length + 1);
  });

  const damage: [string, (persisted: Record<string, unknown>) => Record<string, unknown>, string][] = [
    ['no context', (p) => ({ ...p, runtimeMessages: undefined }), '.runtimeMessages'],
    ['no records', (p) => ({ ...p, compressions: undefined }), '.compressions'],
    ['records that are none', (p) => ({ ...p, compressions: [7] }), '.compressions[0]'],
    ['a context that nobody compacted', (p) => ({ ...p, compressions: [] }), '.runtimeMessages'],
    ['one message too few', (p) => ({ ...p, runtimeMessages: (p.runtimeMessages as unknown[]).slice(1) }), '.compressions[1]'],
    ['records in the wrong order', (p) => ({ ...p, compressions: [...(p.compressions as unknown[])].reverse() }), '.compressions[1]'],
    [
      'a message of another role',
      (p) => ({ ...p, runtimeMessages: [{ id: 'x', role: 'king', parts: [] }, ...(p.runtimeMessages as unknown[]).slice(1)] }),
      '.runtimeMessages[0]',
    ],
  ];
  test.each(damage)('%s: an error with its path, the messages stay', (_, change, path) => {
    const { levels } = carryOut(carryOut(bottom(talk), 'middle-removal', 0.7), 'sliding-window', 0.4);
    const file = withHistory(talk, levels);
    const damaged = roundTrip({ ...file, extra: { persisted: change(file.extra!.persisted as Record<string, unknown>) } });
    expect(restoredLevels(damaged)).toMatchObject({ ok: false, error: { path, message: expect.stringMatching(/\w{4}/) } });
    expect(damaged.messages).toEqual(talk.messages);
  });

  test.each([
    ['strategy', 7],
    ['originalCount', -1],
    ['newCount', 1e15],
    ['summary', 7],
    ['compressedRange', null],
    ['compressedRange', { start: 0, end: 1e9 }],
    ['compressedMessages', 'all'],
    ['compressedMessages', [{ id: 'a' }]],
    ['compressedMessages', []],
    ['runs', 7],
    ['runs', [{ start: 1, count: 0 }]],
    ['runs', [{ start: 1e9, count: 1 }]],
    ['runs', []],
    ['inserted', [0.5]],
    ['inserted', 'all'],
    ['summaries', [null]],
    // As version 1 had them: the other fields are missing then.
    ['replaced', [{ start: 0 }]],
    ['replaced', [{ start: 1, originals: [{ id: 'a' }] }]],
    ['replaced', [{ start: 1e9, originals: [] }]],
  ])('a record with %s %j is an error, never an exception', (field, value) => {
    const { levels } = carryOut(bottom(talk), 'sliding-window', 0.5);
    const file = withHistory(talk, levels);
    const { runtimeMessages, compressions } = file.extra!.persisted as { runtimeMessages: unknown; compressions: object[] };
    const damaged = roundTrip({ ...file, extra: { persisted: { runtimeMessages, compressions: [{ ...compressions[0], [field]: value }] } } });
    const restored = restoredLevels(damaged);
    expect(restored.ok ? '' : restored.error.path).toMatch(/^\.compressions\[0\]/);
  });

  test('files of version 1, with their own names, still open, and are saved with those of S4', () => {
    for (const ids of [['sliding-window'], ['middle-removal'], ['topic-segmentation', 'message-truncation']]) {
      const stack = ids.reduce((one, id) => carryOut(one, id, 0.5), bottom(talk));
      const records = stack.levels.map(({ record }) => ({ ...record, ts: '2026-02-03T04:05:06.000Z' }));
      const conversation = { ...talk, runtimeMessages: stack.transcript.messages, compressions: records };
      const parsed = parseTranscript(JSON.stringify({ format: 'compaction-playground', version: 1, conversations: [conversation] }));
      const old = parsed.ok ? parsed.value.conversations[0]! : talk;
      const levels = levelsOf(old);
      expect(levels.map(({ record }) => record)).toEqual(records);
      const again = roundTrip(withHistory(talk, levels));
      const [written] = (again.extra!.persisted as { compressions: object[] }).compressions;
      expect(written).toMatchObject({ timestamp: '2026-02-03T04:05:06.000Z', originalCount: talk.messages.length });
      expect(levelsOf(again).map(({ record }) => record)).toEqual(records);
      // A file of version 1 that is saved without being undone keeps its records as they are.
      expect(levelsOf(roundTrip(old)).map(({ record }) => record)).toEqual(records);
    }
  });

  test('a file that another program wrote again, with its fields in another order, still fits', () => {
    const file: Transcript = { ...talk, messages: talk.messages.map((m, i) => (i === 9 ? { ...m, extra: { b: 1, a: { d: [2], c: 3 } } } : m)) };
    const stack = carryOut(bottom(file), 'middle-removal', 0.7);
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([k, v]) => [k, reversed(v)]),
            )
          : value;
    const { runtimeMessages, compressions } = withHistory(file, stack.levels).extra!.persisted as Record<string, unknown>;
    const mixed: Transcript = { ...file, extra: { persisted: { runtimeMessages, compressions: reversed(compressions) } } };
    expect(levelsOf(roundTrip(mixed)).map(({ transcript }) => transcript.messages)).toEqual([stack.transcript.messages]);
  });

  test('a message that was changed by hand in the file is noticed', () => {
    const { levels } = carryOut(bottom(talk), 'sliding-window', 0.5);
    const file = roundTrip(withHistory(talk, levels));
    const changed: Transcript = { ...file, messages: file.messages.map((m, i) => (i === 3 ? { ...m, name: 'forged' } : m)) };
    expect(restoredLevels(changed)).toMatchObject({ ok: false, error: { path: '.compressions' } });
  });
});

test('any compactions, exported, imported and undone one by one, give the messages back byte for byte', () => {
  const ids = strategies.map(({ id }) => id);
  const step = fc.record({ strategy: fc.constantFrom(...ids), target: fc.constantFrom(0.3, 0.5, 0.7, 0.9) });
  let most = 0;
  fc.assert(
    fc.property(transcripts(25), fc.array(step, { minLength: 1, maxLength: 4 }), (transcript, steps) => {
      deepFreeze(transcript);
      // Through the format once, so that fields which no file can hold do not count as differences.
      const base = roundTrip(transcript);
      const stack = steps.reduce((top, { strategy, target }) => carryOut(top, strategy, target), bottom(base));
      most = Math.max(most, stack.levels.length);
      const file = roundTrip(withHistory(base, stack.levels));
      const restored = levelsOf(file);
      expect(restored.map(({ transcript: t }) => JSON.stringify(t.messages))).toEqual(
        stack.levels.map(({ transcript: t }) => JSON.stringify(t.messages)),
      );
      expect(restored.map(({ record }) => record)).toEqual(stack.levels.map(({ record }) => JSON.parse(JSON.stringify(record)) as unknown));
      // Undone one at a time, each with an export and an import between.
      let now = file;
      for (let left = restored.length - 1; left >= 0; left--) {
        now = roundTrip(withHistory(now, levelsOf(now).slice(0, left)));
        const top = levelsOf(now).at(-1)?.transcript ?? now;
        expect(JSON.stringify(top.messages)).toBe(JSON.stringify(left === 0 ? base.messages : stack.levels[left - 1]!.transcript.messages));
      }
      expect(JSON.stringify(now)).toBe(JSON.stringify(base));
    }),
    { numRuns: Math.max(12, runs(60)) },
  );
  expect(most).toBeGreaterThan(1);
});

describe('compactions that a file brings along', () => {
  const { levels } = carryOut(bottom(talk), 'sliding-window', 0.5);
  const file = roundTrip(withHistory(talk, levels));
  const listed = (transcript: Transcript, parent: number | null = null) => ({ transcript, parent }) as Parameters<typeof broughtLevels>[0];

  test('are those of our own format, of a conversation and not of a subagent', () => {
    const brought = broughtLevels(listed(file), 0, 'playground');
    expect([brought.levels.length, brought.warning]).toEqual([1, null]);
    expect(broughtLevels(listed(file, 0), 1, 'playground')).toEqual({ levels: [], warning: null });
    expect(broughtLevels(listed(file), 0, 'pi')).toEqual({ levels: [], warning: null });
    expect(broughtLevels(listed(talk), 0, 'playground')).toEqual({ levels: [], warning: null });
  });

  test('are left aside with a warning where they do not fit', () => {
    const damaged: Transcript = { ...file, messages: file.messages.map((m, i) => (i === 3 ? { ...m, name: 'forged' } : m)) };
    const { levels: none, warning } = broughtLevels(listed(damaged), 2, 'playground');
    expect([none, warning]).toEqual([
      [],
      {
        code: 'history-does-not-fit',
        message: expect.stringMatching(/left aside \(applied backwards, .+\); the full messages are used\.$/),
        path: '$.conversations[2].compressions',
        count: 1,
      },
    ]);
    const alone: Transcript = { ...file, extra: { persisted: { runtimeMessages: talk.messages.slice(1), compressions: [] } } };
    expect(broughtLevels(listed(alone), 0, 'playground').warning?.path).toBe('$.conversations[0].runtimeMessages');
  });
});

describe('what is saved beside the messages', () => {
  const stack = carryOut(bottom(talk), 'sliding-window', 0.5);

  test('the agent’s id stays, everything else of an earlier history goes', () => {
    const before: Transcript = {
      ...talk,
      extra: { cwd: '/', persisted: { agentId: 'a1', updatedAt: 'then', runtimeMessages: [], compressions: [] } },
    };
    const saved = withHistory(before, stack.levels).extra as { cwd: string; persisted: Record<string, unknown> };
    expect([saved.cwd, Object.keys(saved.persisted).sort(), saved.persisted.agentId]).toEqual([
      '/',
      ['agentId', 'compressions', 'runtimeMessages'],
      'a1',
    ]);
    expect(Object.keys(withHistory(talk, stack.levels).extra!.persisted as object)).not.toContain('agentId');
    expect(withHistory(before, []).extra).toEqual({ cwd: '/' });
    expect(withHistory({ ...talk, extra: { persisted: {} } }, [])).not.toHaveProperty('extra');
  });

  test('tokens are whole numbers from 0, and an efficiency is at most 1', () => {
    const usage = (usedTokens: number, maxTokens: number) => () => withHistory(talk, stack.levels, { tokenUsage: { usedTokens, maxTokens } });
    expect(usage(0, 0)).not.toThrow();
    expect(usage(-1, 9)).toThrow('tokenUsage.usedTokens: expected a whole number from 0, got -1');
    expect(usage(1, 9.5)).toThrow('tokenUsage.maxTokens: expected a whole number from 0, got 9.5');
    const p = prepare(talk, stack.counts, DEFAULT_SIGNALS);
    const result = run(p, strategyOf(letterPlan(`K${'DDDD'.repeat(6)}${'K'.repeat(p.n - 25)}`)));
    const record = (efficiency?: number) => levelOf(talk, result, efficiency === undefined ? {} : { efficiency }).record;
    expect([record(0).efficiency, record(1).efficiency, record()]).toEqual([0, 1, expect.not.objectContaining({ efficiency: expect.anything() })]);
    expect(record(-0.5).efficiency).toBe(-0.5);
    for (const wrong of [1.1, Number.NaN]) expect(() => record(wrong)).toThrow(RangeError);
    // No summary, no time for it.
    expect(record()).not.toHaveProperty('summaryMs');
  });
});

test('the list of attempts holds the last hundred', () => {
  const entry = (k: number) => ({ key: `k${k}`, level: null, outcome: 'failed' }) as unknown as HistoryEntry;
  const log = Array.from({ length: 105 }, (_, k) => entry(k)).reduce((all, one) => follow(all, [], one), [] as readonly HistoryEntry[]);
  expect([log.length, log[0]!.key, log.at(-1)!.key]).toEqual([100, 'k5', 'k104']);
});

test('statistics: means are over what has a number, shares over what was asked for', () => {
  const entry = (more: Partial<HistoryEntry>): HistoryEntry =>
    ({ level: 1, outcome: 'compacted', tokensBefore: 100, tokensAfter: 40, messagesBefore: 9, messagesAfter: 5, ...more }) as HistoryEntry;
  const all = [
    entry({ efficiency: 0.5, summaries: 2, summaryFailures: 0, summaryMs: 30 }),
    entry({ efficiency: null, summaries: 0, summaryFailures: 1, summaryMs: 7 }),
    entry({ efficiency: 0.7, summaries: 1, summaryFailures: 0, summaryMs: null }),
    entry({ efficiency: 0.9, level: null, summaries: 1, summaryFailures: 0, summaryMs: 15 }),
    entry({ efficiency: null, level: null, outcome: 'unchanged', summaries: 0, summaryFailures: 0, summaryMs: null }),
    entry({ efficiency: null, level: null, outcome: 'rejected', summaries: 0, summaryFailures: 1, summaryMs: null }),
  ];
  expect(statisticsOf(all)).toEqual({
    attempts: 6,
    compactions: 3,
    undone: 1,
    failures: 1,
    tokensSaved: 180,
    messagesRemoved: 12,
    meanEfficiency: 0.6,
    summarySuccess: 4 / 6,
    meanSummaryMs: 15,
  });
});

describe('the history', () => {
  const { levels } = carryOut(carryOut(bottom(talk), 'middle-removal', 0.7), 'sliding-window', 0.5);
  const entries = levels.map((level, i) => entryOfLevel(level, i + 1, `k${i}`, null));
  const refused: HistoryEntry = {
    ...entries[0]!,
    key: 'r',
    outcome: 'refused',
    level: null,
    why: { key: 'refused-hard-limit' },
    messagesAfter: entries[0]!.messagesBefore,
    tokensAfter: entries[0]!.tokensBefore,
    efficiency: null,
    summaries: 0,
    summaryFailures: 1,
    summaryMs: null,
  };

  test('new levels are added, gone ones are undone, an attempt counts once', () => {
    const one = follow([], entries.slice(0, 1), null);
    const two = follow(one, entries, null);
    expect(two.map(({ key, level }) => [key, level])).toEqual([
      ['k0', 1],
      ['k1', 2],
    ]);
    const back = follow(follow(two, entries.slice(0, 1), refused), entries.slice(0, 1), refused);
    expect(back.map(({ key, level, outcome }) => [key, level, outcome])).toEqual([
      ['k0', 1, 'compacted'],
      ['k1', null, 'compacted'],
      ['r', null, 'refused'],
    ]);
    expect(follow(back, entries, null).map(({ level }) => level)).toEqual([1, 2, null]);
  });

  test('statistics: undone and failed attempts save nothing', () => {
    const log = follow(follow([], entries, null), entries.slice(0, 1), refused);
    const [first] = entries;
    expect(statisticsOf(log)).toEqual({
      attempts: 3,
      compactions: 1,
      undone: 1,
      failures: 1,
      tokensSaved: first!.tokensBefore - first!.tokensAfter,
      messagesRemoved: first!.messagesBefore - first!.messagesAfter,
      meanEfficiency: first!.efficiency,
      summarySuccess: 0.5,
      meanSummaryMs: 0,
    });
    expect(statisticsOf([])).toMatchObject({ attempts: 0, meanEfficiency: null, summarySuccess: null, meanSummaryMs: null });
  });
});
