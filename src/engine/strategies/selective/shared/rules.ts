/** Applies the rule table until the threshold is met, as fates, edits and reasons. docs/systems.md#the-rule-table */
import { firstWhere } from '../../../lib/arrays.ts';
import { type PreparedTranscript, PRIORITIES, PROTECTIONS } from '../../../signals/contract.ts';
import { perPreparedAndKey, type ProtectionInput, type TranscriptInput } from '../../../signals/remember.ts';
import { unitSizes } from '../../../signals/structure.ts';
import { ITEM_TYPES, type ItemType, type Part } from '../../../transcript/types.ts';
import type { GapListener } from '../../../truncation/texts.ts';
import { fieldCuts } from '../../../truncation/truncation.ts';
import { DROP, EDIT, type Edits, type FinishedRun, KEEP, type PlanContext, type Reason } from '../../contract.ts';
import type { BooleanParam, NumberParam, ParamValues, TableParam, TableValue, TextParam } from '../../params.ts';
import { roundUnit, threshold } from '../../shared/shared-params.ts';
import { isLastResult, protectionReason, shareOfWindow } from '../../shared/plans.ts';
import {
  type Guard,
  guardOf,
  guardReason,
  isGuarded,
  isRecorded,
  pointersOf,
  protectedReasoning,
  REASONING,
  stateAfter,
  stateOf,
} from './selective-state.ts';

// S3's rule table and its parameters, shared by the three strategies of S3. docs/systems.md#the-rule-table

export type Action = 'never' | 'drop' | 'truncate';

export interface Rule {
  readonly type: ItemType;
  readonly action: Exclude<Action, 'never'>;
  readonly keepRecent: number;
  readonly order: number;
}

const row = (action: Action, order: number): { readonly action: Action; readonly keepRecent: number; readonly order: number } => ({
  action,
  keepRecent: 5,
  order,
});

const ruleTable = {
  kind: 'table',
  unit: 'none',
  columns: {
    action: { kind: 'choice', unit: 'none', default: 'never', options: ['never', 'drop', 'truncate'] },
    keepRecent: { kind: 'number', unit: 'messages', default: 5, min: 0, max: 1000, step: 1 },
    order: { kind: 'number', unit: 'none', default: 100, min: 1, max: 1000, step: 1 },
  },
  default: {
    TOOL_RESULT: row('truncate', 10),
    SKILL_PROMPT: row('drop', 20),
    ASSISTANT_MESSAGE: row('truncate', 30),
    SKILL_METADATA: row('drop', 40),
    USER_MESSAGE: row('truncate', 50),
    COMPACTION_SUMMARY: row('never', 80),
    OFFLOAD_PLACEHOLDER: row('never', 90),
    SYSTEM_PROMPT: row('never', 100),
    MEMORY: row('never', 100),
    TOOL_DEFINITIONS: row('never', 100),
  } satisfies Record<ItemType, ReturnType<typeof row>>,
} as const satisfies TableParam;

const tokens = (value: number): NumberParam => ({ kind: 'number', unit: 'tokens', default: value, min: 20, max: 20_000, step: 10 });
const off = { kind: 'boolean', unit: 'none', default: false } as const satisfies BooleanParam;
const on = { kind: 'boolean', unit: 'none', default: true } as const satisfies BooleanParam;

/** Of `selective`; `selective-summary` has more. */
export const ruleParams = {
  rules: ruleTable,
  argumentsOver: tokens(500),
  argumentsKeep: tokens(200),
  resultsOver: tokens(600),
  resultsKeep: tokens(200),
  protectRounds: { kind: 'number', unit: 'rounds', default: 5, min: 0, max: 100, step: 1 },
  unit: roundUnit,
  wholeTypes: { kind: 'choice', unit: 'none', default: 'own', options: ['own', 'always', 'never'] },
  /** Protection ends with its tool loop; switched off it piles up, as the study observed. docs/systems.md#s3-protection */
  reasoningExpires: on,
  /** A reference that a later compaction meets is kept; switched off it falls with its tool block. docs/systems.md#s3-offload */
  keepReferences: on,
  emitMetaEvents: off,
  /** The study states no number for its threshold: 0.8, as in S1 and S4. */
  threshold,
} as const;

