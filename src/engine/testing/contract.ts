/** The invariants of every result of every strategy, checked without trusting the runner's own verification. */
import { isDeepStrictEqual } from 'node:util';
import { plannedTokens } from '../compaction/estimate.ts';
import { restore } from '../compaction/history.ts';
import { isThinking, repaired, withoutThinking } from '../compaction/repair.ts';
import { type CompactOptions, compactNow } from '../compaction/compaction-run.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { ruleSetsOf } from '../formats/contract.ts';
import { measureAll } from '../measures/run/measured-values.ts';
import { byId } from '../pipelines/index.ts';
import { PROTECTIONS, type PreparedTranscript } from '../signals/contract.ts';
import { maskSecrets } from '../signals/secrets.ts';
import { DROP, EDIT, KEEP, OFFLOAD, type Plan, type Strategy, SUMMARIZE } from '../strategies/contract.ts';
import { knobOf, type NumberParam, resolveParams } from '../strategies/params.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import type { Message, Part } from '../transcript/types.ts';
import { checkReason } from './reasons.ts';

function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

const gone = (fate: number | undefined): boolean => fate === SUMMARIZE || fate === DROP;

export interface Circumstance {
  readonly window: number;
  readonly target: number | null;
  readonly own: boolean;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly model?: string;
}

/** Parameters with which a row keeps the contract: a product's as shipped promises none of it. */
export const provedParams = ({ preset }: Pick<Strategy, 'preset'>): Readonly<Record<string, unknown>> => (preset ? { repaired: true } : {});

export function optionsOf(strategy: Strategy, { window, target, own, params, model }: Circumstance, summarizer: Summarizer): CompactOptions {
  const resolved = resolveParams(strategy.params, { ...provedParams(strategy), ...params });
  must(resolved.ok, resolved.ok ? '' : resolved.error);
  return { budget: { window, target, own }, params: resolved.value, summarizer, weight: 0.6, seed: 7, ...(model ? { model } : {}) };
}

/** Runs a strategy with a summariser that answers at once. */
export function runNow(prepared: PreparedTranscript, strategy: Strategy, options: CompactOptions): CompactionResult {
  const result = compactNow(prepared, strategy, options);
  must(!(result instanceof Promise), 'expected an answer at once');
  return result;
}

/** Runs and checks everything; `everyReason` requests the reason of every message instead of some, and passes the record through JSON. */
export function checkRun(prepared: PreparedTranscript, strategy: Strategy, options: CompactOptions, everyReason = true): CompactionResult {
  const before = snapshot(prepared);
  const result = runNow(prepared, strategy, options);
  must(isDeepStrictEqual(before, snapshot(prepared)), 'the input was written to');
  checkResult(prepared, strategy, result, options, everyReason);
  must((result.stages !== undefined) === (strategy.stages !== undefined), 'stages belong to pipelines');
  if (result.stages) checkStages(prepared, result, options, everyReason);
  return result;
}

function checkResult(
  prepared: PreparedTranscript,
  strategy: Strategy,
  result: CompactionResult,
  options: CompactOptions,
  everyReason: boolean,
): void {
  checkPlan(prepared, result.plan, everyReason);
  if (result.attempted) checkPlan(prepared, result.attempted, everyReason);
  for (const reason of [result.why, result.note, ...result.trace, ...result.checks.map((c) => c.reason)]) if (reason) checkReason(reason);
  checkOutcome(prepared, result, options);
  checkContext(prepared, result);
  checkSummaries(prepared, result);
  checkRecord(prepared, result);
  checkRestore(prepared, result, everyReason);
  if (result.outcome !== 'compacted') return;
  checkKept(prepared, strategy, result, options);
  checkValid(prepared, result, options);
}

/** The providers of the model and of the format accept the result as they accepted the recording. */
function checkValid(prepared: PreparedTranscript, result: CompactionResult, { model, weight }: CompactOptions): void {
  for (const rules of ruleSetsOf(prepared.transcript, model)) {
    const violations = measureAll(prepared, result, { weight, rules, ...(model ? { model } : {}) }).violations ?? [];
    for (const { rule, position, message, original, reason } of violations) {
      checkReason(reason);
      must(original, `${rule} at ${position} of the result (message ${message})`);
    }
  }
}

