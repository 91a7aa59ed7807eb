/** Keeps the context of a conversation within its limit, request by request, with the engine that the page compares strategies with. */
import { checkOptions, compare, inUse, type RunOptions } from '../../engine/api.ts';
import { levelOf } from '../../engine/compaction/history.ts';
import type { CompactionResult } from '../../engine/compaction/types.ts';
import { UniqueIds } from '../../engine/formats/finish.ts';
import { mayBe, mustBe, wrong } from '../../engine/lib/arguments.ts';
import { byId } from '../../engine/pipelines/index.ts';
import { unknownStrategy } from '../../engine/pipelines/run-spec.ts';
import type { PreparedTranscript, Reason } from '../../engine/signals/contract.ts';
import { maskSecrets } from '../../engine/signals/secrets.ts';
import { DROP, SUMMARIZE } from '../../engine/strategies/contract.ts';
import { resolveParams } from '../../engine/strategies/params.ts';
import { checkMilliseconds, cutToFit, DEFAULT_SUMMARIZE_MS, within } from '../../engine/summarizers/built-in.ts';
import type { Summarizer, SummaryFailure, SummaryOutcome, SummaryRequest } from '../../engine/summarizers/contract.ts';
import type { TokenCounts } from '../../engine/tokens/contract.ts';
import { countTranscript, DEFAULT_OVERHEAD } from '../../engine/tokens/count.ts';
import { loadTokenizer } from '../../engine/tokens/tokenizers.ts';
import type { Message, Transcript } from '../../engine/transcript/types.ts';
import { PROMPTS } from '../../models/instructions.ts';
import { promptFor, summaryIn } from '../../models/prompt.ts';
import { type Group, type Header, readWires, type Wire } from './wires.ts';

const DEFAULT_TRIGGER = 0.8;

type EngineSettings = Pick<
  RunOptions,
  'target' | 'window' | 'model' | 'tokenizer' | 'overhead' | 'weight' | 'signals' | 'shared' | 'seed' | 'embedder'
>;

/** A request for one summary, as a model gets it. */
export interface SummaryPrompt {
  /** Instructions: what to keep, the limits, and that the conversation is data. */
  readonly system: string;
  /** The messages to be summarised, secrets masked. */
  readonly prompt: string;
  /** Most tokens of the summary. One that is longer counts as failed, and the strategy decides what happens then. */
  readonly maxTokens: number;
  /** Ends with the time limit: give it to whatever asks the model. */
  readonly signal: AbortSignal;
}

/** Writes a summary with a model of your own. Rejecting is a failed summary, never an error of the agent. */
export type Summarize = (request: SummaryPrompt) => Promise<string>;

/** What a compaction, or an attempt at one, did. */
export interface CompactionEvent {
  /** `invalid`: the result breaks a rule of the provider that the context kept before, so it is not used. */
  readonly outcome: CompactionResult['outcome'] | 'invalid';
  /** Why it is not `compacted`, or missed its target: a key with values, as in `result.why`; null where there is nothing to say. */
  readonly why: CompactionResult['why'] | null;
  readonly tokensBefore: number;
  /** Tokens of the context that is used from now on. */
  readonly tokensAfter: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Messages that the context has no more, in its order; none where the result is not used. */
  readonly leftOut: readonly RemovedMessage[];
  /** Fates, reasons, summaries and the record that undoes it, as `compact` of the engine returns them. */
  readonly result: CompactionResult;
}

/** A message that went, whole. */
interface RemovedMessage {
  /** As the engine reads it. */
  readonly message: Message;
  /** `summarised`: a summary that was put in stands for it. `dropped`: nothing does. */
  readonly fate: 'summarised' | 'dropped';
  /** Why: a key with values, as in `result.plan.reason`. */
  readonly why: Reason;
}

export interface CompactionSettings extends EngineSettings {
  /** Id of a strategy or product (`strategies` of the engine lists them). */
  readonly strategy: string;
  /** Its parameters; those left out have their defaults. */
  readonly params?: Readonly<Record<string, unknown>>;
  /**
   * Of a published product: its decisions with their flaws, so that the user's last message may go, or a call without its result. Default false:
   * *repaired*, the same decisions under the protections of all other strategies. A result that the provider refuses is not used either way.
   */
  readonly asShipped?: boolean;
  /** When to compact: above this share of the window (0 < x ≤ 1), or above this number of tokens (an integer ≥ 2). Default 0.8. */
  readonly trigger?: number;
  /** Tokens that each request has beside the messages (system prompt, tools); counted against the trigger only. Default 0. */
  readonly reserve?: number;
  /** Writes the summaries. Default: the built-in summariser, which needs no model. */
  readonly summarize?: Summarize;
  /** Milliseconds that `summarize` may take; then its summary has failed. Default 30,000. */
  readonly summarizeMs?: number;
  /** Window of that model in tokens: a call that would not fit is not made, and its summary has failed. Default: not checked. */
  readonly summarizeWindow?: number;
  /** Told of every attempt. What it throws is the caller's. */
  readonly onCompaction?: (event: CompactionEvent) => void;
}

