/** Messages of a role and a content with `tool_calls` beside it, as several providers and programs have them, each with fields of its own. */
import type { Branch, Origin, Part, RecordedCompaction, Role, Transcript } from '../transcript/types.ts';
import type { Report, Source } from './contract.ts';
import { type Draft, finishTranscript, modelOf, type Reading } from './finish.ts';
import type { PartReader } from './format-parts.ts';
import { callOf, filePart, held, imagePart, readAnyCall, readParts, resultContent, resultOf, splitResults, texts, thoughts } from './format-parts.ts';
import { compact, filled, isObject, type JsonObject, jsonText, objectsOf, otherFields, textOf, tryJson } from './json.ts';
import { REQUESTS_JOINED, unknownRole, UNREAD_MESSAGE, UNREAD_RECORD } from './encoding.ts';
import { placeAt } from './lists.ts';

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  chatbot: 'assistant',
  tool: 'tool',
  function: 'tool',
};

export interface Notation {
  readonly part: PartReader;
  readonly before?: (message: JsonObject) => readonly Part[];
  readonly after?: (message: JsonObject) => readonly Part[];
  readonly fields: readonly string[];
}

const FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id', 'tool_name', 'name'];

/** Says one message; fields that nobody reads are kept in its `extra`. */
export function sayChat(
  talk: Talk,
  value: unknown,
  notation: Notation,
  report: Report,
  origin: Origin,
  more: Parameters<Talk['say']>[2] = {},
): Draft | undefined {
  if (!isObject(value) || (value.role === undefined && value.content === undefined && value.tool_calls === undefined)) {
    report({ ...UNREAD_MESSAGE, ...origin });
    return undefined;
  }
  const named = textOf(value.role) ?? '';
  const known = ROLES[named.toLowerCase()];
  if (!known) report({ ...unknownRole(named), ...origin });
  const role = known ?? 'user';
  const content = readParts(value.content, notation.part, report, origin);
  const own = { ...more, origin, ...compact({ extra: otherFields(value, new Set([...FIELDS, ...notation.fields])) }) };
  if (role === 'tool') {
    const result = resultOf(value.tool_call_id, held(content, report, origin), { name: value.tool_name ?? value.name });
    return talk.say('tool', [result], own);
  }
  const calls = objectsOf(value.tool_calls).map((call) => {
    const inner = isObject(call.function) ? call.function : call;
    return callOf(call.id, inner.name, inner.arguments ?? inner.parameters ?? inner.input);
  });
  const parts = [...(notation.before?.(value) ?? []), ...content, ...(notation.after?.(value) ?? []), ...calls];
  return talk.say(role, parts, { ...own, ...compact({ name: filled(value.name) }) });
}

export const commonPart: PartReader = (part, kind) => {
  if (kind === 'text' || kind === 'input_text' || kind === 'output_text') return texts(part.text);
  if (kind === 'thinking' || kind === 'reasoning') return thoughts(part.thinking ?? part.text, { signature: part.signature });
  if (kind === 'image_url') {
    const url = isObject(part.image_url) ? filled(part.image_url.url) : filled(part.image_url);
    return url === undefined ? undefined : [imagePart(url)];
  }
  if (kind === 'document_url' || kind === 'file') {
    const url = filled(part.document_url) ?? filled(part.file_id);
    return url === undefined ? undefined : [filePart(url, undefined, filled(part.document_name))];
  }
  return undefined;
};

type MessageExtras = Partial<Omit<Draft, 'role' | 'parts'>>;

interface Summary extends MessageExtras, Pick<RecordedCompaction, 'tokensBefore' | 'tokensAfter' | 'trigger' | 'keptFrom' | 'kept'> {}

export class Talk {
  readonly messages: Draft[] = [];
  readonly branches: Branch[] = [];
  readonly report: Report;
  #compactions: RecordedCompaction[] = [];
  #answer: Draft | undefined;

  constructor(report: Report) {
    this.report = report;
  }

  get compactions(): readonly RecordedCompaction[] {
    return this.#compactions;
  }