/**
 * Every stage of a pipeline satisfies the invariants of a single strategy, on what the one before left; that is counted correctly; and the
 * whole leaves what the last one left.
 */
function checkStages(prepared: PreparedTranscript, result: CompactionResult, options: CompactOptions, everyReason: boolean): void {
  const stages = result.stages ?? [];
  const { target } = result;
  let left: CompactionResult | undefined;
  stages.forEach(({ stage, strategy: id, ran, why, tokens, messages, params }, k) => {
    must(stage === k + 1, `stage ${stage} is number ${k + 1}`);
    must(tokens === (left?.tokensAfter ?? prepared.counts.total) && messages === (left?.layout.length ?? prepared.n), `what stage ${stage} found`);
    if (!ran) {
      must(why !== undefined && target !== null && tokens <= target, `stage ${stage} was not run`);
      checkReason(why);
      return;
    }
    const { input } = ran;
    const strategy = byId.get(id);
    must(strategy !== undefined && !strategy.stages, `stage ${stage} "${id}" has no plan`);
    must(sameContext(input.messages, left?.context() ?? prepared.messages), `stage ${stage} does not work on what the one before left`);
    if (left) checkDerived(input);
    const own = { ...options, params: ran.result.params, budget: { ...options.budget, target } } as CompactOptions;
    checkResult(input, strategy, ran.result, own, everyReason);
    must(ran.result.target === target && (ran.result.outcome === 'compacted') === (why === undefined), `outcome of stage ${stage}`);
    const knob = knobOf(strategy.params);
    if (knob && !ran.result.knob?.aimed) must(ran.result.params[knob[0]] === params[knob[0]], `knob of stage ${stage}`);
    if (ran.result.outcome === 'compacted') left = ran.result;
  });
  must((result.outcome === 'compacted') === (left !== undefined), 'compacted by no stage, or in vain');
  if (!left) return;
  must(result.tokensAfter === left.tokensAfter, `${result.tokensAfter} tokens, the last stage left ${left.tokensAfter}`);
  const [whole, last] = [result.context(), left.context()];
  must(whole.length === last.length, 'the whole leaves what the last stage left');
  whole.forEach((message, k) => {
    must(message === last[k] || (message.role === last[k]!.role && isDeepStrictEqual(message.parts, last[k]!.parts)), `message ${k} of the context`);
  });
  for (let i = 0; i < prepared.n; i += everyReason ? 1 : Math.max(1, Math.floor(prepared.n / 50))) {
    const { via } = result.plan.reason(i);
    const by = stages[(via?.stage ?? 0) - 1];
    must(by?.strategy === via?.strategy && by?.ran?.result.outcome === 'compacted', `the reason of message ${i} is of stage ${via?.stage}`);
  }
}

/** Kept messages are the same objects; an insertion or edit may come from an earlier result that left the same. */
function sameContext(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, i) => message === b[i] || isDeepStrictEqual(message, b[i]));
}

/** A stage's result has the tokens of a fresh count, and protected messages stay protected. */
function checkDerived({ counts, messages, lastUser, protection }: PreparedTranscript): void {
  let total = counts.toolDefinitions;
  messages.forEach((message, i) => {
    must(counts.messages[i] === counts.message(message), `message ${i} of a stage's input has ${counts.messages[i]} tokens`);
    must(counts.prefix[i + 1] === counts.prefix[i]! + counts.messages[i]!, 'running sum');
    must(
      counts.parts(i).length === message.parts.length && Math.abs(counts.parts(i).reduce((a, b) => a + b, 4) - counts.messages[i]!) < 1e-6,
      `parts of message ${i}`,
    );
    total += counts.messages[i]!;
  });
  must(total === counts.total, 'total of what a stage left');
  if (lastUser >= 0) must(protection[lastUser] !== 0, 'the last user message is not protected');
}

