/** Walks one strategy over the recording: request by request, with its triggers, its compactions and their costs. */
import type { Work } from '../lib/work.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { ReasonError, reasonOfError } from '../signals/outcomes.ts';
import { partWithEmbeddings } from '../signals/embeddings.ts';
import type { LogLine } from '../strategies/contract.ts';
import { resolveParams } from '../strategies/params.ts';
import { type FiredTrigger, isAtPlaces, type Situation, type Trigger } from '../triggers/contract.ts';
import { reasonOf, watch, wordsOf } from '../triggers/watch.ts';
import {
  appended,
  type Attempt,
  attemptOf,
  type AttemptPlace,
  changed,
  compactAt,
  type Context,
  EMPTY,
  fixedTokens,
  type LastCompaction,
  memoryOf,
  preparedFor,
  type Runner,
  START,
} from './attempt.ts';
import type { CompactionPoint, TriggerSetup, ReplayLine, ReplayOptions, ReplaySeries, ReplayStep } from './contract.ts';
import { breakEven, cached, costOf } from '../measures/shared/costs.ts';
import { largestResult, promptOf, type Recording } from './recording.ts';

export interface AttemptRecord {
  readonly attempt: Attempt;
  readonly place: AttemptPlace;
  readonly point: CompactionPoint;
}

export interface WalkResult {
  readonly failed: Reason | null;
  readonly size: Float64Array;
  readonly cacheRead: Float64Array;
  readonly cacheWrite: Float64Array;
  readonly cost: Float64Array;
  readonly done: readonly AttemptRecord[];
  readonly warnings: readonly number[];
  readonly overLimit: readonly number[];
  readonly refused: readonly number[];
  readonly stopped: ReplaySeries['stopped'];
  readonly log: readonly ReplayLine[];
}

/**
 * Attempts in a row that may leave the context above the trigger; then it must grow before there is another. Without this limit a strategy
 * that cannot free enough would process an ever longer context at every request.
 */
const IDLE_ATTEMPTS = 8;
const GROWTH = 1.1;
const REPORT = 2000;
/** What S4’s tool is. */
const BY_HAND: Trigger = { kind: 'hand', messages: [] };

export interface WalkInput {
  readonly base: PreparedTranscript;
  readonly recording: Recording;
  readonly output: Float64Array;
  readonly options: ReplayOptions;
  readonly row: string;
  /** null: without compaction. */
  readonly runner: Runner | null;
  readonly inForce: TriggerSetup;
}

export function* walk(input: WalkInput): Work<ReplayStep, WalkResult> {
  return yield* new Walk(input).run();
}

interface DueCompaction {
  readonly fired: FiredTrigger;
  readonly moment: Situation['moment'];
  readonly end: number;
  readonly request: number;
  readonly automatic: boolean;
}

class Walk {
  private readonly input: WalkInput;
  private readonly fixed: number;
  private readonly situation: Situation;
  private seenEnd = 0;
  private readonly watching: ReturnType<typeof watch>;
  private readonly looksForMarkers: boolean;
  private readonly byHand: ReadonlySet<number>;
  private readonly handBefore: ReadonlySet<number>;
  private readonly out: WalkResult & { done: AttemptRecord[]; warnings: number[]; overLimit: number[]; refused: number[]; log: ReplayLine[] };
  private failed: Reason | null = null;
  private stopped: WalkResult['stopped'] = null;

  private standing: LastCompaction = START;
  private built = { context: EMPTY, attempts: 0, end: 0 };
  private left = 0;
  private leftMessages = 0;
  private node: string;
  private common = 0;
  private spent = 0;
  private levels = 0;
  private pending: FiredTrigger | null = null;
  private idle = 0;
  private idleTokens = 0;
  private lastRequest = Number.NEGATIVE_INFINITY;
  private since = { turns: 0, requests: 0 };
  private warned = false;
  private cooling = false;
  private handDue = false;

