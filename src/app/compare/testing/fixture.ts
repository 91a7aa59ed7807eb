/** A small comparison made by hand, for the tests of this folder. */
import { type IndependentValues, leastNeeds, retainedOf } from '../../../engine/measures/independent/contract.ts';
import { FATES } from '../../../engine/strategies/contract.ts';
import type { RecallRowView } from '../../../worker/loss-protocol.ts';
import type { CompareReply, Description, HistoryView, RowResult, StrategyInfo, TranscriptView } from '../../../worker/protocol.ts';
import { NO_STATISTICS } from '../../store/show.ts';

export const TOKENS = [100, 20, 300, 40, 500, 40];
export const TOTAL = 1000;

export function transcriptView(changes: Partial<TranscriptView> = {}): TranscriptView {
  const prefix = new Float64Array(TOKENS.length + 1);
  TOKENS.forEach((t, i) => {
    prefix[i + 1] = (prefix[i] ?? 0) + t;
  });
  return {
    conversation: 0,
    title: 'Sample',
    format: 'openai-chat',
    n: TOKENS.length,
    toolCalls: 1,
    turns: 2,
    ownModel: null,
    model: null,
    provider: 'openai',
    rules: 'openai-chat',
    window: 128_000,
    windowFrom: 'default',
    ownWindow: { window: 128_000, from: 'default' },
    tokenizer: 'o200k_base',
    exact: true,
    calibration: null,
    s1Error: null,
    total: TOTAL,
    toolDefinitionTokens: 0,
    tokens: Float64Array.from(TOKENS),
    prefix,
    priority: Uint8Array.from([3, 2, 1, 0, 2, 2]),
    priorityRule: Uint8Array.from([2, 4, 8, 6, 3, 4]),
    roles: Uint8Array.from([0, 1, 2, 1, 3, 2]),
    protection: new Uint8Array(6),
    compactions: [],
    originalViolations: [],
    figures: { tokens: TOTAL, kept: 1, recall: 1, facts: 1, valid: 0 },
    languages: [],
    keywordNotice: null,
    ...changes,
  };
}

/** Measures beside the other fields of a row. */
export type Changes = Partial<Omit<RowResult, 'measures'> & RowResult['measures']>;

/** A result from its fates as letters: `KKDDKK`. */
export function result(key: string, letters: string, changes: Changes = {}): RowResult {
  const fates = Uint8Array.from(letters, (l) => 'KESOD'.indexOf(l));
  const left = Float64Array.from(TOKENS, (tokens, i) => (fates[i] === 0 ? tokens : fates[i] === 1 ? tokens / 2 : 0));
  const zero = () => Object.fromEntries(FATES.map((f) => [f, 0])) as Record<(typeof FATES)[number], number>;
  const counts = zero();
  const tokensByFate = zero();
  fates.forEach((fate, i) => {
    const kind = FATES[fate] ?? 'keep';
    counts[kind] += 1;
    tokensByFate[kind] += TOKENS[i] ?? 0;
  });
  const after = left.reduce((a, b) => a + b, 0);
  const kept = counts.keep / TOKENS.length;
  const saved = 1 - after / TOTAL;
  const measures = {
    tokensAfter: after,
    messagesAfter: counts.keep,
    insertedTokens: 0,
    tokenReduction: saved,
    preservation: kept,
    efficiency: 0.6 * saved + 0.4 * kept,
    messagesByFate: counts,
    tokensByFate,
    overTarget: after - 500,
    failedChecks: null,
    violations: [],
  };
  const changed = Object.entries(changes);
  const isMeasure = ([name]: readonly [string, unknown]): boolean => name in measures;
  return withFigures({
    key,
    strategy: key.replace(/~\d+$/, ''),
    summarizer: 'built-in',
    price: null,
    embedded: null,
    spent: null,
    outcome: 'compacted',
    why: null,
    note: null,
    trace: [],
    params: {},
    knob: null,
    fates,
    left,
    tokensBefore: TOTAL,
    target: 500,
    metTarget: after <= 500,
    measures: { ...measures, ...Object.fromEntries(changed.filter(isMeasure)) },
    checks: [],
    summaries: [],
    insertions: [],
    stages: null,
    into: null,
    log: [],
    question: null,
    fires: null,
    ms: 2,
    figures: {},
    ...Object.fromEntries(changed.filter((one) => !isMeasure(one))),
  });
}