/** Texts, positions and sources of the remaining summaries. */
function checkSummaries({ n }: PreparedTranscript, { summaries, plan, outcome, ...result }: CompactionResult): void {
  if (outcome !== 'compacted') {
    must(summaries.length === 0, `${outcome} with summaries`);
    return;
  }
  must(summaries.length === plan.summaries.length, `${summaries.length} of ${plan.summaries.length} summaries stand`);
  must(plan.summaries.length <= 1 || plan.into !== undefined, 'several summaries, and nothing says which message is in which');
  for (const { request, position, text, generation, outcome: written } of summaries) {
    const message = result.context()[position];
    must(isDeepStrictEqual(message?.parts, [{ type: 'text', text }]), `${request.id} does not stand at ${position}`);
    must(message?.compaction?.kind === 'summary' && (message.compaction.generation ?? 1) === generation, `generation of ${request.id}`);
    must(text.includes(written.text), `${request.id} is not what was written`);
    const members = new Set(request.members);
    for (const { source } of written.spans) must(source === undefined || (source < n && members.has(source)), `source ${source} of ${request.id}`);
  }
}

/** The record names the replaced messages and their replacements; all others were kept. */
function checkRecord(prepared: PreparedTranscript, result: CompactionResult): void {
  const { replaced, inserted, summaries, ...record } = result.record();
  const { fates } = result.plan;
  const context = result.context();
  must(record.strategy === result.strategy && isDeepStrictEqual(record.params, result.params), 'strategy of the record');
  must(record.messagesBefore === prepared.n && record.messagesAfter === context.length, 'messages of the record');
  must(record.tokensBefore === result.tokensBefore && record.tokensAfter === result.tokensAfter, 'tokens of the record');
  must(
    isDeepStrictEqual(
      summaries,
      result.summaries.map(({ text }) => text),
    ),
    'summaries of the record',
  );
  const gone = replaced.flatMap(({ start, originals }) => originals.map((original, k) => [start + k, original] as const));
  must(
    isDeepStrictEqual(
      gone.map(([i]) => i),
      Array.from(fates.keys()).filter((i) => fates[i] !== KEEP),
    ),
    'the record does not hold what was replaced',
  );
  must(
    gone.every(([i, original]) => original === prepared.messages[i]),
    'the record holds other originals',
  );
  const originals = new Set(prepared.messages);
  must(
    isDeepStrictEqual(
      inserted,
      Array.from(context.keys()).filter((k) => !originals.has(context[k]!)),
    ),
    'the record does not say what was put in',
  );
}

/** The arrays of the input; everything else is frozen. */
function snapshot({ counts, priority, priorityRule, protection, unitOf, turn, step }: PreparedTranscript): unknown {
  return [counts.messages, counts.prefix, priority, priorityRule, protection, unitOf, turn, step].map((array) => array.slice());
}

/** One fate each, with its edit, summary and reason. */
function checkPlan(prepared: PreparedTranscript, plan: Plan, everyReason: boolean): void {
  const { n } = prepared;
  must(plan.fates.length === n, `${plan.fates.length} fates for ${n} messages`);
  const members = plan.summaries.map((): number[] => []);
  const stride = everyReason ? 1 : Math.max(1, Math.floor(n / 50));
  for (let i = 0; i < n; i++) {
    const fate = plan.fates[i]!;
    must(fate <= DROP, `fate ${fate} of message ${i}`);
    if (fate === EDIT || fate === OFFLOAD) checkEdit(prepared, plan, i);
    must((fate === EDIT || fate === OFFLOAD) === (plan.edits.get(i) !== undefined && plan.edits.size > 0), `edit of message ${i}`);
    if (fate === SUMMARIZE) {
      const into = plan.into?.[i] ?? 0;
      must(into >= 0 && into < members.length, `message ${i} goes into no summary`);
      members[into]!.push(i);
    } else must((plan.into?.[i] ?? -1) === -1, `message ${i} is in a summary and has fate ${fate}`);
    if (i % stride === 0) checkReason(plan.reason(i));
  }
  plan.summaries.forEach((summary, k) => {
    must(isDeepStrictEqual([...summary.members], members[k]), `members of ${summary.id} are not the messages with its fate`);
    const standing = plan.insertions.filter(({ content }) => 'summary' in content && content.summary === summary.id);
    must(standing.length === 1, `${summary.id} stands ${standing.length} times`);
  });
  for (const { before } of plan.insertions) must(before >= 0 && before <= n, `insertion before ${before}`);
  if (plan.unchanged) {
    checkReason(plan.unchanged);
    must(plan.fates.every((f) => f === KEEP) && plan.insertions.length === 0, 'unchanged, but not every message is kept');
  }
}