  constructor(input: WalkInput) {
    const { base, recording, options, inForce, runner } = input;
    const rule = inForce.trigger;
    this.input = input;
    this.fixed = fixedTokens(base, options);
    const places = rule.triggers.flatMap((one) => (isAtPlaces(one) ? one.messages : []));
    // Where the agent compacted by its own tool, so does every row but its own.
    const compressed = rule.triggers.some(({ kind }) => kind === 'recorded') ? [] : recording.compressed;
    this.byHand = new Set([...places.map((i) => recording.walked[i] ?? -1), ...(runner ? compressed : [])]);
    this.handBefore = new Set([...this.byHand].map((k) => recording.requestsBefore[k + 1] ?? -1));
    this.watching = watch(runner ? rule : { triggers: [], combine: 'any' });
    this.looksForMarkers = rule.triggers.some(({ kind }) => kind === 'marker');
    const n = recording.messages.length;
    this.situation = {
      moment: 'request',
      tokens: 0,
      messages: 0,
      window: options.window,
      recorded: Number.NaN,
      turns: 0,
      steps: 0,
      turnsInAll: recording.turnsBefore[n]!,
      text: '',
      time: Number.NaN,
      result: (spare) => largestResult(recording, this.seenEnd, spare),
    };
    this.node = runner ? memoryOf(base, runner.spec.summarizer).runOf(runner) : '';
    const requests = recording.answers.length;
    this.out = {
      failed: null,
      size: new Float64Array(requests),
      cacheRead: new Float64Array(requests),
      cacheWrite: new Float64Array(requests),
      cost: new Float64Array(options.prices ? requests : 0),
      done: [],
      warnings: [],
      overLimit: [],
      refused: [],
      stopped: null,
      log: [],
    };
  }

  *run(): Work<ReplayStep, WalkResult> {
    const { recording, row } = this.input;
    const { messages, isResult, requestsBefore, answers } = recording;
    const requests = answers.length;
    let walked = 0;
    try {
      for (let k = 0; k < messages.length && !this.stopped; k++) {
        const isAnswer = messages[k]!.role === 'assistant';
        const request = requestsBefore[k]!;
        if (isAnswer) {
          const due = this.due('request', k, request);
          if (due) yield* this.attempt(due);
          if (this.stopped) break;
          this.send(request, k);
          walked++;
          if (walked % REPORT === 0) yield { kind: 'progress', row, done: walked, of: requests };
        }
        if (this.byHand.has(k)) this.handDue = true;
        const due = isAnswer
          ? this.due('answer', k + 1, request + 1)
          : isResult[k] === 1
            ? this.due('tool-result', k + 1, request)
            : this.handDue
              ? this.due('request', k + 1, request)
              : null;
        if (due) yield* this.attempt(due);
      }
    } catch (error) {
      this.failed = reasonOfError(error);
    }
    const { stopped } = this;
    // A stopped run sends nothing more: the remaining requests count as refused.
    const refused = stopped ? [...this.out.refused, ...Array.from({ length: requests - walked }, (_, i) => walked + i + 1)] : this.out.refused;
    return { ...this.out, failed: this.failed, stopped, refused, ...(this.failed || stopped ? this.cut(walked) : {}) };
  }

  private cut(requests: number): Pick<WalkResult, 'size' | 'cacheRead' | 'cacheWrite' | 'cost'> {
    const { size, cacheRead, cacheWrite, cost } = this.out;
    const of = (values: Float64Array): Float64Array => values.slice(0, requests);
    return { size: of(size), cacheRead: of(cacheRead), cacheWrite: of(cacheWrite), cost: of(cost) };
  }

  /** The result of the last compaction. A run whose attempts are all remembered never asks. */
  private context(): Context {
    const { recording } = this.input;
    let { context, attempts, end } = this.built;
    for (; attempts < this.out.done.length; attempts++) {
      const { attempt, place } = this.out.done[attempts]!;
      if (!attempt.delta) continue;
      context = changed(appended(context, recording, end, place.end), attempt.delta);
      end = place.end;
    }
    this.built = { context, attempts, end };
    return context;
  }

  private tokensAt(end: number): number {
    const { tokensBefore } = this.input.recording;
    return this.fixed + this.left + tokensBefore[end]! - tokensBefore[this.standing.end]!;
  }

  private send(request: number, end: number): void {
    const { recording, options, output } = this.input;
    const { out } = this;
    const size = this.tokensAt(end);
    const parts = cached(options.caching, size, Math.min(this.common, size), recording.time[end]! - this.lastRequest);
    out.size[request] = size;
    out.cacheRead[request] = parts.cacheRead;
    out.cacheWrite[request] = parts.cacheWrite;
    if (options.prices) {
      this.spent += costOf({ ...parts, output: output[request]! }, options.prices);
      out.cost[request] = this.spent;
    }
    if (size > options.window) {
      out.overLimit.push(request + 1);
      if (out.done.at(-1)?.attempt.outcome === 'refused') out.refused.push(request + 1);
    }
    this.common = size;
    this.lastRequest = recording.time[end]!;
  }