  say(role: Draft['role'], parts: readonly Part[], more: MessageExtras = {}): Draft {
    const id = more.id || `m${this.messages.length + 1}`;
    const runs = role === 'system' ? [{ results: false, parts }] : parts.length === 0 ? [{ results: role === 'tool', parts }] : splitResults(parts);
    this.close();
    let last: Draft | undefined;
    for (const [i, run] of runs.entries()) {
      const own = run.results ? 'tool' : role;
      // The request was one, whatever is between the results of its answer.
      const usage = i === 0 ? more.usage : undefined;
      last = compact<Draft>({ ...more, usage, id: i === 0 ? id : `${id}/${i + 1}`, role: own, parts: run.parts } as Draft);
      this.messages.push(last);
    }
    return last!;
  }

  /** A piece of an answer: it belongs to the one before, unless something else was said since, or that one was closed. */
  answer(parts: readonly Part[], more: MessageExtras = {}): Draft {
    if (this.#answer) this.#answer.parts = [...this.#answer.parts, ...parts];
    else this.#answer = this.say('assistant', parts, more);
    return this.#answer;
  }

  close(): void {
    this.#answer = undefined;
  }

  compacted(summary: unknown, { tokensBefore, tokensAfter, trigger, keptFrom, kept, ...more }: Summary = {}): void {
    const facts = compact({ tokensBefore, trigger, keptFrom });
    const parts = Array.isArray(summary) ? (summary as readonly Part[]) : texts(summary);
    const at = this.messages.length;
    this.close();
    if (parts.length === 0) {
      this.#compactions.push(compact({ at, ...facts, tokensAfter, kept }));
      return;
    }
    const { id } = this.say('user', parts, { ...more, synthetic: true, compaction: { kind: 'summary', ...facts } });
    this.#compactions.push(compact({ at, ...facts, tokensAfter, kept, summaryId: id }));
  }

  shift(at: number, by: number): void {
    const last = this.#compactions.length - 1;
    this.#compactions = this.#compactions.map((one, i) => (i < last && one.at >= at ? { ...one, at: one.at + by } : one)).sort((a, b) => a.at - b.at);
  }

  takeBack(at: number): void {
    this.close();
    const messages = this.messages.splice(at);
    if (messages.length === 0) return;
    const forkedFrom = this.messages.at(-1)?.id;
    this.#compactions = this.#compactions.filter((compaction) => compaction.at < at);
    this.branches.push({ id: `taken-back-${this.branches.length + 1}`, ...(forkedFrom !== undefined && { forkedFrom }), messages });
  }

  finish(own: Reading): Transcript {
    const model = own.model ?? modelOf(this.messages);
    const compactions = [...this.#compactions, ...(own.compactions ?? [])];
    const branches = [...this.branches, ...(own.branches ?? [])];
    return finishTranscript({ ...own, model, messages: this.messages, compactions, branches }, this.report);
  }
}

// Requests of one conversation repeat what was said before: the longest of them stands for all.

export function grown<T>(requests: readonly T[], messagesOf: (request: T) => readonly unknown[], report: Report = () => undefined): T[] {
  const numbers = new Map<string, number>();
  const nodes = new Map<string, number>();
  const numbered = (map: Map<string, number>, key: string): number => {
    const known = map.get(key) ?? map.size + 1;
    map.set(key, known);
    return known;
  };
  const paths = requests.map((request) => {
    let at = 0;
    return messagesOf(request).map((message) => {
      at = numbered(nodes, `${at} ${numbered(numbers, jsonText(message))}`);
      return at;
    });
  });
  const passed = new Set<number>();
  const kept: T[] = [];
  for (let i = requests.length - 1; i >= 0; i--) {
    const end = paths[i]!.at(-1);
    if (end !== undefined && passed.has(end)) continue;
    for (const node of paths[i]!) passed.add(node);
    kept.unshift(requests[i]!);
  }
  if (kept.length < requests.length) report({ ...REQUESTS_JOINED, count: requests.length - kept.length });
  return kept;
}

export interface Exchange {
  readonly request: JsonObject | undefined;
  readonly answers: JsonObject[];
  readonly origin: Origin;
}

export interface Marks {
  readonly isRequest: (value: JsonObject) => boolean;
  readonly isAnswer: (value: JsonObject) => boolean;
  readonly isMessage: (value: JsonObject) => boolean;
  /** Whether an answer goes on after this one; absent = an answer is one object. */
  readonly goesOn?: (answer: JsonObject) => boolean;
}

const DEEPEST = 4;
const body = (value: unknown): unknown => (typeof value === 'string' ? (tryJson(value) ?? value) : value);

export function exchangesIn(
  { records, container }: Pick<Source, 'records' | 'container'>,
  marks: Marks,
  report: Report = () => undefined,
): Exchange[] {
  const found: Exchange[] = [];
  const is = (value: unknown, mark: (object: JsonObject) => boolean): value is JsonObject => isObject(value) && mark(value);
  const listed = (list: readonly unknown[]): boolean =>
    list.length > 0 && list.every((one) => isObject(one) && typeof one.role === 'string') && list.some((one) => is(one, marks.isMessage));
  const answered = (answer: JsonObject, origin: Origin): void => {
    const last = found.at(-1);
    const before = last?.answers.at(-1);
    if (last && (before === undefined ? last.request !== undefined : (marks.goesOn?.(before) ?? false))) last.answers.push(answer);
    else found.push({ request: undefined, answers: [answer], origin });
  };
  const read = (given: unknown, origin: Origin, depth: number): void => {
    const value = body(given);
    if (Array.isArray(value)) {
      if (listed(value)) found.push({ request: { messages: value }, answers: [], origin });
      else if (depth < DEEPEST) for (const [i, one] of value.entries()) read(one, { ...origin, path: `${origin.path ?? '$'}[${i}]` }, depth + 1);
    } else if (is(value, marks.isRequest)) found.push({ request: value, answers: [], origin });
    else if (is(value, marks.isAnswer)) answered(value, origin);
    else if (isObject(value) && depth < DEEPEST && (value.request !== undefined || value.body !== undefined)) {
      const key = value.request === undefined ? 'body' : 'request';
      read(value[key], { ...origin, path: `${origin.path ?? '$'}.${key}` }, depth + 1);
      if (value.response !== undefined) read(value.response, { ...origin, path: `${origin.path ?? '$'}.response` }, depth + 1);
    } else report({ ...UNREAD_RECORD, ...origin });
  };
  const values = records.map(({ value }) => value);
  if (container !== 'json' && listed(values)) return [{ request: { messages: values }, answers: [], origin: { path: '$' } }];
  for (const { value, line, path = '$' } of records) read(value, placeAt(line, path), 0);
  return found;
}

const CALL_TAG = /<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/g;
const RESULT_TAG = /^\s*<tool_response>\s*([\s\S]*?)\s*<\/tool_response>\s*$/;

/**
 * Calls that stand as `<tool_call>{…}</tool_call>` in the texts of answers, where no call of the conversation stands apart and a result
 * follows: a message of a tool, or one in `<tool_response>`.
 */
export function readTagged(messages: readonly Draft[]): void {
  if (messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))) return;
  for (const [i, message] of messages.entries()) {
    const next = messages[i + 1];
    const answer = next && resultIn(next);
    if (message.role !== 'assistant' || !next || !answer) continue;
    const parts = message.parts.flatMap((part) => (part.type === 'text' ? taggedParts(part.text) : [part]));
    if (!parts.some(({ type }) => type === 'tool-call')) continue;
    message.parts = parts;
    next.role = 'tool';
    next.parts = answer;
  }
}

function resultIn({ role, parts }: Draft): readonly Part[] | undefined {
  if (role === 'tool' && parts.length > 1) return parts.every(({ type }) => type === 'tool-result') ? parts : undefined;
  const [only] = parts;
  const [said] = only?.type === 'tool-result' ? only.content : only?.type === 'text' ? [only] : [];
  if (said?.type !== 'text') return undefined;
  return role === 'tool' || RESULT_TAG.test(said.text) ? asResult(said.text) : undefined;
}

const asResult = (text: string): readonly Part[] => [{ type: 'tool-result', callId: '', content: resultContent(RESULT_TAG.exec(text)?.[1] ?? text) }];

function taggedParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  const add = (said: string): void => void (said.trim() !== '' && parts.push({ type: 'text', text: said.trim() }));
  for (const found of text.matchAll(CALL_TAG)) {
    const call = tryJson(found[1]!);
    if (!isObject(call) || filled(call.name) === undefined) continue;
    add(text.slice(from, found.index));
    parts.push(readAnyCall(call));
    from = found.index + found[0].length;
  }
  if (from === 0) return [{ type: 'text', text }];
  add(text.slice(from));
  return parts;
}
