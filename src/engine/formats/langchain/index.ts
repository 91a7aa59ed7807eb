import type { Format, Report, Source } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';
import { messageLists, type MessageList } from '../lists.ts';
import { spoken } from '../records.ts';
import { messageOf } from './message.ts';
import { readList } from './parse.ts';
import { LANGCHAIN_CARRIES, storedMessages } from './serialize.ts';

const SAMPLE = 50;

/** Where messages are kept: the state of a graph, a snapshot of it, a checkpoint, a batch. Inputs and outputs belong to traces, which read both. */
const FIELDS = ['messages', 'values', 'channel_values', 'kwargs'];

const listsIn = (source: Source, report?: Report): readonly MessageList[] =>
  messageLists(source, (value) => messageOf(value) !== undefined, FIELDS, report);

/** Dumps and stored messages are unmistakable; plain messages have their kind in `type` and no `role`. */
function confidence(value: unknown): number {
  if (!isObject(value) || !messageOf(value)) return 0;
  if (value.lc === 1) return 0.97;
  return isObject(value.data) && 'content' in value.data ? 0.95 : isPlain(value) ? 0.93 : 0.6;
}

/** Fields that only LangChain's messages have. */
const isPlain = (value: JsonObject): boolean => isObject(value.additional_kwargs) || isObject(value.response_metadata) || value.type === 'human';

function detect(source: Source): number {
  const lists = listsIn({ ...source, records: source.records.slice(0, SAMPLE) });
  return lists.slice(0, 5).reduce((best, { messages }) => Math.max(best, ...messages.slice(0, SAMPLE).map(confidence)), 0);
}

export const langchain: Format = {
  id: 'langchain',
  evidence: 'recorded',
  extension: 'json',
  carries: LANGCHAIN_CARRIES,
  detect,
  parse: (source, report) =>
    spoken(
      listsIn(source, report).map((list, i) => readList(list, i, report)),
      'langchain',
    ),
  serialize: (transcript, report) => `${JSON.stringify(storedMessages(transcript, report), null, 2)}\n`,
};