  private due(moment: Situation['moment'], end: number, request: number): DueCompaction | null {
    const { runner, options, recording, row } = this.input;
    const tokens = this.tokensAt(end);
    if (moment === 'request') this.warn(tokens, request);
    if (!runner) return null;
    // A call is never separated from its results.
    const waits = recording.openBefore[end]! > 0;
    if (this.handDue) {
      if (waits) return null;
      this.handDue = false;
      const trigger = this.input.inForce.trigger.triggers.find(isAtPlaces) ?? BY_HAND;
      return { fired: { kind: trigger.kind, reason: reasonOf(trigger, this.situation), level: null }, moment, end, request, automatic: false };
    }
    if (this.handBefore.size > 0 && this.handBefore.has(request)) return null;
    const fired = this.pending ?? this.watching.ask(this.seen(moment, tokens, end, request));
    if (!fired) return null;
    this.pending = waits ? fired : null;
    if (waits) return null;
    if (this.levels > 0 && request - this.since.requests < options.cooldown) {
      if (!this.cooling)
        this.say(request, row, { level: 'warn', reason: { key: 'log-replay-cooldown', values: { tokens, cooldown: options.cooldown } } });
      this.cooling = true;
      return null;
    }
    if (this.idle >= IDLE_ATTEMPTS && tokens < this.idleTokens * GROWTH) {
      this.skip();
      return null;
    }
    return { fired, moment, end, request, automatic: true };
  }

  private seen(moment: Situation['moment'], tokens: number, end: number, request: number): Situation {
    const { recording } = this.input;
    const { situation, since } = this;
    this.seenEnd = end;
    situation.moment = moment;
    situation.tokens = tokens;
    situation.messages = this.leftMessages + end - this.standing.end;
    situation.turns = recording.turnsBefore[end]! - since.turns;
    situation.steps = request - since.requests;
    situation.time = end > 0 ? recording.time[end - 1]! : Number.NaN;
    situation.text = '';
    situation.recorded = tokens;
    if (moment === 'answer') {
      const message = recording.messages[end - 1]!;
      if (this.looksForMarkers) situation.text = wordsOf(message);
      const prompt = end - 1 < recording.ownUntil ? promptOf(message.usage) : Number.NaN;
      // Recorded usage is of the context without our compactions: they reduce it as they reduce the count.
      if (!Number.isNaN(prompt)) situation.recorded = prompt + message.usage!.output + tokens - this.fixed - recording.tokensBefore[end]!;
    }
    return situation;
  }

  private warn(tokens: number, request: number): void {
    const { options, row, inForce } = this.input;
    const { warning } = inForce;
    if (warning === null) return;
    const over = tokens >= warning * options.window;
    if (over && !this.warned) {
      this.out.warnings.push(request + 1);
      const values = { tokens, window: options.window, share: warning };
      this.say(request, row, { level: 'warn', reason: { key: 'log-replay-warning', values } });
    }
    this.warned = over;
  }

  private skip(): void {
    const last = this.out.done.pop()!;
    this.out.done.push({ ...last, point: { ...last.point, skipped: last.point.skipped + 1 } });
  }

  private say(request: number, strategy: string, line: LogLine): void {
    this.out.log.push({ ...line, at: request + 1, strategy });
  }

