/** The fallback: any list of roles and contents, at any key, that is no known product's. */
import type { Origin, Result, Transcript } from '../../transcript/types.ts';
import type { Format, ImportError, Report, Source } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, type JsonObject } from '../json.ts';
import { placeOfTools, readTools } from '../openai-chat/parse.ts';
import { readAnyPart, resultContent, textIn } from '../any-part.ts';
import { spoken } from '../records.ts';
import { KindCounter } from '../report.ts';
import { type FoundList, locateLists } from './locate.ts';
import { readTagged } from '../tagged.ts';
import { isMessage, readAnyMessage, unreadFields, unreadIn } from './message.ts';

/** Below every format that knows more than roles. */
const CONFIDENCE = 0.4;
const SAMPLE = 50;

const detect = ({ container, records }: Source): number =>
  container !== 'text' && locateLists({ container, records: records.slice(0, SAMPLE) }).lists.length > 0 ? CONFIDENCE : 0;

function parse(source: Source, report: Report): Result<Transcript[], ImportError> {
  const { lists, others } = locateLists(source);
  const [first] = lists;
  if (first)
    report({
      code: 'generic-messages',
      message: `The file is no known product's: a list of messages was read from ${first.path}.`,
      ...placeOf(first),
    });
  for (const other of others)
    report({ code: 'other-list', message: 'Other lists of messages beside the longest one were left out.', ...placeOf(other) });
  return spoken(
    lists.map((list, i) => readList(list, i, report)),
    'message-list',
  );
}

/** A thought, a call or a result that stands between the messages, as in lists of OpenAI's Responses. */
const isStep = (value: unknown): boolean => isObject(value) && readAnyPart(value)?.some(({ type }) => type in STEPS) === true;

const STEPS = { reasoning: 'assistant', 'tool-call': 'assistant', 'tool-result': 'tool' } as const;

function stepOf(value: unknown, id: string, origin: Origin): Draft {
  const parts = (readAnyPart(value) ?? []).filter(({ type }) => type in STEPS);
  return { id, role: parts.some(({ type }) => type === 'tool-result') ? 'tool' : 'assistant', parts, origin };
}

/** Ollama streams an answer in lines of which the last is `done`. */
const goesOn = (before: unknown, value: JsonObject): boolean => isObject(before) && before.done === false && typeof value.done === 'boolean';

/** Adds a piece of an answer to the last message: texts and thoughts go on. */
function addTo(messages: readonly Draft[], [piece]: readonly Draft[]): void {
  const message = messages.at(-1);
  if (!message || !piece) return;
  const parts = [...message.parts];
  for (const part of piece.parts) {
    const last = parts.at(-1);
    if ((part.type === 'text' || part.type === 'reasoning') && last?.type === part.type)
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    else parts.push(part);
  }
  message.parts = parts;
  if (piece.usage) message.usage = piece.usage;
}

const placeOf = ({ line, path }: FoundList): Origin => ({ ...(line !== undefined && { line }), path });

/** The first value of a field among the objects around a list, under the usual names. */
function around<T>(headers: readonly JsonObject[], names: readonly string[], read: (value: unknown) => T | undefined): T | undefined {
  for (const header of headers)
    for (const name of names) {
      const found = read(header[name]);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Fields around a list that are read. */
const AROUND = new Set(['system', 'system_prompt', 'systemPrompt', 'systemInstruction', 'instructions', 'model', 'title', 'tools', 'documents']);

/** Does a value hold the list itself, or is it a text that does? What is beside the list in it is reported there. */
const holdsList = (value: unknown, list: readonly unknown[], depth = 0): boolean =>
  value === list ||
  (typeof value === 'string' && /^\s*[[{"]/.test(value)) ||
  (typeof value === 'object' && value !== null && depth < 8 && Object.values(value).some((inner) => holdsList(inner, list, depth + 1)));

function readList(list: FoundList, index: number, report: Report): Transcript {
  const { headers, messages: values } = list;
  const place = placeOf(list);
  const messages: Draft[] = [];
  const unread = new KindCounter();
  const system = around(
    headers,
    ['system', 'system_prompt', 'systemPrompt', 'systemInstruction', 'instructions'],
    (value) => textIn(value) || undefined,
  );
  for (const [i, value] of values.entries()) {
    const origin = { ...place, path: `${list.path}[${i}]` };
    if (isMessage(value)) {
      if (goesOn(values[i - 1], value)) {
        addTo(messages, readAnyMessage(value, '', origin, report));
        continue;
      }
      messages.push(...readAnyMessage(value, `m${i + 1}`, origin, report));
      for (const key of unreadIn(value)) unread.add(key);
    } else if (isStep(value)) messages.push(stepOf(value, `m${i + 1}`, origin));
    else report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
  }
  const [first] = messages;
  if (system !== undefined && first?.role !== 'system')
    messages.unshift({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin: place });
  const documents = headers.map(({ documents: given }) => given).find(Array.isArray);
  if (documents) messages.unshift({ id: 'documents', role: 'user', synthetic: true, parts: resultContent(documents), origin: place });
  for (const header of headers) for (const key of unreadFields(header, AROUND)) if (!holdsList(header[key], values)) unread.add(key);
  unread.report('unread-field', 'Fields beside roles and contents were left out', report);
  readTagged(messages);
  const model = around(
    headers,
    ['model', 'modelId', 'model_id', 'model_name'],
    (value) => filled(value) ?? (isObject(value) ? filled(value.model) : undefined),
  );
  const title = around(headers, ['title'], filled);
  const tools = headers.find(({ tools: given }) => given !== undefined) ?? {};
  return finishTranscript(
    {
      id: around(headers, ['id', 'session_id', 'sessionId', 'conversation_id'], filled) ?? `conversation-${index + 1}`,
      ...(title !== undefined && { title }),
      format: 'message-list',
      ...(model !== undefined && { model }),
      tools: Array.isArray(tools.tools) ? readTools(tools, report, placeOfTools(place)) : [],
      messages,
      compactions: [],
      branches: [],
      subagents: [],
    },
    report,
  );
}

export const messageList: Format = { id: 'message-list', evidence: 'recorded', extension: 'json', detect, parse };