const MOST_COOLDOWN = 20;

/** Parameters of `selective-summary` beside the rules. Cures of the study's weaknesses are off, so that the original can be observed. */
export const summaryParams = {
  ...ruleParams,
  always: off,
  summaryMaxTokens: { kind: 'number', unit: 'tokens', default: 1000, min: 50, max: 20_000, step: 50 },
  structuredSummary: off,
  carryIdentifiers: off,
  carriedMaxTokens: { kind: 'number', unit: 'tokens', default: 300, min: 50, max: 5000, step: 50 },
  mergeSummaries: off,
  maxGenerations: { kind: 'number', unit: 'none', default: 3, min: 1, max: 20, step: 1 },
  dropOnFailure: off,
  dropInCooldown: off,
  cooldown: { kind: 'number', unit: 'none', default: 3, min: 0, max: MOST_COOLDOWN, step: 1 },
  cooldownLeft: { kind: 'number', unit: 'none', default: 0, min: 0, max: MOST_COOLDOWN, step: 1 },
} as const;

/** Tools whose results can be fetched again: they go first. Case, `_` and `-` do not matter. */
const EPHEMERAL = 'Read, read_file, view, cat, ls, list_dir, list_directory, glob, grep, find, search, web_search, web_fetch, fetch';

export const offloadParams = {
  offloadOver: { kind: 'number', unit: 'tokens', default: 1000, min: 100, max: 50_000, step: 50 },
  ephemeralTools: { kind: 'text', unit: 'none', default: EPHEMERAL, maxLength: 2000 } satisfies TextParam,
  keepRecentResults: { kind: 'number', unit: 'messages', default: 5, min: 0, max: 1000, step: 1 },
} as const;

export function rulesOf(table: TableValue): readonly Rule[] {
  return Object.entries(table)
    .flatMap(([type, { action, keepRecent, order }]): Rule[] =>
      action === 'never' ? [] : [{ type: type as ItemType, action: action as Rule['action'], keepRecent: Number(keepRecent), order: Number(order) }],
    )
    .sort((a, b) => a.order - b.order);
}

/*
 * S3's order of work as a list of steps with running sums, computed once per transcript and setting: a slider step only searches for the
 * stop.
 *
 * A type of the table is a layer. The study's code works on a whole layer (all but the most recent blocks are deleted, the fields of the
 * kept ones are cut) and checks the threshold between layers; that is `wholeTypes`. Otherwise the steps of a layer run one by one, oldest
 * first, and stop where the threshold is met, so that strategies can be compared at an equal budget; fields are cut after the old blocks
 * have gone. docs/systems.md#s3-left-open
 */

/*
 * Fields of kept tool blocks above their limits keep their heads; what an earlier layer cut is not cut again. docs/systems.md#s3-field-cuts
 */

interface FieldLimits {
  readonly argumentsOver: number;
  readonly argumentsKeep: number;
  readonly resultsOver: number;
  readonly resultsKeep: number;
}

interface BlockFields {
  saves(i: number): number;
  tokens(i: number): number;
  parts(i: number): readonly Part[];
  gaps(i: number, found: GapListener): void;
}

/**
 * Cuts of a tool block's messages. An assistant message with protected reasoning stays unchanged, and so does the call of the last block; their
 * results do not.
 */