/** As the worker gives them: scores only of what was compacted. */
function withFigures(row: RowResult): RowResult {
  const { outcome, ms } = row;
  const { tokensAfter, tokenReduction, preservation, efficiency, violations } = row.measures;
  const scores = { tokens: tokensAfter, saved: tokenReduction, kept: preservation, efficiency, valid: violations?.length ?? 0 };
  return { ...row, figures: { ...(outcome === 'compacted' && scores), ...(outcome !== 'failed' && { time: ms }) } };
}

/** A row that did not come to a result: the original stands, no scores. */
export function standing(key: string, outcome: 'unchanged' | 'rejected' | 'refused' | 'failed', changes: Changes = {}): RowResult {
  return result(key, 'KKKKKK', { outcome, metTarget: null, tokenReduction: null, preservation: null, efficiency: null, ...changes });
}

/** Independent values of which strings and paths keep so much, and by chance so much. */
export function independentOf(share: number, chance: number, needed = 100): IndependentValues {
  const one = { kept: share * needed, needed, share, chance, newest: 0.5, floor: 0.1 };
  const none = { kept: 0, needed: 0, share: null, chance: null, newest: null, floor: null };
  return { strings: one, paths: one, edits: none, wording: { ...one, floor: 0.63 }, pairs: one, userWords: { ...one, floor: null } };
}

/** A row of recall with nothing in it but what the test is about. */
export function recallRow(key: string, changes: Partial<RecallRowView> = {}): RecallRowView {
  const none = { needed: 0, kept: 0 };
  const row: RecallRowView = {
    key,
    strategy: key,
    failed: null,
    lost: null,
    lack: null,
    recall: null,
    byCut: null,
    interval: null,
    skill: null,
    binding: null,
    kept: [],
    bound: [],
    compacted: 12,
    idle: 0,
    writer: null,
    overBudget: false,
    belowChance: false,
    used: 1,
    tokens: 1,
    independent: null,
    retained: null,
    bands: { newest: none, middle: none, older: none },
    origins: { user: none, tool: none, assistant: none },
    kinds: {},
    missed: 0,
    gone: 0,
    otherWriter: false,
    independentInterval: null,
    figures: {},
    notes: {},
    ...changes,
  };
  const { recall, binding, skill, tokens } = row;
  const retained = row.independent && retainedOf(row.independent, leastNeeds());
  const figures = { recall, independent: retained?.share ?? null, binding, skill, 'left-at-cuts': tokens };
  return row.notes.hindsightRecall ? row : { ...row, retained, figures };
}

const info = (id: string, family: StrategyInfo['family'], params: StrategyInfo['params'] = {}): StrategyInfo => ({
  id,
  family,
  kind: family === 'controls' ? 'control' : 'strategy',
  source: { seed: 'S2', section: '3' },
  preset: null,
  onDemand: false,
  recorded: false,
  embeds: false,
  params,
});

export const description: Description = {
  strategies: [
    info('middle-removal', 'removal', {
      preserveStart: { kind: 'number', default: 4, min: 0, max: 50, step: 1, unit: 'messages', shared: 'preserveStart' },
    }),
    info('oldest-removal', 'removal'),
    info('sliding-window', 'summaries', { window: { kind: 'number', default: 9, min: 1, max: 501, step: 2, unit: 'messages', knob: 'up' } }),
    info('hard-limit', 'limits'),
    info('random-removal', 'controls'),
  ],
  formats: [],
  models: [],
  tokenizers: [],
};

const NOTHING_BEFORE: HistoryView = {
  levels: [],
  restored: 0,
  entries: [],
  statistics: NO_STATISTICS,
  stopped: null,
  full: { messages: TOKENS.length, tokens: TOTAL },
};

export function comparison(rows: readonly RowResult[], transcript = transcriptView(), equal: CompareReply['equal'] = {}): CompareReply {
  return { transcript, history: NOTHING_BEFORE, rows, equal, target: 500, match: null, waiting: 0, models: { unsent: [], spent: null }, ms: 5 };
}
