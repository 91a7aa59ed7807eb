import type { Format, Source } from '../contract.ts';
import { isObject, listOf } from '../json.ts';
import { isItemList, isRequest, isResponse, locate } from './locate.ts';
import { parseResponses } from './parse.ts';
import { RESPONSES_CARRIES, responsesBody } from './serialize.ts';
import { isResponseEvent } from './stream.ts';

const SAMPLE = 50;

/** Codex's rollouts hold the same items: lines without a wrapper between records of its state. */
const isCodex = (value: unknown): boolean => isObject(value) && (typeof value.record_type === 'string' || isObject(value.payload));

function detect(source: Source): number {
  const values = source.records.slice(0, SAMPLE).map(({ value }) => value);
  if (values.some(isCodex)) return 0;
  const whole = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? [value, ...listOf(value).slice(0, SAMPLE)] : [value]));
  if (whole.some((value) => isResponse(value) || isResponseEvent(value))) return 0.96;
  if (whole.some((value) => isRequest(value) && isItemList(listOf(value.input)))) return 0.94;
  if (isItemList(values) || whole.some((value) => Array.isArray(value) && isItemList(value))) return 0.93;
  return locate({ ...source, records: source.records.slice(0, 5) }).length > 0 ? 0.88 : 0;
}

export const openaiResponses: Format = {
  id: 'openai-responses',
  evidence: 'recorded',
  extension: 'json',
  carries: RESPONSES_CARRIES,
  detect,
  parse: parseResponses,
  serialize: (transcript, report) => `${JSON.stringify(responsesBody(transcript, report), null, 2)}\n`,
};
