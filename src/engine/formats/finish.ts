import type { Message, Origin, ToolCallPart, ToolResultPart, Transcript, Usage } from '../transcript/types.ts';
import type { Report } from './contract.ts';
import { compact, isObject, objectOf } from './json.ts';

/** A message under construction: importers fill it; nobody changes it after `finishTranscript`. */
export type Draft = { -readonly [K in keyof Message]: Message[K] };
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The last step of every importer: makes message ids unique and pairs calls and results by id. */
function finishMessages(messages: readonly Draft[], report: Report, ids: UniqueIds): void {
  const pairing = new CallPairer();
  for (const message of messages) {
    message.id = ids.take(message.id);
    pairing.message();
    for (const part of message.parts) {
      if (part.type === 'tool-call') pairing.call(part);
      else if (part.type === 'tool-result') pairing.result(part);
    }
  }
  const orphans = pairing.settle();
  if (orphans > 0) report({ code: 'orphan-result', message: 'Tool results answer no call in this session.', count: orphans });
  const open = pairing.open();
  if (open > 0) report({ code: 'unanswered-call', message: 'Tool calls have no result in this session.', count: open });
}

/** What an importer says of a conversation. What it leaves out is empty or not there. */
export type Reading = Pick<Transcript, 'id' | 'format'> & { readonly [K in keyof Transcript]?: Transcript[K] | undefined };

export const modelOf = (messages: readonly Message[]): string | undefined => messages.findLast(({ model }) => model !== undefined)?.model;

export function finishTranscript(reading: Reading, report: Report): Transcript {
  const { tools = [], messages = [], compactions = [], branches = [], subagents = [], extra, ...head } = reading;
  const told = extra && Object.keys(extra).length > 0 ? extra : undefined;
  const transcript: Transcript = compact({ ...head, tools, messages, compactions, branches, subagents, extra: told });
  const ids = new UniqueIds();
  finishMessages(transcript.messages, report, ids);
  for (const branch of transcript.branches) finishMessages(branch.messages, () => undefined, ids);
  return transcript;
}

/** Makes ids unique: the id itself, or the first free of `id~2`, `id~3`, …; never an empty one. */
export class UniqueIds {
  private readonly taken: Set<string>;
  private readonly uses = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  take(wanted: string): string {
    let id = wanted === '' ? '~' : wanted;
    while (this.taken.has(id)) {
      const n = (this.uses.get(wanted) ?? 1) + 1;
      this.uses.set(wanted, n);
      id = `${wanted}~${n}`;
    }
    this.taken.add(id);
    return id;
  }
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  answered: boolean;
}

class Queue {
  private readonly calls: OpenCall[] = [];
  private front = 0;

  add(call: OpenCall): void {
    this.calls.push(call);
  }

  oldestOpen(): OpenCall | undefined {
    while (this.calls[this.front]?.answered) this.front++;
    return this.calls[this.front];
  }
}

class CallPairer {
  private readonly byId = new Map<string, OpenCall>();
  private readonly uses = new Map<string, number>();
  private readonly bySource = new Map<string, { readonly message: number; readonly calls: Queue }[]>();
  private messages = 0;
  private readonly byName = new Map<string, Queue>();
  private readonly all = new Queue();
  private readonly orphans: Mutable<ToolResultPart>[] = [];

  message(): void {
    this.messages++;
  }

  call(part: Mutable<ToolCallPart>): void {
    const source = part.id;
    part.id = source === '' ? this.free(`${part.name}#1`, part.name) : this.free(source);
    const call: OpenCall = { id: part.id, name: part.name, answered: false };
    this.byId.set(call.id, call);
    const same = this.bySource.get(source) ?? [];
    this.bySource.set(source, same);
    if (same.at(-1)?.message !== this.messages) same.push({ message: this.messages, calls: new Queue() });
    same.at(-1)!.calls.add(call);
    const named = this.byName.get(part.name) ?? new Queue();
    this.byName.set(part.name, named);
    named.add(call);
    this.all.add(call);
  }

