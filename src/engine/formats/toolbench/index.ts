import type { Format, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, listOf, objectsOf } from '../json.ts';
import { parseChat } from '../openai-chat/index.ts';

const isAnswer = (value: unknown): value is JsonObject =>
  isObject(value) && isObject(value.answer_generation) && ('tree' in value || 'forward_args' in value);

const answersOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value : [value]).filter(isAnswer);

/** The last list of `train_messages` is the path to the answer. */
function body(answer: JsonObject): JsonObject {
  const generation = answer.answer_generation as JsonObject;
  const messages = listOf(listOf(generation.train_messages).at(-1));
  return { messages, functions: objectsOf(generation.function), ...(filled(generation.query) && { title: filled(generation.query)!.slice(0, 120) }) };
}

export const toolbench: Format = {
  id: 'toolbench',
  evidence: 'recorded',
  extension: 'json',
  detect: (source) => (source.records.slice(0, 20).some(({ value }) => answersOf(value).length > 0) ? 0.97 : 0),
  parse: (source: Source, report) =>
    parseChat(
      { ...source, records: source.records.flatMap((record) => answersOf(record.value).map((answer) => ({ ...record, value: body(answer) }))) },
      'toolbench',
      report,
    ),
};