/** Statements of a plan about an unbuilt edit are true of the built one. */
function checkEdit({ counts, messages, protection }: PreparedTranscript, { edits, trace }: Plan, i: number): void {
  const message = messages[i]!;
  const parts = edits.get(i);
  if (!parts) throw new Error(`message ${i} has no edit`);
  const whole = withThinking(message.parts, parts, trace);
  const shortened = PROTECTIONS[protection[i]!] === 'last-tool-block' && shortensResults(message.parts, parts);
  must(protection[i] === 0 || shortened || isDeepStrictEqual(parts, whole), `message ${i} is protected and edited`);
  const tokens = counts.message({ ...message, parts });
  must(tokens <= counts.messages[i]!, `the edit of message ${i} has ${tokens} tokens, the original ${counts.messages[i]}`);
  if (edits.tokens) must(edits.tokens(i) === tokens, `the edit of message ${i} has ${tokens} tokens, its plan says ${edits.tokens(i)}`);
  if (!edits.keepsShape) return;
  must(parts.length === whole.length, `the edit of message ${i} has ${parts.length} parts of ${whole.length}`);
  parts.forEach((part, p) => {
    const original = whole[p]!;
    must(isDeepStrictEqual(shapeOf(part), shapeOf(original)), `part ${p} of message ${i} changed its shape`);
  });
}

/** The original parts of an edit; without their thinking where a repair took it out, and says so. */
function withThinking(original: readonly Part[], parts: readonly Part[], trace: Plan['trace']): readonly Part[] {
  const stripped = !parts.some(isThinking) && trace?.some(({ key }) => key === 'repaired-thinking');
  return stripped ? withoutThinking(original) : original;
}

