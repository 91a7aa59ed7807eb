/** A small replay made by hand, for the tests of this folder. */
import type { CompactionPoint } from '../../../engine/replay/contract.ts';
import type { ReplayReply, SeriesView } from '../../../worker/loss-protocol.ts';

const REQUESTS = 20;
const MESSAGES = 100;
const WINDOW = 1000;

/** Grows by so much at every request, and from each of these on begins with so much again. */
function sizes(step: number, cuts: readonly number[] = [], left = 200): Float64Array {
  let size = step;
  return Float64Array.from({ length: REQUESTS }, (_, i) => {
    size = cuts.includes(i + 1) ? left : size + step;
    return size;
  });
}

const point = (at: number, level: number, before: number, after: number): CompactionPoint => ({
  at,
  moment: 'request',
  trigger: {
    kind: 'ratio',
    reason: { key: 'trigger-share', values: { fires: true, tokens: before, at: 900, share: 0.9, window: WINDOW } },
    level: 900,
  },
  outcome: 'compacted',
  level,
  why: null,
  asked: null,
  before,
  after,
  messagesBefore: 10,
  messagesAfter: 5,
  target: 500,
  params: {},
  summaries: [],
  summaryTokens: 0,
  summaryCost: null,
  summaryFailures: 0,
  summaryMs: 0,
  prefix: 0,
  breakEven: null,
  skipped: 0,
});

/** A run that compacts before these requests and costs so much in the end. */
export function series(key: string, cuts: readonly number[], cost: number, changes: Partial<SeriesView> = {}): SeriesView {
  const size = sizes(60, cuts);
  const promptTokens = size.reduce((sum, tokens) => sum + tokens, 0);
  return {
    key,
    strategy: key,
    params: {},
    failed: null,
    trigger: { triggers: [{ kind: 'ratio', share: 0.9 }], combine: 'any' },
    triggerOf: 'own',
    warning: null,
    size,
    cacheRead: new Float64Array(REQUESTS),
    cacheWrite: new Float64Array(REQUESTS),
    cost: Float64Array.from({ length: REQUESTS }, (_, i) => (cost * (i + 1)) / REQUESTS),
    points: cuts.map((at, i) => point(at, i + 1, size[at - 2] ?? 0, size[at - 1] ?? 0)),
    warnings: [],
    overLimit: [],
    refused: [],
    stopped: null,
    peak: Math.max(...size),
    totals: { promptTokens, input: promptTokens, cacheRead: 0, cacheWrite: 0, output: 0, cost, summaryCost: 0 },
    against: { recorded: null, none: null },
    paidBack: null,
    loops: [],
    monitoring: {
      triggered: cuts.length,
      compactions: cuts.length,
      unchanged: 0,
      rejected: 0,
      refused: 0,
      summaries: 0,
      summaryTokens: 0,
      summaryFailures: 0,
      summarySuccess: null,
      meanSummaryMs: null,
      highestGeneration: 0,
      messagesRemoved: 0,
      tokensFreed: 0,
    },
    log: [],
    ms: 1,
    ...changes,
  };
}

export function replayOf(runs: readonly SeriesView[], changes: Partial<ReplayReply> = {}): ReplayReply {
  const tokens = new Float64Array(MESSAGES).fill(10);
  const recorded = sizes(60, [9, 17]);
  return {
    id: 1,
    window: WINDOW,
    requests: REQUESTS,
    answers: Int32Array.from({ length: REQUESTS }, (_, i) => 5 * i + 4),
    output: new Float64Array(REQUESTS),
    baseline: series('none', [], 0.9),
    recorded: {
      size: recorded,
      requests: REQUESTS,
      usage: { input: recorded.reduce((sum, size) => sum + size, 0), output: 0, cacheRead: 0, cacheWrite: 0 },
      cost: 0.5,
      error: 0,
      comparable: true,
      costs: Float64Array.from({ length: REQUESTS }, (_, i) => (0.5 * (i + 1)) / REQUESTS),
      difference: null,
      why: [],
      compactions: [9, 17],
    },
    series: runs,
    transcript: {
      n: MESSAGES,
      tokens,
      prefix: Float64Array.from({ length: MESSAGES + 1 }, (_, i) => 10 * i),
      roles: new Uint8Array(MESSAGES),
      priority: new Uint8Array(MESSAGES),
      exact: true,
    },
    whatIf: null,
    fires: null,
    windowFrom: 'default',
    rule: { triggers: [{ kind: 'ratio', share: 0.9 }], combine: 'any' },
    seeds: [],
    priced: {
      model: 'gpt-4o',
      prices: { currency: 'USD', input: 2.5e-6, cacheRead: 1.25e-6, cacheWrite: 2.5e-6, output: 1e-5 },
      caching: 'none',
      list: 'list',
      date: '2026-01-01',
    },
    ms: 1,
    ...changes,
  };
}
