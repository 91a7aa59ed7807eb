/**
 * S3's order of work as a list of steps with running sums, computed once per transcript and setting: a slider step only searches for the
 * stop.
 *
 * A type of the table is a layer. The study's code works on a whole layer (all but the most recent blocks are deleted, the fields of the
 * kept ones are cut) and checks the threshold between layers; that is `wholeTypes`. Otherwise the steps of a layer run one by one, oldest
 * first, and stop where the threshold is met, so that strategies can be compared at an equal budget; fields are cut after the old blocks
 * have gone. docs/systems.md#s3-left-open
 */
import { firstWhere } from '../../../lib/bisect.ts';
import { ITEM_TYPES, type ItemType } from '../../../transcript/types.ts';
import { PRIORITIES, PROTECTIONS, type Prepared } from '../../../signals/contract.ts';
import { unitSizes } from '../../../signals/units.ts';
import { perPreparedAndKey, perTranscriptAndKey } from '../../../signals/remember-by-key.ts';
import { lastResults } from '../../shared/layout.ts';
import { type BlockFields, blockFields, type FieldLimits } from './fields.ts';
import { pointersOf } from './placeholders.ts';
import { guardOf, isGuarded, type Guard } from './protection.ts';
import type { Rule } from './table.ts';

export interface StepSettings {
  readonly rules: readonly Rule[];
  readonly limits: FieldLimits;
  readonly protectRounds: number;
  readonly unit: string;
  readonly reasoningExpires: boolean;
  readonly keepReferences: boolean;
}

export interface Steps {
  readonly rules: readonly Rule[];
  /** By step: its unit, and whether it cuts fields (1) or drops (0). */
  readonly units: Int32Array;
  readonly cuts: Uint8Array;
  /** Tokens saved by the first k steps; length steps + 1. */
  readonly saved: Float64Array;
  /** By layer: number of steps up to its end. */
  readonly ends: Int32Array;
  /** By unit: its step, −1 without one. */
  readonly stepOf: Int32Array;
  /** By unit: index into ITEM_TYPES. */
  readonly types: Uint8Array;
  /** By unit: number of later units of its type that the layer counts; −1 where its type has no layer. */
  readonly newer: Int32Array;
  readonly guard: Guard;
  readonly fields: BlockFields;
}

const index = Object.fromEntries(ITEM_TYPES.map((type, i) => [type, i])) as Readonly<Record<ItemType, number>>;
const HEADER = PROTECTIONS.indexOf('header');
const CRITICAL = PRIORITIES.indexOf('CRITICAL');

/**
 * Type of each unit. A tool block is a TOOL_RESULT, and so is a result without its call; with `references` one that holds a live reference
 * is an OFFLOAD_PLACEHOLDER. A placeholder without a target (a cleared result) protects nothing.
 */
const unitTypes = perTranscriptAndKey((input, references: number): Uint8Array => {
  const types = new Uint8Array(input.units.length);
  input.units.forEach(({ members, isBlock }, u) => {
    const own = input.itemType[members[0]!]!;
    const type = isBlock || own === 'OFFLOAD_PLACEHOLDER' ? 'TOOL_RESULT' : own;
    const refers = references === 1 && type === 'TOOL_RESULT' && members.some((i) => pointersOf(input.messages[i]!).length > 0);
    types[u] = index[refers ? 'OFFLOAD_PLACEHOLDER' : type];
  });
  return types;
});

/** Skills fall by the table although they are header, unless a person pinned them. */
function isFree(input: Prepared, members: readonly number[]): boolean {
  return members.every((i) => {
    if (input.protection[i] === 0) return true;
    const byHand = input.priorityRule[i] === 1 && input.priority[i] === CRITICAL;
    return input.protection[i] === HEADER && input.itemType[i]!.startsWith('SKILL_') && !byHand;
  });
}

const computed = perPreparedAndKey((input: Prepared, key: string): Steps => {
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
    // Of messages only those that may go are counted, as in the study; tool blocks are counted as they stand.
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
      const isLast = members.some((i) => lastResults(input)[i] === 1);
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

/** The steps of a transcript under these settings; remembered. */
export function stepsOf(input: Prepared, settings: StepSettings): Steps {
  return computed(input, JSON.stringify(settings));
}

/** Least number of steps that bring `total` down to `target` tokens, or all of them. `whole`: up to the end of a layer. */
export function stepsNeeded({ saved, ends, units }: Steps, total: number, target: number, whole: boolean): number {
  if (whole) return ends.find((end) => total - saved[end]! <= target) ?? units.length;
  return firstWhere(0, units.length, (k) => total - saved[k]! <= target);
}