function blockFields(input: ProtectionInput, limits: FieldLimits, guard: Guard): BlockFields {
  const args = { over: limits.argumentsOver, keep: limits.argumentsKeep };
  const result = { over: limits.resultsOver, keep: limits.resultsKeep };
  const blocks = fieldCuts(input, { args, result });
  const texts = fieldCuts(input, { text: result });
  const state = stateOf(input.transcript);
  const isText = (i: number): boolean => input.itemType[i] === 'TOOL_RESULT' && input.messages[i]!.parts.every((part) => part.type !== 'tool-result');
  const of = (i: number): typeof blocks => (isText(i) ? texts : blocks);
  const mayCut = (i: number): boolean =>
    guard.by[i] !== REASONING &&
    (input.protection[i] === 0 || isLastResult(input, i)) &&
    !input.messages[i]!.parts.some((_, part) => isRecorded(state, input.messages[i]!, part));
  // Most messages are short as a whole: their texts need no inspection.
  const least = Math.min(limits.argumentsOver, limits.resultsOver);
  return {
    saves: (i) => (input.counts.messages[i]! > least && mayCut(i) ? input.counts.messages[i]! - of(i).tokens(i) : 0),
    tokens: (i) => of(i).tokens(i),
    parts: (i) => of(i).parts(i),
    gaps: (i, found) => of(i).gaps(i, found),
  };
}

interface StepSettings {
  readonly rules: readonly Rule[];
  readonly limits: FieldLimits;
  readonly protectRounds: number;
  readonly unit: string;
  readonly reasoningExpires: boolean;
  readonly keepReferences: boolean;
}

interface Steps {
  readonly rules: readonly Rule[];
  readonly units: Int32Array;
  readonly cuts: Uint8Array;
  readonly saved: Float64Array;
  readonly ends: Int32Array;
  readonly stepOf: Int32Array;
  readonly types: Uint8Array;
  readonly newer: Int32Array;
  readonly guard: Guard;
  readonly fields: BlockFields;
}

const index = Object.fromEntries(ITEM_TYPES.map((type, i) => [type, i])) as Readonly<Record<ItemType, number>>;
const HEADER = PROTECTIONS.indexOf('header');
const CRITICAL = PRIORITIES.indexOf('CRITICAL');

/** Type of each unit. */
const unitTypes = (input: TranscriptInput, references: number): Uint8Array => {
  const types = new Uint8Array(input.units.length);
  input.units.forEach(({ members, isBlock }, u) => {
    const own = input.itemType[members[0]!]!;
    const type = isBlock || own === 'OFFLOAD_PLACEHOLDER' ? 'TOOL_RESULT' : own;
    const refers = references === 1 && type === 'TOOL_RESULT' && members.some((i) => pointersOf(input.messages[i]!).length > 0);
    types[u] = index[refers ? 'OFFLOAD_PLACEHOLDER' : type];
  });
  return types;
};

/** Skills fall by the table although they are header, unless a person pinned them. */
function isFree(input: PreparedTranscript, members: readonly number[]): boolean {
  return members.every((i) => {
    if (input.protection[i] === 0) return true;
    const byHand = input.priorityRule[i] === 1 && input.priority[i] === CRITICAL;
    return input.protection[i] === HEADER && input.itemType[i]!.startsWith('SKILL_') && !byHand;
  });
}

const computed = perPreparedAndKey((input: PreparedTranscript, key: string): Steps => {
  const settings = JSON.parse(key) as StepSettings;
  const { rules, limits } = settings;
  const types = unitTypes(input, Number(settings.keepReferences));
  const guard = guardOf(input, settings.protectRounds, settings.unit, Number(settings.reasoningExpires));
  const fields = blockFields(input, limits, guard);
  const { tokens } = unitSizes(input);
  const newer = new Int32Array(types.length).fill(-1);
  const stepOf = new Int32Array(types.length).fill(-1);
  const units: number[] = [];
  const cuts: number[] = [];
  const saved = [0];
  const ends = new Int32Array(rules.length);
  const step = (unit: number, cut: number, saves: number): void => {
    stepOf[unit] = units.length;
    units.push(unit);
    cuts.push(cut);
    saved.push(saved.at(-1)! + saves);
  };
  rules.forEach((rule, layer) => {
    const type = index[rule.type];
    const mine: number[] = [];
    for (let u = 0; u < types.length; u++) if (types[u] === type) mine.push(u);
    // Of messages only those that may go are counted, as in the study; tool blocks are counted as they are.
    const isCounted = (unit: number): boolean => {
      const { members } = input.units[unit]!;
      return rule.type === 'TOOL_RESULT' || (isFree(input, members) && !isGuarded(guard, members));
    };
    for (let k = mine.length - 1, later = 0; k >= 0; k--) {
      newer[mine[k]!] = later;
      if (isCounted(mine[k]!)) later++;
    }
    const stays = rule.action === 'truncate' ? rule.keepRecent : 0;
    const kept: number[] = [];
    for (const unit of mine) {
      const { members } = input.units[unit]!;
      const isLast = members.some((i) => isLastResult(input, i));
      if (!isLast && !isFree(input, members)) continue;
      if (isLast || newer[unit]! < stays || isGuarded(guard, members)) kept.push(unit);
      else step(unit, 0, tokens[unit]!);
    }
    if (rule.type === 'TOOL_RESULT' && rule.action === 'truncate') {
      for (const unit of kept) {
        const saves = input.units[unit]!.members.reduce((sum, i) => sum + fields.saves(i), 0);
        if (saves > 0) step(unit, 1, saves);
      }
    }
    ends[layer] = units.length;
  });
  return {
    rules,
    units: Int32Array.from(units),
    cuts: Uint8Array.from(cuts),
    saved: Float64Array.from(saved),
    ends,
    stepOf,
    types,
    newer,
    guard,
    fields,
  };
});