/** Tokens above which a context is compacted. */
const limitOf = ({ trigger = DEFAULT_TRIGGER }: CompactionSettings, window: number): number =>
  trigger <= 1 ? Math.floor(trigger * window) : trigger;

/** The parameters that the strategy runs with: a product is repaired unless `asShipped` says otherwise. */
const paramsOf = ({ strategy, params = {}, asShipped = false }: CompactionSettings): Readonly<Record<string, unknown>> =>
  byId.get(strategy)?.preset ? { ...params, repaired: !asShipped } : params;

/** Throws a RangeError that names an unknown strategy, a bad parameter or a bad setting: when the agent is set up, not in its middle. */
export function checkSettings(settings: CompactionSettings): void {
  mustBe('settings', settings, 'object');
  mustBe('strategy', settings.strategy, 'string');
  mayBe('params', settings.params, 'object');
  mayBe('asShipped', settings.asShipped, 'boolean');
  mayBe('summarize', settings.summarize, 'function');
  mayBe('onCompaction', settings.onCompaction, 'function');
  checkOptions(settings);
  const strategy = byId.get(settings.strategy);
  if (!strategy) throw unknownStrategy(settings.strategy);
  if (settings.asShipped && !strategy.preset) throw wrong('asShipped', `false, because ${settings.strategy} is no product`, true);
  if (strategy.preset && settings.params?.repaired === !!settings.asShipped)
    throw wrong('params.repaired', `asShipped: ${String(!settings.asShipped)} instead`, settings.params.repaired);
  const params = resolveParams(strategy.params, paramsOf(settings));
  if (!params.ok) throw new RangeError(`${settings.strategy}: ${params.error}`);
  const { trigger = DEFAULT_TRIGGER, reserve = 0, summarizeMs = DEFAULT_SUMMARIZE_MS, summarizeWindow } = settings;
  checkMilliseconds('summarizeMs', summarizeMs);
  if (summarizeWindow !== undefined && !(Number.isInteger(summarizeWindow) && summarizeWindow >= 1))
    throw wrong('summarizeWindow', 'a whole number of tokens from 1', summarizeWindow);
  if (!(typeof trigger === 'number' && ((trigger > 0 && trigger <= 1) || (Number.isInteger(trigger) && trigger >= 2))))
    throw wrong('trigger', 'a share above 0 and up to 1, or a whole number of tokens from 2', trigger);
  if (!(Number.isInteger(reserve) && reserve >= 0)) throw wrong('reserve', 'a whole number of tokens from 0', reserve);
}

// A function of the agent's as a summariser of the engine: the page's own instructions, secrets masked, limits kept.

const OWN = 'own';
const MASKING = { secrets: true, emails: false } as const;

/** @param window of the model that is asked, in tokens: what does not fit is not asked; absent = not checked */
function summarizerOf(summarize: Summarize, ms: number, window = Number.POSITIVE_INFINITY): Summarizer {
  return {
    id: OWN,
    title: OWN,
    keepsTime: true,
    summarize: (input, request) => write(input, request, summarize, { ms: request.timeoutMs ?? ms, window }),
  };
}

