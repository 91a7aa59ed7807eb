/** State of S3 between compactions: it travels in `Transcript.extra.selective`, so it survives an export in our own format and an import. */
import { isObject } from '../../../formats/json.ts';
import type { PreparedTranscript } from '../../../signals/contract.ts';
import { isPlaceholderText } from '../../../signals/structure.ts';
import type { ProtectionInput, TranscriptInput } from '../../../signals/remember.ts';
import { hintedPrefix } from '../../../signals/signal-prepare.ts';
import type { Message, Part, TextPart, ToolResultPart, Transcript } from '../../../transcript/types.ts';
import { DROP, EDIT, type FinishedRun, type LogLine, OFFLOAD, type Reason, SUMMARIZE } from '../../contract.ts';
import { type Rounds, roundsOf } from '../../shared/plans.ts';

// Placeholders of offloaded results: short, with a stable reference, and recognised by a later compaction.

function hash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ (text.charCodeAt(i) + low), 0x01000193);
  }
  return ((high >>> 0) % 0x100000).toString(36).padStart(4, '0') + (low >>> 0).toString(36).padStart(7, '0');
}

/** Reference of a part: depends on the message's id and the part's index alone, so it is the same in every run. */
export function referenceOf(message: string, part: number): string {
  return hash(`${message}\n${part}`);
}

const grouped = (tokens: number): string => String(tokens).replace(/\B(?=(\d{3})+$)/g, ',');

export function placeholderText(ref: string, tool: string, tokens: number): string {
  return `[offloaded ${ref}: ${tool} result, ${grouped(tokens)} tokens, kept outside the context]`;
}

export type ResultPart = ToolResultPart | TextPart;

export function resultPart(message: Message, part: number): ResultPart | null {
  const found = message.parts[part]!;
  if (found.type === 'tool-result') return found;
  return found.type === 'text' && message.parts.every((p) => p.type === 'text') ? found : null;
}

export function placeholderPart(part: ResultPart, text: string): ResultPart {
  return part.type === 'text' ? { ...part, text } : { ...part, content: [{ type: 'text', text }] };
}

const textOf = (part: ResultPart): string => {
  const first = part.type === 'text' ? part : part.content[0];
  return first?.type === 'text' ? first.text : '';
};

export const REFERENCES_TAG = '<offloaded_results>';

const OURS = /^\[offloaded \w+: [^\]\n]{1,200}\]/;
const SAVED_TO = /saved to:? (\S{1,400})/;

/**
 * The address behind a placeholder: our own reference, or the path to which an agent saved the output; null for other results and for
 * merely cleared ones.
 */
function pointerIn(part: ResultPart): readonly string[] | null {
  const text = textOf(part);
  if (!isPlaceholderText(text)) return null;
  const ours = OURS.exec(text.trimStart());
  if (ours) return [ours[0]];
  const path = SAVED_TO.exec(text.slice(0, 1000))?.[1];
  return path === undefined ? null : [`[offloaded to ${path}]`];
}

const NONE: readonly string[] = [];

const CARRIED = /^\[offloaded [^\]\n]{1,500}\]$/gm;

export function pointersOf({ role, parts }: Message): readonly string[] {
  if (role === 'assistant') return NONE;
  return parts.flatMap((part): readonly string[] => {
    if (part.type === 'tool-result') return pointerIn(part) ?? NONE;
    if (part.type !== 'text') return NONE;
    return part.text.includes(REFERENCES_TAG) ? (part.text.match(CARRIED) ?? NONE) : (pointerIn(part) ?? NONE);
  });
}

export function isPlaceholderPart(part: ResultPart): boolean {
  return isPlaceholderText(textOf(part));
}

export const toolNames = ({ messages }: TranscriptInput): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name);
  return names;
};

export function toolOf(names: ReadonlyMap<string, string>, part: ResultPart): string {
  const name = part.type === 'text' ? 'tool' : (part.name ?? names.get(part.callId) ?? 'tool');
  return name.replace(/[^\w.:-]/g, '').slice(0, 60) || 'tool';
}

