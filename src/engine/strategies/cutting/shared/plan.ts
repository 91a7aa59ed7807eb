/** Plans that only shorten: untouchable messages, choices remembered by the knob, and the plan around them. */
import type { Slice } from '../../../lib/lib-steps.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import type { PreparedTranscript } from '../../../signals/contract.ts';
import { DROP, type Edits, EDIT, type Plan, type PlanContext, type Reason } from '../../contract.ts';
import { type ProtectionInput, perProtection } from '../../../signals/remember.ts';
import { perProtectionAndKey } from '../../../signals/remember-by-key.ts';
import { type Cutter, cutterOf } from '../../../truncation/truncation.ts';
import type { CutKind } from '../../../truncation/kinds.ts';
import { keptForKeyInformation, keyInformationReason } from '../../shared/key-units.ts';
import { lastResults, protectionReason } from '../../shared/layout.ts';
import { planOf, unchangedPlan, withinEqualTarget } from '../../shared/plans.ts';

/** By message: 1 where nothing may be shortened, because it is protected (results of the last block are not) or holds key information (S0 7). */
export const untouchable = perProtectionAndKey((input, keyInformation: number): Uint8Array => {
  const kept = keptForKeyInformation(input, keyInformation === 1);
  return input.protection.map((_, i) => (isProtected(input, i) || kept[input.unitOf[i]!] !== 0 ? 1 : 0));
});

const isProtected = (input: ProtectionInput, i: number): boolean => input.protection[i] !== 0 && lastResults(input)[i] === 0;

/** Why a message may not be shortened; undefined where it may. */
export function untouchableReason(input: PreparedTranscript, i: number, keyInformation: boolean): Reason | undefined {
  return isProtected(input, i) ? protectionReason(input, i) : keyInformationReason(input, i, keyInformation);
}

export interface Choice {
  readonly fates: Uint8Array;
  readonly rungs: Int16Array;
  readonly cutMessages: number;
  readonly dropped: number;
}

export class ChoiceBuilder implements Choice {
  readonly fates: Uint8Array;
  readonly rungs: Int16Array;
  cutMessages = 0;
  dropped = 0;

  constructor(n: number) {
    this.fates = new Uint8Array(n);
    this.rungs = new Int16Array(n).fill(-1);
  }

  cut(i: number, rung: number): void {
    if (rung < 0) return;
    this.fates[i] = EDIT;
    this.rungs[i] = rung;
    this.cutMessages++;
  }

  drop(i: number): void {
    this.fates[i] = DROP;
    this.dropped++;
  }
}

const REMEMBERED_BYTES = 1 << 22;
const LEAST_REMEMBERED = 16;
const BYTES_PER_MESSAGE = 3;

/** Remembers choices by parameters, so that a slider finds earlier positions again. */
export function rememberChoices<Args extends readonly (string | number)[]>(
  choose: (input: ProtectionInput, ...args: Args) => Choice,
): (input: ProtectionInput, ...args: Args) => Choice {
  const memoryOf = perProtection(
    ({ n }) => new BoundedMap<string, Choice>(Math.max(LEAST_REMEMBERED, REMEMBERED_BYTES / (BYTES_PER_MESSAGE * (n + 1)))),
  );
  return (input, ...args) => memoryOf(input).getOrMake(args.join('/'), () => choose(input, ...args));
}

export function cutEdits(cutter: Cutter, { rungs, cutMessages }: Choice): Edits {
  return {
    size: cutMessages,
    get: (i) => (rungs[i]! >= 0 ? cutter.parts(i, rungs[i]!) : undefined),
    tokens: (i) => cutter.tokens(i, rungs[i]!),
    gaps(i, found) {
      if (rungs[i]! < 0) return false;
      cutter.gaps(i, rungs[i]!, found);
      return true;
    },
    keepsShape: true,
  };
}

export interface CutRule {
  readonly kind: CutKind;
  readonly keyInformation: boolean;
  /** The choice at the knob's value; called unless the transcript is within an equal target. */
  choose(): Choice;
  nothing(): Reason;
  cut(i: number, after: number): Reason;
  /** Why message i stays although the rule may change it. */
  kept(i: number): Reason;
}

export function cuttingPlan(input: PreparedTranscript, ctx: PlanContext, { kind, keyInformation, choose, nothing, cut, kept }: CutRule): Plan {
  const within = withinEqualTarget(input, ctx);
  if (within) return within;
  const choice = choose();
  if (choice.cutMessages === 0) return unchangedPlan(input, nothing());
  const cutter = cutterOf(input, kind);
  return planOf({
    fates: choice.fates,
    edits: cutEdits(cutter, choice),
    reason: (i) => (choice.fates[i] === EDIT ? cut(i, cutter.tokens(i, choice.rungs[i]!)) : (untouchableReason(input, i, keyInformation) ?? kept(i))),
  });
}

/** Tokens searched between two opportunities to pause: about a millisecond. */
const SLICE = 1 << 12;
const warmed = new WeakSet<Cutter>();

export function* warmCuts(input: PreparedTranscript, kind: CutKind, least: number): Generator<Slice, void> {
  const cutter = cutterOf(input, kind);
  if (warmed.has(cutter)) return;
  const { messages } = input.counts;
  let tokens = 0;
  for (let i = 0; i < input.n; i++) {
    if (isProtected(input, i) || messages[i]! <= least || cutter.isKnown(i)) continue;
    cutter.count(i);
    tokens += messages[i]!;
    if (tokens < SLICE) continue;
    tokens = 0;
    yield { done: i + 1, of: input.n };
  }
  warmed.add(cutter);
}