  private *attempt({ fired, moment, end, request, automatic }: DueCompaction): Work<ReplayStep, void> {
    const { runner, options, row, recording } = this.input;
    const { spec } = runner!;
    const { strategy } = spec;
    const before = this.tokensAt(end);
    let { params } = spec;
    const question = automatic && options.answer !== null ? (strategy.question?.(params, before, options.window) ?? null) : null;
    if (question) {
      const answered = resolveParams(strategy.params, { ...params, [question.param]: options.answer });
      if (!answered.ok) throw new ReasonError(answered.error, answered.reason);
      params = answered.value;
    }
    // S3's checks see more than is counted, and its compaction aims below what they saw.
    const firedAt = options.own && (fired.kind === 'tool-result' || fired.kind === 'answer') ? fired.level : null;
    const place: AttemptPlace = { standing: this.standing, end, request, params, firedAt };
    const attempt = yield* this.carriedOut(place);
    this.say(request, row, { level: 'info', reason: { key: 'log-replay-triggered', values: { kind: fired.kind, tokens: before } } });
    for (const line of attempt.log) this.say(request, row, line);
    const { outcome, delta } = attempt;
    if (delta) {
      this.standing = { end, carrier: attempt.carrier, state: attempt.state ?? this.standing.state, stateAt: request };
      this.left = attempt.after - this.fixed;
      this.leftMessages = attempt.messagesAfter;
      this.common = Math.min(this.common, attempt.prefix);
      this.levels++;
      this.since = { turns: recording.turnsBefore[end]!, requests: request };
      this.cooling = false;
      this.watching.reset();
    } else {
      if (attempt.state) this.standing = { ...this.standing, state: attempt.state, stateAt: request };
    }
    if (attempt.stops) {
      this.stopped = { at: request + 1, reason: attempt.why ?? { key: 'unchanged-nothing-to-do' } };
    }
    const stuck = !delta || (fired.level !== null && attempt.after >= fired.level);
    this.idle = stuck ? this.idle + 1 : 0;
    this.idleTokens = attempt.after;
    const summaryCost = this.pay(attempt);
    const summariesOver = this.summariesOver(attempt, request);
    const values = { before: attempt.before, after: attempt.after, messagesBefore: attempt.messagesBefore, messagesAfter: attempt.messagesAfter };
    if (delta) this.say(request, row, { level: 'info', reason: { key: 'log-replay-compacted', values } });
    else if (this.stopped)
      this.say(request, row, { level: 'error', reason: { key: 'log-replay-stopped', values: { refused: recording.answers.length - request } } });
    else this.say(request, row, { level: outcome === 'unchanged' ? 'info' : 'warn', reason: attempt.why ?? { key: 'unchanged-nothing-to-do' } });
    const { prices, caching } = options;
    this.out.done.push({
      attempt,
      place,
      point: {
        at: request + 1,
        moment,
        trigger: fired,
        outcome,
        level: delta ? this.levels : 0,
        why: attempt.why,
        asked: question?.reason ?? null,
        before: attempt.before,
        after: attempt.after,
        messagesBefore: attempt.messagesBefore,
        messagesAfter: attempt.messagesAfter,
        target: attempt.target,
        params: attempt.params,
        summaries: attempt.summaries.map(({ usage: _usage, ...summary }) => summary),
        summaryTokens: delta ? attempt.summaryTokens : 0,
        summaryCost,
        summaryFailures: attempt.failures,
        ...(summariesOver > 0 && { summariesOver }),
        summaryMs: attempt.summaryMs,
        prefix: attempt.prefix,
        breakEven: prices && delta ? breakEven(caching, prices, summaryCost ?? 0, attempt.before, attempt.after, attempt.prefix) : null,
        skipped: 0,
      },
    });
    yield { kind: 'progress', row, done: request, of: recording.answers.length };
  }

  /** Cost of the summaries, added to the total; null without prices. */
  private pay({ summaries }: Attempt): number | null {
    const { prices, summaryPrices = prices } = this.input.options;
    if (!summaryPrices) return null;
    const cost = summaries.reduce((sum, { usage }) => sum + costOf(usage, summaryPrices), 0);
    this.spent += cost;
    return cost;
  }

  private summariesOver({ summaries }: Attempt, request: number): number {
    const { options, row, runner } = this.input;
    const { window, summaryWindow = window } = options;
    if (runner?.spec.strategy.recorded) return 0;
    const over = summaries.flatMap(({ calls, input, usage }) => (calls > 0 && input + usage.output > summaryWindow ? input + usage.output : []));
    if (over.length > 0) {
      const values = { count: over.length, tokens: Math.max(...over), window: summaryWindow };
      this.say(request, row, { level: 'warn', reason: { key: 'log-replay-summaries-over', values } });
    }
    return over.length;
  }

  private *carriedOut(place: AttemptPlace): Work<ReplayStep, Attempt> {
    const { base, recording, row, runner: found } = this.input;
    const runner = found!;
    const memory = memoryOf(base, runner.spec.summarizer);
    const own = place.params === runner.spec.params ? '' : JSON.stringify(place.params);
    const key = `${this.node}/${place.end}/${this.fixed}/${place.firedAt ?? ''}/${own}`;
    let attempt = memory.find(key);
    if (!attempt) {
      const context = () => appended(this.context(), recording, place.standing.end, place.end);
      const prepared = partWithEmbeddings(preparedFor(base, recording, place, context, this.fixed), runner.embeddings);
      const compacting = compactAt(prepared, runner, place, recording.messages[place.end - 1]?.ts);
      const result = compacting instanceof Promise ? ((yield { kind: 'waiting', row, for: compacting }) as CompactionResult) : compacting;
      attempt = memory.keep(key, attemptOf(prepared, result));
    }
    this.node = String(attempt.node);
    return attempt;
  }
}