async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException(`no summary within ${ms} ms`, 'TimeoutError');
      limit.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([work(limit.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

const failed = (failure: SummaryFailure, message: string, final = false): SummaryOutcome => ({
  ok: false,
  failure,
  message,
  ...(final && { final: true as const }),
  summarizer: OWN,
  ms: 0,
});

async function write(
  input: PreparedTranscript,
  request: SummaryRequest,
  summarize: Summarize,
  { ms, window }: { readonly ms: number; readonly window: number },
): Promise<SummaryOutcome> {
  const id = request.prompt ?? 'S0';
  const { system, user } = promptFor(input, request, id, PROMPTS[id], MASKING);
  const tokens = input.counts.text(system) + input.counts.text(user) + request.maxTokens;
  if (tokens > window) return failed('error', `${tokens} tokens with the summary, the window has ${window}`, true);
  let answer: string;
  try {
    answer = await inTime(ms, async (signal) => summarize({ system, prompt: user, maxTokens: request.maxTokens, signal }));
    if (typeof answer !== 'string') return failed('error', `summarize: expected a promise of a string, got ${typeof answer}`);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return failed('timeout', error.message);
    return failed('error', error instanceof Error ? error.message : String(error));
  }
  const { text, masked } = maskSecrets(summaryIn(answer, id) ?? '', { emails: MASKING.emails });
  if (text.trim() === '') return failed('empty', 'the answer has no summary');
  const fits = within(input, text, request);
  if (!fits && request.tooLong !== 'cut') return failed('too-long', `${input.counts.text(text)} tokens, ${request.maxTokens} allowed`);
  const kept = fits ? text : cutToFit(input, text, request);
  return { ok: true, text: kept, tokens: input.counts.text(kept), spans: [{ text: kept }], masked, summarizer: OWN, ms: 0 };
}

const REMEMBERED = 64;
/** After an attempt, the next one waits until this share of the window has been added: a summary costs a call. */
const PAUSE = 0.05;

/** One conversation after one request. Never changed, so that requests may overlap. */
interface State<W> {
  readonly given: readonly string[];
  readonly groups: readonly Group<W>[];
  readonly transcript: Transcript;
  readonly counts: TokenCounts;
  readonly tokens: number;
  readonly waitUntil: number;
}

const wiresOf = <W>(groups: readonly Group<W>[]): W[] => groups.flatMap(({ wires }) => wires);

function leftOutOf({ messages }: Transcript, { plan }: CompactionResult): readonly RemovedMessage[] {
  return messages.flatMap((message, i): readonly RemovedMessage[] => {
    const fate = plan.fates[i];
    if (fate !== SUMMARIZE && fate !== DROP) return [];
    return [{ message, fate: fate === DROP ? 'dropped' : 'summarised', why: plan.reason(i) }];
  });
}

export class Compactor<W> {
  readonly #wire: Wire<W>;
  readonly #settings: CompactionSettings;
  /** The latest first. */
  readonly #states: State<W>[] = [];

  /** Throws a RangeError for settings that are none. */
  constructor(wire: Wire<W>, settings: CompactionSettings) {
    checkSettings(settings);
    this.#wire = wire;
    this.#settings = settings;
  }

  /**
   * The messages to send for a conversation. Between two compactions the same messages are at its front, so that a provider's cache keeps
   * them. `list` may be the full conversation or the last answer of this function with what came after it. Throws a TypeError for a list that is
   * none of this framework's.
   */
  async messages(list: readonly W[], header: Header = {}): Promise<readonly W[]> {
    if (!Array.isArray(list)) throw new TypeError(wrong('messages', `a list of the format ${this.#wire.format}`, list).message);
    if (list.length === 0) return list;
    const given = list.map((one) => JSON.stringify(this.#wire.plain(one)));
    const known = this.#find(given);
    const state = await this.#compacted(known ? this.#extended(known, list, given) : await this.#begun(list, header, given));
    if (known) this.#forget(known);
    this.#states.unshift(state);
    this.#states.length = Math.min(this.#states.length, REMEMBERED);
    return wiresOf(state.groups);
  }

  /** The conversation that a list goes on with: all that was given is at its front, or all that was answered. */
  #find(given: readonly string[]): State<W> | undefined {
    const begins = (front: readonly string[]): boolean => front.length <= given.length && front.every((json, i) => json === given[i]);
    let best: State<W> | undefined;
    for (const state of this.#states) if (begins(state.given) && state.given.length > (best?.given.length ?? 0)) best = state;
    if (best) return best;
    for (const state of this.#states) {
      const answered = wiresOf(state.groups).map((one) => JSON.stringify(this.#wire.plain(one)));
      if (answered.length > 0 && begins(answered)) return { ...state, given: answered };
    }
    return undefined;
  }

  #forget({ transcript }: State<W>): void {
    const at = this.#states.findIndex((state) => state.transcript === transcript);
    if (at >= 0) this.#states.splice(at, 1);
  }

  async #begun(list: readonly W[], header: Header, given: readonly string[]): Promise<State<W>> {
    const { transcript, groups } = readWires(this.#wire, list, header);
    const tokenizer = await loadTokenizer(inUse(transcript, this.#settings).tokenizer);
    const counts = countTranscript(transcript, tokenizer, { overhead: this.#settings.overhead ?? DEFAULT_OVERHEAD });
    return { given, groups, transcript, counts, tokens: counts.total, waitUntil: 0 };
  }

  #extended(state: State<W>, list: readonly W[], given: readonly string[]): State<W> {
    const added = list.slice(state.given.length);
    if (added.length === 0) return { ...state, given };
    const read = readWires(this.#wire, added, {}, state.given.length);
    const ids = new UniqueIds(state.transcript.messages.map(({ id }) => id));
    const names = new Map(
      state.transcript.messages.flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'tool-call' ? [[p.id, p.name] as const] : []))),
    );
    /** A result may come in another request than its call. */
    const own = (message: Message): Message => ({
      ...message,
      id: ids.take(message.id),
      parts: message.parts.map((part) =>
        part.type === 'tool-result' && part.name === undefined && names.has(part.callId) ? { ...part, name: names.get(part.callId)! } : part,
      ),
    });
    const groups = read.groups.map(({ wires, messages }): Group<W> => ({ wires, messages: messages.map(own) }));
    const messages = groups.flatMap((group) => group.messages);
    return {
      ...state,
      given,
      groups: [...state.groups, ...groups],
      transcript: { ...state.transcript, messages: [...state.transcript.messages, ...messages] },
      tokens: messages.reduce((sum, message) => sum + state.counts.message(message), state.tokens),
    };
  }

  async #compacted(state: State<W>): Promise<State<W>> {
    const {
      strategy,
      params: _p,
      asShipped: _s,
      reserve = 0,
      summarize,
      summarizeMs = DEFAULT_SUMMARIZE_MS,
      summarizeWindow,
      trigger: _t,
      onCompaction,
      ...options
    } = this.#settings;
    const { window } = inUse(state.transcript, this.#settings);
    if (state.tokens + reserve <= limitOf(this.#settings, window) || state.tokens < state.waitUntil) return state;
    const run = {
      ...options,
      strategies: [strategy],
      params: { [strategy]: paramsOf(this.#settings) },
      ...(summarize && { summarizer: summarizerOf(summarize, summarizeMs, summarizeWindow) }),
    };
    const [row] = (await compare(state.transcript, run)).rows;
    const result = row?.result;
    if (!result) throw row?.error ?? new Error(`${strategy}: no result`);
    const written = result.outcome === 'compacted' ? this.#written(state, result.context(), result.origins()) : state.groups;
    // No provider takes a request without messages, whatever its rules are.
    const invalid = wiresOf(written).length === 0 || (row.measures?.violations?.some(({ original }) => !original) ?? false);
    const used = result.outcome === 'compacted' && !invalid;
    const level = levelOf(state.transcript, result);
    // A strategy that counts its attempts (a cooldown) is told of those that failed too.
    const transcript = used ? level.transcript : { ...state.transcript, extra: { ...state.transcript.extra, ...level.record.state } };
    const groups = used ? written : state.groups;
    const tokens = used ? result.tokensAfter : state.tokens;
    const event: CompactionEvent = {
      outcome: invalid && result.outcome === 'compacted' ? 'invalid' : result.outcome,
      why: result.why ?? null,
      tokensBefore: result.tokensBefore,
      tokensAfter: used ? result.tokensAfter : result.tokensBefore,
      messagesBefore: state.transcript.messages.length,
      messagesAfter: transcript.messages.length,
      leftOut: used ? leftOutOf(state.transcript, result) : [],
      result,
    };
    onCompaction?.(event);
    return { ...state, groups, transcript, tokens, waitUntil: tokens + Math.ceil(PAUSE * window) };
  }

  /** The result in the framework's messages. */
  #written({ groups, transcript }: State<W>, context: readonly Message[], origins: Int32Array): readonly Group<W>[] {
    const groupOf = new Map(groups.flatMap((group) => group.messages.map((message) => [message, group] as const)));
    const originalOf = (i: number): Group<W> | undefined => (origins[i]! < 0 ? undefined : groupOf.get(transcript.messages[origins[i]!]!));
    const written: Group<W>[] = [];
    for (let i = 0; i < context.length; ) {
      const group = originalOf(i);
      if (!group) {
        const message = context[i++]!;
        written.push({ wires: [this.#wire.inserted(message)], messages: [message] });
        continue;
      }
      const left: Message[] = [];
      for (; i < context.length && originalOf(i) === group; i++) left.push(context[i]!);
      const whole = left.length === group.messages.length && left.every((message, k) => message === group.messages[k]);
      written.push(whole ? group : { wires: group.wires.length === 0 ? [] : this.#wire.edited(group, left), messages: left });
    }
    return this.#wire.joined?.(written) ?? written;
  }
}
