/** Offloading alone: messages stay in place; large results become placeholders that open. docs/systems.md#s3-offload */
import { firstWhere } from '../../lib/arrays.ts';
import { KEEP, OFFLOAD, type Plan, type PlanContext, type Reason } from '../contract.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { ParamValues } from '../params.ts';
import { isLastResult, planOf, protectionReason, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import {
  afterRequest,
  cacheTrace,
  isPlaceholderPart,
  isRecorded,
  placeholderPart,
  placeholderText,
  referenceOf,
  type ResultPart,
  resultPart,
  selectiveLog,
  stateAfter,
  stateOf,
  toolNames,
  toolOf,
} from './shared/selective-state.ts';
import type { Part } from '../../transcript/types.ts';
import { isCut } from '../../signals/truncated.ts';
import { perProtectionAndKey } from '../../signals/remember.ts';
import { offloadParams } from './shared/rules.ts';
import { offloadTrigger } from '../../triggers/watch.ts';

// Large tool results are moved out and replaced by a placeholder with a reference. docs/systems.md#s3-offload

/** Why a message with results is not offloaded. */
type SpareReason = 'small' | 'recent' | 'cut' | 'placeholder';

interface OffloadCandidate {
  readonly part: number;
  readonly ref: string;
  readonly tool: string;
  readonly tokens: number;
}

interface Candidate {
  readonly message: number;
  readonly results: readonly OffloadCandidate[];
  readonly ephemeral: boolean;
  readonly parts: readonly Part[];
  readonly tokens: number;
}

interface OffloadOrder {
  readonly order: readonly Candidate[];
  readonly saved: Float64Array;
  readonly placeOf: Int32Array;
  readonly spared: ReadonlyMap<number, SpareReason>;
}

const plain = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '');

/**
 * Results over `over` tokens, except the last `recent`, those cut by an earlier layer, placeholders, and results of protected messages other than the
 * last tool block.
 */
const offloadOrder = perProtectionAndKey((input, over: number, recent: number, ephemeral: string): OffloadOrder => {
  const { messages, n, counts, protection, itemType } = input;
  const names = new Set(ephemeral.split(',').map(plain).filter(Boolean));
  const state = stateOf(input.transcript);
  const spared = new Map<number, SpareReason>();
  const candidates: Candidate[] = [];
  const tools = toolNames(input);
  let back = 0;
  for (let i = n - 1; i >= 0; i--) {
    const message = messages[i]!;
    if (itemType[i] !== 'TOOL_RESULT' && itemType[i] !== 'OFFLOAD_PLACEHOLDER') continue;
    const tokens = counts.parts(i);
    const results: OffloadCandidate[] = [];
    for (let p = message.parts.length - 1; p >= 0; p--) {
      const part = resultPart(message, p);
      if (!part) continue;
      back++;
      const why = reasonToSpare(part, tokens[p]!, over, back <= recent, () => isCut(message, p) || isRecorded(state, message, p));
      if (why) spared.set(i, why);
      else results.unshift({ part: p, ref: referenceOf(message.id, p), tool: toolOf(tools, part), tokens: tokens[p]! });
    }
    if (results.length === 0 || (protection[i] !== 0 && !isLastResult(input, i))) continue;
    const parts = message.parts.map((part, p): Part => {
      const result = results.find((r) => r.part === p);
      return result ? placeholderPart(part as ResultPart, placeholderText(result.ref, result.tool, result.tokens)) : part;
    });
    const left = counts.message({ ...message, parts });
    if (left < counts.messages[i]!)
      candidates.push({ message: i, results, ephemeral: results.some(({ tool }) => names.has(plain(tool))), parts, tokens: left });
  }
  candidates.reverse();
  const order = [...candidates.filter((c) => c.ephemeral), ...candidates.filter((c) => !c.ephemeral)];
  const saved = new Float64Array(order.length + 1);
  const placeOf = new Int32Array(n).fill(-1);
  order.forEach((c, k) => {
    saved[k + 1] = saved[k]! + counts.messages[c.message]! - c.tokens;
    placeOf[c.message] = k;
  });
  return { order, saved, placeOf, spared };
});

function reasonToSpare(part: ResultPart, tokens: number, over: number, isRecent: boolean, wasCut: () => boolean): SpareReason | null {
  if (isPlaceholderPart(part)) return 'placeholder';
  if (tokens <= over) return 'small';
  if (isRecent) return 'recent';
  return wasCut() ? 'cut' : null;
}

type Values = ParamValues<typeof offloadParams>;

/** How many are offloaded: until the target is met. By its own rule only the size of a result counts, so all are. */
function countNeeded({ saved, order }: OffloadOrder, total: number, ctx: PlanContext): number {
  const { own, target } = ctx.budget;
  if (own || target === null) return order.length;
  return firstWhere(0, order.length, (k) => total - saved[k]! <= target);
}

function reasonOf(input: PreparedTranscript, values: Values, { order, placeOf, spared }: OffloadOrder, taken: number, i: number): Reason {
  const place = placeOf[i]!;
  if (place >= 0) {
    const { results, ephemeral } = order[place]!;
    const [first] = results;
    const tokens = results.reduce((sum, result) => sum + result.tokens, 0);
    const named = { tool: first!.tool, tokens, over: values.offloadOver, rank: place + 1, of: order.length };
    if (place < taken)
      return { key: ephemeral ? 'offload-ephemeral' : 'offload-large', values: { ...named, ref: first!.ref, count: results.length } };
    return { key: 'keep-offload-not-reached', values: { ...named, taken } };
  }
  const why = spared.get(i);
  if (input.protection[i] !== 0 && (why === undefined || !isLastResult(input, i))) return protectionReason(input, i);
  if (why === undefined) return { key: 'keep-no-result' };
  return { key: `keep-result-${why}`, values: { tokens: input.counts.messages[i]!, over: values.offloadOver, recent: values.keepRecentResults } };
}

function plan(input: PreparedTranscript, values: Values, ctx: PlanContext): Plan {
  const within = withinEqualTarget(input, ctx);
  if (within) return within;
  const found = offloadOrder(input, values.offloadOver, values.keepRecentResults, values.ephemeralTools);
  const { order, saved, placeOf } = found;
  const { total } = input.counts;
  const taken = countNeeded(found, total, ctx);
  if (taken === 0)
    return unchangedPlan(input, { key: 'unchanged-no-large-result', values: { over: values.offloadOver, recent: values.keepRecentResults } });
  const fates = new Uint8Array(input.n);
  for (let k = 0; k < taken; k++) fates[order[k]!.message] = OFFLOAD;
  const candidate = (i: number) => (fates[i] === KEEP ? undefined : order[placeOf[i]!]);
  return planOf({
    fates,
    edits: { size: taken, get: (i) => candidate(i)?.parts, tokens: (i) => order[placeOf[i]!]!.tokens, keepsShape: true },
    reason: (i) => reasonOf(input, values, found, taken, i),
    trace: [
      { key: 'log-selective-offload', values: { messages: taken, saved: saved[taken]!, after: total - saved[taken]! } },
      cacheTrace(input, fates),
    ],
  });
}

export const offload = defineStrategy({
  id: 'offload',
  family: 'selective',
  source: { seed: 'S3', section: '5.3' },
  kind: 'strategy',
  params: offloadParams,
  trigger: offloadTrigger,
  plan,
  state: stateAfter,
  dropsSkills: true,
  afterRequest,
  log: (finished) => selectiveLog(finished, false),
});