/** S3's TruncationRecord: a part cut by an earlier layer. It holds while the part has this many characters. */
interface TruncationEntry {
  readonly message: string;
  readonly part: number;
  readonly chars: number;
}

interface OffloadEntry {
  readonly ref: string;
  readonly message: string;
  readonly part: number;
  readonly tool: string;
  readonly tokens: number;
}

export interface SelectiveState {
  readonly cooldownLeft: number;
  readonly truncated: readonly TruncationEntry[];
  readonly reasoning: readonly string[];
  readonly offloaded: readonly OffloadEntry[];
}

/** The key in `Transcript.extra`. */
const STATE_KEY = 'selective';
const NOTHING: SelectiveState = { cooldownLeft: 0, truncated: [], reasoning: [], offloaded: [] };

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTruncation = (v: unknown): v is TruncationEntry => isObject(v) && isText(v.message) && isCount(v.part) && isCount(v.chars);
const isOffload = (v: unknown): v is OffloadEntry =>
  isObject(v) && isText(v.ref) && isText(v.message) && isCount(v.part) && isText(v.tool) && isCount(v.tokens);
const list = <T>(value: unknown, is: (v: unknown) => v is T): readonly T[] => (Array.isArray(value) ? value.filter(is) : []);

const cache = new WeakMap<Transcript, SelectiveState>();

export function stateOf(transcript: Transcript): SelectiveState {
  let found = cache.get(transcript);
  if (!found) {
    const raw = transcript.extra?.[STATE_KEY];
    found = isObject(raw)
      ? {
          cooldownLeft: isCount(raw.cooldownLeft) ? raw.cooldownLeft : 0,
          truncated: list(raw.truncated, isTruncation),
          reasoning: list(raw.reasoning, isText),
          offloaded: list(raw.offloaded, isOffload),
        }
      : NOTHING;
    cache.set(transcript, found);
  }
  return found;
}

export function afterRequest(transcript: Transcript): Transcript {
  const state = stateOf(transcript);
  if (state.cooldownLeft === 0) return transcript;
  return { ...transcript, extra: { ...transcript.extra, [STATE_KEY]: { ...state, cooldownLeft: state.cooldownLeft - 1 } } };
}

function charsOf(part: Part): number {
  if (part.type === 'tool-call') return part.args.length;
  if (part.type === 'tool-result') return part.content.reduce((sum, c) => sum + (c.type === 'text' ? c.text.length : 0), 0);
  return 'text' in part ? part.text.length : 0;
}

export function isRecorded(state: SelectiveState, message: Message, part: number): boolean {
  const found = message.parts[part];
  if (!found || state.truncated.length === 0) return false;
  return state.truncated.some((t) => t.message === message.id && t.part === part && t.chars === charsOf(found));
}

function* changedParts(input: PreparedTranscript, { plan }: FinishedRun, fate: number) {
  for (let i = 0; i < input.n; i++) {
    if (plan.fates[i] !== fate) continue;
    const message = input.messages[i]!;
    const parts = plan.edits.get(i) ?? message.parts;
    for (const [p, original] of message.parts.entries()) {
      const part = parts[p];
      if (part && part !== original) yield { i, message, p, part, original };
    }
  }
}

/**
 * The state after a run, as fields of `extra`; undefined where there is none and was none. A summary that finally failed starts the
 * cooldown. `protectedNow` = messages with protected reasoning; with `expires` they are not remembered.
 */