function stepsOf(input: PreparedTranscript, settings: StepSettings): Steps {
  return computed(input, JSON.stringify(settings));
}

function stepsNeeded({ saved, ends, units }: Steps, total: number, target: number, whole: boolean): number {
  if (whole) return ends.find((end) => total - saved[end]! <= target) ?? units.length;
  return firstWhere(0, units.length, (k) => total - saved[k]! <= target);
}

export type RuleValues = ParamValues<typeof ruleParams>;

export interface RulesRun {
  readonly steps: Steps;
  readonly taken: number;
  readonly fates: Uint8Array;
  readonly edits: Edits;
  readonly before: number;
  readonly after: number;
  readonly threshold: number;
  reason(i: number): Reason;
  readonly trace: readonly Reason[];
}

/**
 * The study's threshold in tokens, for a compaction by its own rule. After one of its checks it is just below the level that fired, buffer
 * included, because the study stops only below the threshold.
 */
export function ownThreshold(values: { readonly threshold: number }, window: number, firedAt = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(shareOfWindow(values.threshold, window), Math.ceil(firedAt) - 1));
}

export function thresholdOf(values: { readonly threshold: number }, { budget }: PlanContext): number {
  return budget.target ?? ownThreshold(values, budget.window, budget.firedAt);
}

/** Whole types as in the study's code, or step by step, so that budgets can be compared. */
const takesWholeTypes = ({ wholeTypes }: RuleValues, ctx: PlanContext): boolean => (wholeTypes === 'own' ? ctx.budget.own : wholeTypes === 'always');

export function runRules(input: PreparedTranscript, values: RuleValues, ctx: PlanContext, threshold: number): RulesRun {
  const before = input.counts.total;
  const steps = stepsOf(input, {
    rules: rulesOf(values.rules),
    limits: {
      argumentsOver: values.argumentsOver,
      argumentsKeep: values.argumentsKeep,
      resultsOver: values.resultsOver,
      resultsKeep: values.resultsKeep,
    },
    protectRounds: values.protectRounds,
    unit: values.unit,
    reasoningExpires: values.reasoningExpires,
    keepReferences: values.keepReferences,
  });
  const taken = stepsNeeded(steps, before, threshold, takesWholeTypes(values, ctx));
  const { units, cuts, fields } = steps;
  // By unit first and then one pass in message order: an order of units jumps about in memory.
  const fateOf = new Uint8Array(input.units.length);
  for (let k = 0; k < taken; k++) fateOf[units[k]!] = cuts[k] === 0 ? DROP : EDIT;
  const fates = new Uint8Array(input.n);
  let edited = 0;
  for (let i = 0; i < fates.length; i++) {
    const fate = fateOf[input.unitOf[i]!]!;
    if (fate === EDIT) {
      if (fields.saves(i) <= 0) continue;
      edited++;
    }
    fates[i] = fate;
  }
  const after = before - steps.saved[taken]!;
  return {
    steps,
    taken,
    fates,
    edits: {
      size: edited,
      get: (i) => (fates[i] === EDIT ? fields.parts(i) : undefined),
      tokens: (i) => fields.tokens(i),
      gaps(i, found) {
        if (fates[i] !== EDIT) return false;
        fields.gaps(i, found);
        return true;
      },
      keepsShape: true,
    },
    before,
    after,
    threshold,
    reason: (i) => reasonOf(input, steps, taken, fates, { after, threshold }, i),
    trace: traceOf(steps, taken, before, after, threshold),
  };
}

