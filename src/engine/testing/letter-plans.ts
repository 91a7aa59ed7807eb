/** Plans written in letters, and runs of them that answer at once: for the examples of what the runner does with a plan. */
import { layoutOf } from '../compaction/repair.ts';
import { type CompactOptions, compactNow } from '../compaction/compaction-run.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DROP, EDIT, KEEP, OFFLOAD, type Plan, type PlannedStrategy, type Stage, type StagedStrategy, SUMMARIZE } from '../strategies/contract.ts';
import type { SummaryRequest } from '../summarizers/contract.ts';
import type { Part } from '../transcript/types.ts';
import { contextOf } from './plans.ts';
import { countingSummarizer } from './summarizer.ts';

/** S goes into a first summary, T into a second one; E and O get new words. */
const FATE = { K: KEEP, E: EDIT, S: SUMMARIZE, T: SUMMARIZE, O: OFFLOAD, D: DROP } as const;

export const text = (words: string): Part[] => [{ type: 'text', text: words }];

export interface PlanExtras extends Partial<Plan> {
  /** New words of edited and offloaded messages. */
  readonly words?: string;
  /** Fields of every summary. */
  readonly summary?: Partial<SummaryRequest>;
}

/** Summaries of at most 20 tokens, each where its first message was. */
export function letterPlan(letters: string, { words = 'short', summary = {}, ...extra }: PlanExtras = {}): Plan {
  const fates = Uint8Array.from(letters, (l) => FATE[l as keyof typeof FATE]);
  const changed = Array.from(fates.keys()).filter((i) => fates[i] === EDIT || fates[i] === OFFLOAD);
  const groups = ['S', 'T'].map((l) => Array.from(letters, (_, i) => i).filter((i) => letters[i] === l)).filter((g) => g.length > 0);
  return {
    fates,
    reason: (i) => ({ key: 'by-letter', values: { index: i } }),
    edits: new Map(changed.map((i) => [i, text(words)])),
    into: Int16Array.from(letters, (_, i) => groups.findIndex((g) => g.includes(i))),
    summaries: groups.map((members, k) => ({ id: `summary-${k + 1}`, members, maxTokens: 20, style: 'plain', ...summary })),
    insertions: groups.map((members, k) => ({ before: members[0]!, role: 'user', content: { summary: `summary-${k + 1}` } })),
    ...extra,
  };
}

/** A strategy with one plan, or with what it makes of its input. */
export function strategyOf(plan: Plan | PlannedStrategy['plan'], extra: Partial<PlannedStrategy> = {}): PlannedStrategy {
  return {
    id: 'test',
    family: 'removal',
    source: { seed: 'own' },
    kind: 'strategy',
    params: {},
    plan: typeof plan === 'function' ? plan : () => plan,
    ...extra,
  };
}

/** A pipeline of these; no knob is set by a person. */
export function rowOf(...stages: readonly (PlannedStrategy | StagedStrategy | Stage)[]): StagedStrategy {
  const all = stages.map((one): Stage => ('strategy' in one ? one : { strategy: one, params: {}, knobSet: false }));
  return { id: 'row', family: 'pipelines', source: { seed: 'own' }, kind: 'pipeline', params: {}, stages: () => ({ stages: all }) };
}

/** A target of 100 tokens, no parameters, summaries of one line. */
export const options = (extra: Partial<CompactOptions> = {}): CompactOptions => ({
  ...contextOf({ target: 100 }),
  params: {},
  summarizer: countingSummarizer(),
  ...extra,
});

export function run(p: PreparedTranscript, strategy: PlannedStrategy | StagedStrategy, extra: Partial<CompactOptions> = {}): CompactionResult {
  const result = compactNow(p, strategy, options(extra));
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}

/** A result as measures look at it, of the plan as it is: no repair, no check, no protection. `written`: texts of its summaries. */
export function resultOfPlan(p: PreparedTranscript, plan: Plan, written: Readonly<Record<string, string>> = {}): CompactionResult {
  const summaries = Object.entries(written).map(([id, text]) => ({ request: { id }, text }));
  const layout = layoutOf(p, plan);
  const standing = Array.from(plan.fates.keys()).filter((i) => plan.fates[i] === KEEP || plan.fates[i] === EDIT || plan.fates[i] === OFFLOAD);
  const context = () => standing.map((i) => p.messages[i]!);
  return { outcome: 'compacted', plan, layout, summaries, context, origins: () => Int32Array.from(standing) } as unknown as CompactionResult;
}