export function stateAfter(
  input: PreparedTranscript,
  finished: FinishedRun,
  { protectedNow = [], expires = true }: { readonly protectedNow?: readonly number[]; readonly expires?: boolean } = {},
): Readonly<Record<string, unknown>> | undefined {
  const before = stateOf(input.transcript);
  const { plan, outcome, failures, params } = finished;
  const gone = new Set<string>();
  const edited = new Set<string>();
  for (let i = 0; i < input.n; i++) {
    if (plan.fates[i] === DROP || plan.fates[i] === SUMMARIZE) gone.add(input.messages[i]!.id);
    else if (plan.fates[i] === EDIT || plan.fates[i] === OFFLOAD) edited.add(input.messages[i]!.id);
  }
  const truncated = before.truncated.filter((t) => !gone.has(t.message) && !edited.has(t.message));
  for (const { message, p, part } of changedParts(input, finished, EDIT)) truncated.push({ message: message.id, part: p, chars: charsOf(part) });
  const offloaded = [...before.offloaded];
  const names = toolNames(input);
  for (const { i, message, p, original } of changedParts(input, finished, OFFLOAD)) {
    if (original.type !== 'tool-result' && original.type !== 'text') continue;
    offloaded.push({
      ref: referenceOf(message.id, p),
      message: message.id,
      part: p,
      tool: toolOf(names, original),
      tokens: input.counts.parts(i)[p]!,
    });
  }
  const ids = new Set([...before.reasoning, ...protectedNow.map((i) => input.messages[i]!.id)]);
  const reasoning = expires ? [] : [...ids].filter((id) => !gone.has(id));
  const cooldownLeft = outcome === 'rejected' && failures.length > 0 ? Number(params.cooldown ?? 0) : before.cooldownLeft;
  const state: SelectiveState = { cooldownLeft, truncated, reasoning, offloaded };
  const isEmpty = cooldownLeft === 0 && truncated.length + reasoning.length + offloaded.length === 0;
  return isEmpty && before === NOTHING ? undefined : { [STATE_KEY]: state };
}

// The study's log lines with their levels, its two events, and its phases if requested. docs/systems.md#s3-log-and-events

// How much of the prompt up to the last cache hint the plan leaves unchanged (docs/adr/0017-cache-hints.md).

export const cacheTrace = (input: PreparedTranscript, fates: Uint8Array): Reason => ({ key: 'trace-cache-hint', values: hintedPrefix(input, fates) });

/** Trace entries that are log lines; the others only explain. */
const LEVELS: Readonly<Record<string, LogLine['level']>> = {
  'log-selective-start': 'info',
  'log-selective-drop': 'info',
  'log-selective-blocks': 'info',
  'log-selective-truncate': 'info',
  'log-selective-cut': 'debug',
  'log-selective-oldest': 'info',
  'log-selective-offload': 'info',
  'log-selective-summary': 'info',
  'log-selective-cooldown': 'warn',
};

/** A phase with the tokens before and after it; phases are named like the study's events but are not among them. */
function phase(name: string, before: number, after: number): LogLine {
  return { level: 'debug', event: name, reason: { key: 'log-selective-phase', values: { phase: name, before, after } } };
}

function phaseAfter({ key, values }: Reason, tokensBefore: number, selected: number): LogLine[] {
  switch (key) {
    case 'log-selective-start':
      return [phase('selective_start', tokensBefore, tokensBefore)];
    case 'log-selective-done':
      return [phase('selective_done', tokensBefore, selected)];
    case 'log-selective-summary':
      return [phase('summary_start', selected, selected)];
    case 'log-selective-cooldown':
      return [phase('cooldown', Number(values?.tokens), Number(values?.tokens))];
    default:
      return [];
  }
}

/** What the study's system would have logged and sent. `meta` = its `emit_compaction_meta_events`. */
export function selectiveLog(finished: FinishedRun, meta: boolean): readonly LogLine[] {
  const { outcome, why, tokensBefore, tokensAfter, messagesAfter, headerAfter, failures, summaries } = finished;
  const trace = (finished.attempted ?? finished.plan).trace ?? [];
  const selected = Number(trace.find(({ key }) => key === 'log-selective-done')?.values?.after ?? tokensBefore);
  const lines: LogLine[] = [];
  const add = (line: LogLine): void => {
    if (meta || line.reason.key !== 'log-selective-phase') lines.push(line);
  };
  for (const reason of trace) {
    const level = LEVELS[reason.key];
    if (level) add({ level, reason });
    for (const line of phaseAfter(reason, tokensBefore, selected)) add(line);
  }
  if (outcome === 'rejected') {
    add({ level: 'warn', reason: { key: 'log-selective-rollback', values: { exception: failures[0] ?? why?.key ?? 'unknown' } } });
    add(phase('rollback', selected, tokensBefore));
    return lines;
  }
  if (failures[0]) add({ level: 'warn', reason: { key: 'log-selective-dropped', values: { exception: failures[0] } } });
  if (outcome !== 'compacted') return lines;
  if (summaries.length > 0) add(phase('summary_done', selected, tokensAfter));
  add({
    level: 'info',
    event: 'COMPACTION_PERFORMED',
    reason: { key: 'log-selective-performed', values: { before: tokensBefore, after: tokensAfter } },
  });
  if (summaries.length > 0)
    add({ level: 'info', event: 'CONVERSATION_REPLACED', reason: { key: 'log-selective-replaced', values: { count: messagesAfter - headerAfter } } });
  return lines;
}

