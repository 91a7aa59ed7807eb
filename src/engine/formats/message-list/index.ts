/** The fallback: any list of roles and contents, at any key, that is no known product's. */
import type { Origin, Result, Transcript } from '../../transcript/types.ts';
import type { Format, ImportError, Report, Source } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, type JsonObject } from '../json.ts';
import { placeOfTools, readTools } from '../openai-chat/parse.ts';
import { textIn } from '../parts.ts';
import { spoken } from '../records.ts';
import { type FoundList, locateLists } from './locate.ts';
import { contentOf, isMessage, readAnyMessage, readTagged } from './message.ts';

/** Below every format that knows more than roles. */
const CONFIDENCE = 0.4;
const SAMPLE = 50;

const detect = ({ container, records }: Source): number =>
  container !== 'text' && locateLists({ container, records: records.slice(0, SAMPLE) }).lists.length > 0 ? CONFIDENCE : 0;

function parse(source: Source, report: Report): Result<Transcript[], ImportError> {
  const { lists, others } = locateLists(source);
  const [first] = lists;
  if (first) report({ code: 'generic-messages', message: `The file is no known product's: a list of messages was read from ${first.path}.`, ...placeOf(first) });
  for (const other of others)
    report({ code: 'other-list', message: 'Other lists of messages beside the longest one were left out.', ...placeOf(other) });
  return spoken(
    lists.map((list, i) => readList(list, i, report)),
    'message-list',
  );
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

function readList(list: FoundList, index: number, report: Report): Transcript {
  const { headers, messages: values } = list;
  const place = placeOf(list);
  const messages: Draft[] = [];
  const system = around(headers, ['system', 'system_prompt', 'systemPrompt', 'systemInstruction', 'instructions'], (value) => textIn(value) || undefined);
  for (const [i, value] of values.entries()) {
    const origin = { ...place, path: `${list.path}[${i}]` };
    if (isMessage(value)) messages.push(...readAnyMessage(value, `m${i + 1}`, origin, report));
    else report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
  }
  const [first] = messages;
  if (system !== undefined && first?.role !== 'system')
    messages.unshift({ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin: place });
  const documents = headers.flatMap(({ documents: given }) => (Array.isArray(given) ? [given] : []))[0];
  if (documents)
    messages.unshift({ id: 'documents', role: 'user', synthetic: true, parts: contentOf(documents, place, report), origin: place });
  readTagged(messages);
  const model = around(headers, ['model', 'modelId', 'model_id', 'model_name'], (value) => filled(value) ?? (isObject(value) ? filled(value.model) : undefined));
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

export const messageList: Format = { id: 'message-list', extension: 'json', detect, parse };