/** The parts of a message that a provider checks: everything but the words. */
function shapeOf(part: Part): unknown {
  switch (part.type) {
    case 'text':
      return ['text', part.text === ''];
    case 'reasoning':
      return part;
    case 'tool-call':
      return ['call', part.id, part.name, isJson(part.args)];
    case 'tool-result':
      return ['result', part.callId, part.isError, part.content.length === 0];
    default:
      return part.type;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Tokens never rise; a miss, and every outcome but a compaction, has a reason; the sum is that of the real context. */
function checkOutcome(prepared: PreparedTranscript, result: CompactionResult, options: CompactOptions): void {
  const { counts } = prepared;
  const { outcome, tokensAfter, tokensBefore, why, metTarget, target } = result;
  must(tokensBefore === counts.total, 'tokens before');
  if (outcome === 'compacted') {
    must(tokensAfter < tokensBefore, `${tokensAfter} tokens after ${tokensBefore}`);
    must(
      result.plan.fates.some((f) => f !== KEEP),
      'compacted without a changed message',
    );
    must(metTarget !== false || why !== undefined, 'target missed without a reason');
  } else {
    must(tokensAfter === tokensBefore && why !== undefined, `${outcome} with ${tokensAfter} tokens and ${why?.key}`);
    must(result.context() === prepared.messages, `${outcome}, but not the original`);
    // Verification protects against models and future pipelines: a strategy's own plan never fails it.
    must(
      outcome !== 'rejected' || why.key.startsWith('rejected-') || why.key === 'check-tokens-not-down',
      `rejected: ${why.key} ${JSON.stringify(why.values)}`,
    );
    if (why.key === 'check-tokens-not-down' && result.attempted) {
      must(plannedTokens(prepared, result.attempted) >= counts.total, 'a summary took more than was reserved for it');
    }
  }
  must(metTarget === (target === null ? null : tokensAfter <= target), 'metTarget');
  if (!options.budget.own && options.budget.target !== null && counts.total <= options.budget.target)
    must(outcome === 'unchanged', 'within the target and not unchanged');
  let sum = counts.toolDefinitions;
  for (const message of result.context()) sum += counts.message(message);
  must(Math.abs(sum - tokensAfter) < 1e-6, `the context holds ${sum} tokens, not ${tokensAfter}`);
}

/** Kept messages are the originals in their order; ids are unique; the layout is the context's. */
function checkContext(prepared: PreparedTranscript, result: CompactionResult): void {
  const context = result.context();
  const origins = result.origins();
  must(context.length === origins.length && context.length === result.layout.length, 'length of the context');
  let last = -1;
  const ids = new Set<string>();
  const original = new Set(prepared.messages.map((m) => m.id));
  context.forEach((message, position) => {
    must(!ids.has(message.id), `id ${message.id} twice`);
    ids.add(message.id);
    const origin = origins[position]!;
    if (origin < 0) {
      must(!original.has(message.id) && message.parts.length > 0, `insertion ${message.id}`);
      return;
    }
    must(origin > last, 'order');
    last = origin;
    const fate = result.plan.fates[origin];
    must(!gone(fate), `message ${origin} is gone and stands`);
    must(fate !== KEEP || message === prepared.messages[origin], `message ${origin} is not the original`);
  });
  must(origins.filter((o) => o >= 0).length === result.plan.fates.filter((f) => !gone(f)).length, 'a kept message is missing');
}

/** The record restores the original objects; as JSON it restores equal ones. */
function checkRestore(prepared: PreparedTranscript, result: CompactionResult, travels: boolean): void {
  const record = result.record();
  const restored = restore(result.context(), [record]);
  must(restored.ok && restored.value.length === prepared.n && restored.value.every((m, i) => m === prepared.messages[i]), 'restore');
  if (!travels || prepared.n > 200) return;
  const travelled = restore(JSON.parse(JSON.stringify(result.context())), [JSON.parse(JSON.stringify(record))]);
  must(travelled.ok && JSON.stringify(travelled.value) === JSON.stringify(prepared.messages), 'restore after export and import');
}

/** Protected messages remain, blocks are whole, the minimum holds, the knob is aimed. */
function checkKept(prepared: PreparedTranscript, strategy: Strategy, result: CompactionResult, options: CompactOptions): void {
  const { n, header, protection, itemType, units, lastUser, messages } = prepared;
  const { plan } = result;
  const by = (i: number): string => PROTECTIONS[protection[i]!]!;
  const replacesAll =
    plan.summaries.length > 0 &&
    messages.every(
      (_, i) =>
        i < header ||
        itemType[i] === 'COMPACTION_SUMMARY' ||
        gone(plan.fates[i]) ||
        !['none', 'last-user', 'last-tool-block'].includes(by(i)) ||
        (by(i) === 'last-user' && !messages[i]!.parts.every(({ type }) => type === 'text')),
    );
  for (let i = 0; i < n; i++) {
    if (by(i) === 'none' || plan.fates[i] === KEEP || i === lastUser) continue;
    if (by(i) === 'last-tool-block' && (replacesAll || shortensResults(messages[i]!.parts, plan.edits.get(i)))) continue;
    if (plan.fates[i] === EDIT && isDeepStrictEqual(plan.edits.get(i), withThinking(messages[i]!.parts, plan.edits.get(i) ?? [], plan.trace)))
      continue;
    must(mayDropSkills(strategy, result) && itemType[i]!.startsWith('SKILL_'), `message ${i} is protected (${by(i)}) and has fate ${plan.fates[i]}`);
  }
  // A summary that represents the last user message (in a stage's result) need not be quoted whole: the row is checked over the originals.
  if (lastUser >= 0 && plan.fates[lastUser] !== KEEP && !messages[lastUser]!.compaction) {
    const origins = result.origins();
    const inserted = result
      .context()
      .filter((_, k) => origins[k] === -1)
      .flatMap((m) => m.parts.map((p) => (p.type === 'text' ? p.text : '')));
    for (const part of messages[lastUser]!.parts) {
      must(part.type === 'text' || part.type === 'reasoning', `the last user message holds more than words (${part.type}) and does not stand`);
      if (part.type === 'text')
        must(
          inserted.some((text) => text.includes(part.text.trim()) || text.includes(maskSecrets(part.text).text.trim())),
          'the last user message neither stands nor is quoted',
        );
    }
  }
  for (const { members, isBlock } of units) {
    if (isBlock) must(new Set(members.map((i) => gone(plan.fates[i]))).size === 1, `block of message ${members[0]} torn apart`);
  }
  const minimum = strategy.stages ? undefined : strategy.minimum?.(options.params, options.model);
  if (minimum !== undefined) must(plan.fates.filter((f) => !gone(f)).length >= minimum, 'below the minimum');
  // A stage's bound is known once the result of the one before is known, so each is checked by itself.
  if (!strategy.stages)
    must(result.tokensAfter <= plannedTokens(prepared, plan), `${result.tokensAfter} tokens, planned were ${plannedTokens(prepared, plan)}`);
  const knob = knobOf(strategy.params);
  // Some products keep less with a larger number: their cuts jump from one valid place to the next.
  if (knob && result.knob?.aimed && !strategy.preset) checkKnob(prepared, strategy, result, options, ...knob);
}

/** Whether an edit of the last tool block leaves every result, with some text, in its place. */
const shortensResults = (original: readonly Part[], edited: readonly Part[] | undefined): boolean =>
  edited?.length === original.length &&
  original.every((part, p) => {
    const now = edited[p]!;
    return part.type === 'tool-result' && now.type === 'tool-result' && part.callId === now.callId && now.content.length > 0;
  });

/** S3's table may take skills out of the header, also as a stage. */
const mayDropSkills = (strategy: Strategy, { stages = [] }: CompactionResult): boolean =>
  [strategy, ...stages.map((stage) => byId.get(stage.strategy))].some((one) => one?.stages === undefined && one?.dropsSkills === true);

/** Values tried one by one above the aimed one; on a long transcript only the next. */
const EXHAUSTIVE = 120;

/** No less aggressive value meets the target by the reserve rule; the value itself meets it, or is the last one. */
function checkKnob(
  prepared: PreparedTranscript,
  strategy: Strategy,
  result: CompactionResult,
  options: CompactOptions,
  name: string,
  knob: NumberParam,
): void {
  const { budget, weight, seed, model } = options;
  const target = budget.target;
  if (target === null || result.knob === undefined) return;
  const bareAt = (value: number, at = target): Plan => {
    must(!strategy.stages, 'a pipeline has no knob of its own');
    const ctx = { budget: { ...budget, target: at }, weight, seed, ...(model ? { model } : {}) };
    return strategy.plan(prepared, { ...options.params, [name]: value }, ctx);
  };
  const planned = (value: number, at = target): number => {
    const plan = repaired(prepared, bareAt(value, at), model);
    return plan.unchanged ? prepared.counts.total : plannedTokens(prepared, plan);
  };
  const { value } = result.knob;
  must(planned(value) === planned(value, Math.max(1, Math.floor(target / 2))), `${name} ${value} plans other tokens at another target`);
  const milder = knob.knob === 'up' ? knob.step : -knob.step;
  if (planned(value) > target) {
    must(value === (knob.knob === 'up' ? knob.min : knob.max), `${name} ${value} misses ${target} and is not the most aggressive value`);
    return;
  }
  for (let k = 1; k <= (prepared.n <= EXHAUSTIVE ? EXHAUSTIVE : 1); k++) {
    // On the grid of the knob: floating-point residue is not a value of it.
    const other = Number((value + k * milder).toPrecision(12));
    // A knob that counts messages or rounds is not tried above their number.
    const most = knob.unit === 'messages' ? prepared.n : knob.unit === 'rounds' ? Math.max(prepared.turns, prepared.steps) : knob.max;
    if (other < knob.min || other > Math.max(most, knob.min)) return;
    // Where a milder value needs a repair, it may take more than an even milder one.
    const bare = bareAt(other);
    if (repaired(prepared, bare, model) !== bare) return;
    must(planned(other) > target, `${name} ${other} would meet ${target} too, ${value} is used`);
  }
}