  result(part: Mutable<ToolResultPart>): void {
    const call = part.callId === '' ? (part.name === undefined ? this.all : this.byName.get(part.name))?.oldestOpen() : this.latestOpen(part.callId);
    if (!call) {
      this.orphans.push(part);
      return;
    }
    call.answered = true;
    part.callId = call.id;
    if (part.name === undefined && call.name !== '') part.name = call.name;
  }

  /** Pairs results that came before their call (shuffled files); returns the number without one. */
  settle(): number {
    let lost = 0;
    for (const part of this.orphans) {
      const call = this.byId.get(part.callId);
      if (call && !call.answered) call.answered = true;
      else {
        lost++;
        if (call || part.callId === '') part.callId = this.free(`result#${lost}`);
      }
    }
    return lost;
  }

  open(): number {
    let open = 0;
    for (const call of this.byId.values()) if (!call.answered) open++;
    return open;
  }

  private latestOpen(source: string): OpenCall | undefined {
    const messages = this.bySource.get(source);
    let open: OpenCall | undefined;
    while (messages && messages.length > 0 && !open) {
      open = messages.at(-1)!.calls.oldestOpen();
      if (!open) messages.pop();
    }
    return open;
  }

  private free(wanted: string, stem = wanted): string {
    let id = wanted;
    while (this.byId.has(id)) {
      const n = (this.uses.get(stem) ?? 1) + 1;
      this.uses.set(stem, n);
      id = `${stem}#${n}`;
    }
    return id;
  }
}

/** Far more tokens than any request has: larger values were never counted. */
export const MOST_TOKENS = 1_000_000_000;

export const isTokenCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS;

const INVALID = { code: 'invalid-usage', message: 'Recorded token counts that are none (negative, no whole number, too large) were not used.' };

/** A recorded count; undefined where there is none, or where it is implausible, which is reported. */
export function tokenCount(value: unknown, report: Report, place: Origin = {}): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (isTokenCount(value)) return value;
  report({ ...INVALID, ...place });
  return undefined;
}

/** As `usageFrom`, where the input counts what was read from the cache and written to it too. */
export function usageWithin(counts: { readonly [K in keyof Usage]: unknown }, report: Report, place?: Origin): Usage | undefined {
  const read = usageFrom(counts, report, place);
  return read && { ...read, input: Math.max(0, read.input - read.cacheRead - read.cacheWrite) };
}

/** Usage of prompts and completions that tells of no cache. */
export const promptUsage = (usage: unknown, report: Report, place?: Origin): Usage | undefined =>
  isObject(usage)
    ? usageFrom({ input: usage.prompt_tokens, output: usage.completion_tokens, cacheRead: 0, cacheWrite: 0 }, report, place)
    : undefined;

/** Usage of Chat Completions. */
export function chatUsage(usage: unknown, report: Report, place?: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } = objectOf(usage.prompt_tokens_details);
  return usageWithin({ input: usage.prompt_tokens, output: usage.completion_tokens, cacheRead, cacheWrite }, report, place);
}

/**
 * The usage of a request from its recorded counts. One implausible count invalidates all of them: they are refused together and reported. A
 * missing count is 0; but `null` for the input is a repaired NaN, not 0. All zeros belong to an answer that never arrived.
 */
export function usageFrom(counts: { readonly [K in keyof Usage]: unknown }, report: Report, place: Origin = {}): Usage | undefined {
  const known = Object.values(counts).filter((value) => value !== undefined && value !== null);
  const cannotBe = !known.every(isTokenCount) || (counts.input === null && known.some((value) => value !== 0));
  if (cannotBe) {
    report({ ...INVALID, ...place });
    return undefined;
  }
  const of = (value: unknown): number => (isTokenCount(value) ? value : 0);
  const hour = Math.min(of(counts.cacheWriteHour), of(counts.cacheWrite));
  const usage = {
    input: of(counts.input),
    output: of(counts.output),
    cacheRead: of(counts.cacheRead),
    cacheWrite: of(counts.cacheWrite),
    ...(hour > 0 && { cacheWriteHour: hour }),
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0 ? usage : undefined;
}
