import type { Format, Source } from '../contract.ts';
import { filled, isObject, listOf, type JsonObject } from '../json.ts';
import { isContentList } from '../gemini-api/locate.ts';
import { isMessage } from './log.ts';
import { parseGeminiCli } from './parse.ts';

/** The header of a session, whole or the first line of its log. */
const isHeader = (value: JsonObject): boolean => filled(value.sessionId) !== undefined && filled(value.projectHash) !== undefined;

/** `/chat save`: what the model saw, beside what the screen showed or how the person signed in. */
const isCheckpoint = (value: JsonObject): boolean => isContentList(value.clientHistory) || isContentList(value.history);

function detect(source: Source): number {
  const values = source.records
    .slice(0, 20)
    .flatMap(({ value }) => (Array.isArray(value) ? listOf(value).slice(0, 20) : [value]))
    .filter(isObject);
  if (values.some(isHeader)) return 0.97;
  if (values.some((value) => isMessage(value) && value.type === 'gemini' && (Array.isArray(value.thoughts) || isObject(value.tokens)))) return 0.95;
  return values.some(isCheckpoint) ? 0.93 : 0;
}

/** Read only: a session holds state of the program that wrote it. */
export const geminiCli: Format = { id: 'gemini-cli', evidence: 'recorded', extension: 'jsonl', detect, parse: parseGeminiCli };