// What S3 protects beyond the common protections: reasoning inside a tool loop, and the last rounds. docs/systems.md#s3-protection

const FREE = 0;
export const REASONING = 1;
const ROUND = 2;

export interface Guard {
  readonly by: Uint8Array;
  readonly rounds: Rounds;
  readonly keep: number;
}

const hasCall = ({ messages }: TranscriptInput, i: number): boolean => messages[i]!.parts.some((p) => p.type === 'tool-call');
const hasReasoning = ({ messages }: TranscriptInput, i: number): boolean => messages[i]!.parts.some((p) => p.type === 'reasoning');

/**
 * First message of the running tool loop: after the last user message or, where the assistant went on by itself, after its last answer; n
 * without one. An answer is a message without a call that no other message of the assistant continues.
 */
function runningLoop(input: ProtectionInput): number {
  const { messages, n, header, lastUser } = input;
  const speaks = (i: number): boolean => messages[i]?.role === 'assistant';
  let last = n - 1;
  while (last >= 0 && !speaks(last)) last--;
  if (last <= lastUser || !hasCall(input, last)) return n;
  let start = last;
  while (start > Math.max(header, lastUser + 1) && !(speaks(start - 1) && !hasCall(input, start - 1) && !speaks(start))) start--;
  return start;
}

/**
 * Protected messages. Reasoning: assistant messages with reasoning in the running tool loop; where protection does not expire (`expires` 0), also
 * those of every earlier loop, and those named in the transcript's state, which pile up as the study observed.
 */
export const guardOf = (input: ProtectionInput, keep: number, unit: string, expires: number): Guard => {
  const by = new Uint8Array(input.n);
  const loop = runningLoop(input);
  const recorded = expires ? new Set<string>() : new Set(stateOf(input.transcript).reasoning);
  const rounds = roundsOf(input, unit, keep + 1);
  const boundary = keep === 0 ? input.n : (rounds.starts[Math.max(0, rounds.count - keep)] ?? input.header);
  for (let i = input.header; i < input.n; i++) {
    const { role, id } = input.messages[i]!;
    if (role === 'assistant' && hasReasoning(input, i) && (i >= loop || (!expires && (hasCall(input, i) || recorded.has(id))))) by[i] = REASONING;
    else if (i >= boundary && isSaid(input, i)) by[i] = ROUND;
  }
  return { by, rounds, keep };
};

function isSaid(input: TranscriptInput, i: number): boolean {
  const type = input.itemType[i];
  return (type === 'USER_MESSAGE' || type === 'ASSISTANT_MESSAGE') && !input.units[input.unitOf[i]!]!.isBlock;
}

export function protectedReasoning({ by }: Guard): number[] {
  return Array.from(by.keys()).filter((i) => by[i] === REASONING);
}

export function isGuarded({ by }: Guard, members: readonly number[]): boolean {
  return members.some((i) => by[i] !== FREE);
}

/** Why a unit stays; undefined where S3 does not protect it. */
export function guardReason({ by, rounds, keep }: Guard, members: readonly number[]): Reason | undefined {
  const i = members.find((m) => by[m] !== FREE);
  if (i === undefined) return undefined;
  if (by[i] === REASONING) return { key: 'keep-reasoning', values: { message: i + 1 } };
  return { key: 'keep-round', values: { back: rounds.count - rounds.of[i]!, keep } };
}