function reasonOf(
  input: PreparedTranscript,
  { rules, types, newer, stepOf, guard, fields, cuts }: Steps,
  taken: number,
  fates: Uint8Array,
  met: { readonly after: number; readonly threshold: number },
  i: number,
): Reason {
  const unit = input.unitOf[i]!;
  const { members } = input.units[unit]!;
  const type = ITEM_TYPES[types[unit]!]!;
  const rule = rules.find((r) => r.type === type);
  if (!rule) return input.protection[i] === 0 ? { key: 'keep-type-never', values: { type } } : protectionReason(input, i);
  const { order, keepRecent: keep } = rule;
  const back = newer[unit]! + 1;
  if (fates[i] === DROP) {
    if (rule.action === 'drop') return { key: 'drop-type', values: { type, order } };
    return { key: 'drop-type-older', values: { type, order, keep, back } };
  }
  if (fates[i] === EDIT) return { key: 'edit-fields', values: { type, order, before: input.counts.messages[i]!, after: fields.tokens(i) } };
  if (input.protection[i] !== 0 && !type.startsWith('SKILL_')) return protectionReason(input, i);
  const step = stepOf[unit]!;
  if (step >= taken && cuts[step] === 0) return { key: 'keep-threshold-met', values: { type, order, tokens: met.after, threshold: met.threshold } };
  const guarded = guardReason(guard, members);
  if (guarded && !(type === 'TOOL_RESULT' && back <= keep)) return guarded;
  if (rule.action === 'drop') return guarded ?? { key: 'keep-type-by-hand', values: { type } };
  return { key: 'keep-type-recent', values: { type, back, keep } };
}

function traceOf({ rules, ends, cuts, saved }: Steps, taken: number, before: number, after: number, threshold: number): Reason[] {
  const trace: Reason[] = [{ key: 'log-selective-start', values: { current: before, threshold } }];
  let from = 0;
  rules.forEach(({ type, action, keepRecent, order }, layer) => {
    const end = Math.min(ends[layer]!, taken);
    let removed = 0;
    let cut = 0;
    for (let k = from; k < end; k++) {
      if (cuts[k] === 1) cut++;
      else removed++;
    }
    const values = { type, order, removed, saved: end > from ? saved[end]! - saved[from]! : 0 };
    if (removed > 0 && action === 'drop') trace.push({ key: 'log-selective-drop', values });
    else if (removed > 0)
      trace.push({ key: type === 'TOOL_RESULT' ? 'log-selective-blocks' : 'log-selective-truncate', values: { ...values, keep: keepRecent } });
    if (cut > 0) trace.push({ key: 'log-selective-cut', values: { type, blocks: cut } });
    from = Math.max(from, ends[layer]!);
  });
  trace.push({ key: 'log-selective-done', values: { before, after, threshold } });
  return trace;
}

/** Nothing in the table applies: every fate would be KEEP. */
export function nothingToDo({ fates }: RulesRun): boolean {
  return fates.every((fate) => fate === KEEP);
}

export function rulesState(input: PreparedTranscript, finished: FinishedRun): Readonly<Record<string, unknown>> | undefined {
  const { protectRounds, unit, reasoningExpires } = finished.params as RuleValues;
  const guard = guardOf(input, protectRounds, unit, Number(reasoningExpires));
  return stateAfter(input, finished, { protectedNow: protectedReasoning(guard), expires: reasoningExpires });
}
