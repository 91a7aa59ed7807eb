import type { Format, Source } from '../contract.ts';
import { isObject, listOf } from '../json.ts';
import { isContentList, isRequest, isResponse, locate } from './locate.ts';
import { parseGemini } from './parse.ts';
import { GEMINI_CARRIES, geminiBody } from './serialize.ts';

const SAMPLE = 50;

function detect(source: Source): number {
  const values = source.records.slice(0, SAMPLE).map(({ value }) => value);
  const whole = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? listOf(value).slice(0, SAMPLE) : [value]));
  if (whole.some((value) => isRequest(value) || isResponse(value) || (isObject(value) && 'replay_id' in value && 'interactions' in value)))
    return 0.95;
  if (isContentList(values) || values.some(isContentList)) return 0.9;
  return locate(source.records.slice(0, 5)).length > 0 ? 0.85 : 0;
}

export const geminiApi: Format = {
  id: 'gemini-api',
  evidence: 'recorded',
  extension: 'json',
  carries: GEMINI_CARRIES,
  detect,
  parse: parseGemini,
  serialize: (transcript, report) => `${JSON.stringify(geminiBody(transcript, report), null, 2)}\n`,
};
