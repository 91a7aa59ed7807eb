import type { Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { isObject, listOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import { objectsIn, spoken } from '../records.ts';
import { readHistory, type History } from './api.ts';
import { isLine, readShown } from './ui.ts';
import { resultName } from './xml.ts';

const SAMPLE = 20;

const isMessage = (value: JsonObject): boolean =>
  (value.role === 'user' || value.role === 'assistant') && (Array.isArray(value.content) || typeof value.content === 'string');

const textsOf = ({ content }: JsonObject): readonly string[] =>
  typeof content === 'string' ? [content] : objectsOf(content).map((block) => textOf(block.text) ?? '');

/** Marks of Cline on a message: what it tells of the environment, the task, headings of results, its own fields. */
function isMarked(value: JsonObject): boolean {
  if (!isMessage(value)) return false;
  if (isObject(value.metadata) && value.metadata.kind === 'compaction_summary') return true;
  if (isObject(value.modelInfo) && (isObject(value.metrics) || typeof value.ts === 'number')) return true;
  return (
    value.role === 'user' &&
    textsOf(value).some((text) => /^\s*<task>[\s\S]*<\/task>/.test(text) || text.includes('<environment_details>') || resultName(text) !== undefined)
  );
}

/** A session of the SDK; its header has no field of a request. */
const isSession = (value: JsonObject): boolean => Array.isArray(value.messages) && typeof value.sessionId === 'string' && value.model === undefined;

/** Histories: lists of messages (one per file), or sessions around them. */
function historiesOf(source: Source): readonly History[] {
  const { records } = source;
  return records.flatMap(({ value, line, path = '$' }): History[] => {
    const place = line === undefined ? {} : { line };
    if (Array.isArray(value)) return value.some((item) => isObject(item) && isMessage(item)) ? [{ messages: value, header: {}, path, ...place }] : [];
    return isObject(value) && Array.isArray(value.messages) ? [{ messages: value.messages, header: value, path: `${path}.messages`, ...place }] : [];
  });
}

function detect(source: Source): number {
  const shown = objectsIn({ records: source.records.slice(0, SAMPLE) }, SAMPLE).map(({ value }) => value);
  if (shown.length > 0 && shown.every(isLine)) return 0.97;
  const marked = source.records.slice(0, SAMPLE).some(({ value }) => {
    if (Array.isArray(value)) return value.slice(0, SAMPLE).some((item) => isObject(item) && isMarked(item));
    return (
      isObject(value) &&
      isSession(value) &&
      listOf(value.messages)
        .slice(0, SAMPLE)
        .some((item) => isObject(item) && isMarked(item))
    );
  });
  return marked ? 0.96 : 0;
}

function read(source: Source, report: Report): Transcript[] {
  const lines = objectsIn(source);
  if (lines.some(({ value }) => isLine(value))) return [readShown(lines, report)];
  return historiesOf(source).map((history, i) => readHistory(history, i, report));
}

export const cline: Format = {
  id: 'cline',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => spoken(read(source, report), 'cline'),
};
