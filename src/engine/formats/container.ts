import { finished, type Share, type Work } from '../lib/work.ts';
import type { EnglishReason } from '../transcript/english.ts';
import { flattenDeep } from '../transcript/transcript-json.ts';
import type { Result, Warning } from '../transcript/types.ts';
import type { ContainerKind, ImportError, Source, SourceRecord } from './contract.ts';
import { collector, deepValues, EXPECTS_FILE, isBinary, lineList, plain, refuseBytes, refused, toUtf8 } from './encoding.ts';
import { grown } from './chat-messages.ts';
import { decodedText } from './format-parts.ts';
import { filled, isObject, type JsonObject, listOf, objectOf, objectsOf, textOf, tryJson } from './json.ts';
import { goesOn } from './lists.ts';
import { parseInSlices } from './sliced.ts';
import { assembleStream } from './sse.ts';
import { parseTolerant, type Repair, tolerantSteps } from './tolerant.ts';

/** Line (1-based) and column (1-based) of an offset. */
function lineAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let last = -1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    last = at;
  }
  return { line, column: offset - last };
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** The top-level objects and arrays of a text with several in a row, separated by white space and commas only. */
function splitValues(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let line = 1;
  let depth = 0;
  let start = -1;
  let startLine = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) line++;
    else if (code === 34 && depth > 0) {
      for (i++; i < text.length; i++) {
        const inner = text.charCodeAt(i);
        if (inner === 92) i++;
        else if (inner === 34) break;
        else if (inner === 10) line++;
      }
    } else if (code === 123 || code === 91) {
      if (depth++ === 0) {
        start = i;
        startLine = line;
      }
    } else if (code === 125 || code === 93) {
      if (depth === 0) return pieces;
      if (--depth === 0) pieces.push({ start, end: i + 1, line: startLine });
    } else if (depth === 0 && code > 32 && code !== 44) return pieces;
  }
  return pieces;
}

interface Fence {
  readonly text: string;
  /** Line of the opening fence, 1-based. */
  readonly line: number;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})\s*(\w*)/;

function fencedBlocks(text: string): readonly Fence[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const blocks: Fence[] = [];
  let open: { readonly fence: string; readonly json: boolean; readonly line: number; readonly lines: string[] } | undefined;
  text.split('\n').forEach((raw, i) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (!open) {
      const [, fence, language = ''] = OPENING.exec(line) ?? [];
      if (fence) open = { fence, json: /^(?:json[lc5]?|ndjson|)$/i.test(language), line: i + 1, lines: [] };
    } else if (line.trim().startsWith(open.fence) && /^[`~]+$/.test(line.trim())) {
      const inner = open.lines.join('\n');
      if (open.json && /^\s*[[{]/.test(inner)) blocks.push({ text: inner, line: open.line });
      open = undefined;
    } else open.lines.push(line);
  });
  return blocks;
}

interface Call {
  readonly record: SourceRecord;
  readonly body: JsonObject;
}

const saidIn = (body: JsonObject): readonly unknown[] =>
  [body.messages, body.input, body.contents, body.chat_history].find((list): list is readonly unknown[] => Array.isArray(list)) ?? [];

/** An answer as one value: a stream is put together as its provider would have answered at once. */
function answerOf(text: string): unknown {
  const whole = tryJson(text);
  if (whole !== undefined) return whole;
  const records = assembleStream(text)?.records ?? [];
  const [first] = records.map(({ value }) => value);
  if (!isObject(first) || !Array.isArray(first.messages)) return first;
  const message = objectsOf(first.messages).at(-1);
  return message?.type === 'message' ? message : { model: first.model, choices: [{ index: 0, message }] };
}

function textIn(content: unknown): string {
  if (!isObject(content)) return '';
  const text = textOf(content.text) ?? '';
  return content.encoding === 'base64' ? (decodedText(text) ?? '') : text;
}

function harCalls(records: readonly SourceRecord[]): { readonly calls: readonly Call[]; readonly others: number } | undefined {
  const [only] = records;
  const log = records.length === 1 && isObject(only!.value) ? only!.value.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries)) return undefined;
  const calls = listOf(log.entries).flatMap((entry, i): Call[] => {
    const request = objectOf(objectOf(entry).request);
    const body = tryJson(textIn(request.postData));
    if (!isObject(entry) || !isObject(body) || saidIn(body).length === 0) return [];
    const response = isObject(entry.response) ? answerOf(textIn(entry.response.content)) : undefined;
    const value = { url: filled(request.url), request: body, ...(isObject(response) || Array.isArray(response) ? { response } : {}) };
    return [{ body, record: { value, path: `$.log.entries[${i}]` } }];
  });
  return { calls, others: log.entries.length - calls.length };
}

function traceCalls(records: readonly SourceRecord[]): { readonly calls: readonly Call[]; readonly others: number } | undefined {
  const is = ({ value }: SourceRecord): boolean =>
    isObject(value) && 'response' in value && isObject(value.request) && typeof value.request.url === 'string' && 'body' in value.request;
  if (records.length === 0 || !records.slice(0, 50).every(is)) return undefined;
  const calls = records.flatMap((record): Call[] => {
    const { body } = (record.value as { readonly request: JsonObject }).request;
    return isObject(body) && saidIn(body).length > 0 ? [{ record, body }] : [];
  });
  return { calls, others: records.length - calls.length };
}

const unmarked = (message: unknown): unknown =>
  JSON.parse(JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)) ?? 'null');

/** The calls of models in a log of traffic, one record each; undefined where the records are none, or hold no call of a model. */
function withoutLog(
  records: readonly SourceRecord[],
): { readonly records: readonly SourceRecord[]; readonly warnings: readonly Warning[] } | undefined {
  const found = harCalls(records) ?? traceCalls(records);
  if (!found || found.calls.length === 0) return undefined;
  const { report, list } = collector();
  if (found.others > 0) report({ code: 'other-requests', message: 'Requests of the log that call no model were left out.', count: found.others });
  const kept = grown(found.calls, ({ body }) => saidIn(body).map(unmarked), report);
  return { records: kept.map(({ record }) => record), warnings: list() };
}

export interface ReadProgress {
  readonly done: number;
  readonly of: number;
}

const HEAD = 2_000;
/** Lines inspected to recognise JSONL, and the share of them that must be a JSON object or array. */
const SAMPLE_LINES = 50;
const JSONL_SHARE = 0.5;
const PROGRESS_STEP = 1 << 20;
const MAX_FENCES = 20;

const REPAIR_NAMES: Readonly<Record<Repair, string>> = {
  'non-finite': 'NaN, Infinity or undefined read as null',
  'trailing-comma': 'trailing commas',
  python: 'Python notation',
  escape: 'invalid escapes kept as text',
  control: 'raw control characters in strings',
  redacted: 'values replaced by a redactor read as null',
  key: 'keys without quotes',
  truncated: 'brackets closed at the end of a text that stops too early',
};

export const excerptOf = (text: string): string =>
  text
    .split(/\r?\n/, 3)
    .map((line) => plain(line.slice(0, 200)))
    .join('\n');

const headOf = (utf8: Uint8Array): string => new TextDecoder().decode(utf8.subarray(0, HEAD * 3)).slice(0, HEAD);

/** Every reading of the bytes, best first: records of JSON in any of its wrappers, else text. Never throws. */
export function* readSources(bytes: Uint8Array, name: string): Work<ReadProgress, Result<readonly Source[], ImportError>> {
  const error = refuseBytes(bytes);
  if (error) return { ok: false, error };
  const utf8 = toUtf8(bytes);
  if (isBinary(utf8)) return refused('binary', { key: 'import-binary' }, EXPECTS_FILE);
  const head = headOf(utf8);
  const start = head.trimStart();
  if (start === '' && new TextDecoder().decode(utf8).trim() === '') {
    return refused('empty', { key: 'import-empty' }, EXPECTS_FILE);
  }
  if (/^<(?:!doctype html|html|head|body)\b/i.test(start)) {
    return refused('html', { key: 'import-html' }, EXPECTS_FILE, { line: 1, excerpt: excerptOf(head) });
  }

  const make = (container: ContainerKind, given: readonly SourceRecord[], warnings: readonly Warning[] = [], text = ''): Source => {
    const deep = flattened(given);
    const log = withoutLog(given);
    return {
      name,
      container,
      text,
      head,
      records: log?.records ?? given,
      warnings: [...warnings, ...deep, ...(log?.warnings ?? []), ...missingPages(given)],
    };
  };
  if (/^[[{"]/.test(start)) {
    const json = yield* readJson(utf8, make);
    if (json.ok) return { ok: true, value: [json.value] };
    const text = new TextDecoder().decode(utf8);
    return { ok: true, value: [{ ...make('text', [], [], text), notJson: { ...json.error, excerpt: excerptOf(head) } }] };
  }

  const text = new TextDecoder().decode(utf8);
  if (start.length < 64) {
    const value = parsedJson(text);
    if (value !== undefined) {
      return refused('no-messages', { key: 'import-unknown-json' }, { key: 'expects-messages' }, { line: 1, excerpt: excerptOf(head) });
    }
  }
  const sources: Source[] = [];
  if (/^(?:data|event|id|retry|:)/.test(start)) {
    const stream = assembleStream(text);
    if (stream) sources.push(make('json', stream.records, stream.warnings));
  }
  for (const block of fencedBlocks(text).slice(0, MAX_FENCES)) {
    const inner = finished(readJson(new TextEncoder().encode(block.text), make));
    if (!inner.ok) continue;
    const moved = inner.value.records.map((record) => ({ ...record, line: (record.line ?? 1) + block.line }));
    const note: Warning = {
      code: 'fenced-json',
      message: 'The transcript was taken from a fenced block; the text around it was left out.',
      line: block.line,
      count: 1,
    };
    sources.push({ ...inner.value, records: moved, warnings: [note, ...inner.value.warnings] });
  }
  sources.push(make('text', [], [], text));
  return { ok: true, value: sources };
}

const missingPages = (records: readonly SourceRecord[]): readonly Warning[] =>
  records.some(({ value }) => goesOn(value))
    ? [{ code: 'list-goes-on', message: 'The list has further pages (has_more), which are not in the file.', count: 1 }]
    : [];

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function flattened(records: readonly SourceRecord[]): readonly Warning[] {
  const { report, list } = collector();
  for (const { value, line, path } of records) {
    const count = flattenDeep(value);
    const place = line !== undefined ? { line } : path !== undefined ? { path } : {};
    if (count > 0) report({ ...deepValues(count), ...place });
  }
  return list();
}

type Make = (container: ContainerKind, records: readonly SourceRecord[], warnings?: readonly Warning[]) => Source;

function* readJson(utf8: Uint8Array, make: Make): Work<ReadProgress, Result<Source, ImportError>> {
  const first = firstLine(utf8);
  if (first.more && isRecordLine(first.text)) return { ok: true, value: yield* readLines(utf8, make) };

  const sliced = yield* parseInSlices(utf8);
  const text = sliced ? '' : new TextDecoder().decode(utf8);
  let document = sliced ? sliced.value : parsedJson(text);
  if (typeof document === 'string') document = parsedJson(document);
  if (document !== undefined && typeof document === 'object') return { ok: true, value: make('json', [{ value: document, path: '$' }]) };

  if (looksLikeLines(text)) return { ok: true, value: yield* readLines(utf8, make) };
  const concatenated = yield* inBytes(readConcatenated(text, make), utf8.length);
  if (concatenated) return { ok: true, value: concatenated };
  return yield* inBytes(readRepaired(text, make), utf8.length);
}

function* inBytes<T>(steps: Work<Share, T>, bytes: number): Work<ReadProgress, T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    const { done, of } = step.value;
    yield { done: Math.round((done / of) * bytes), of: bytes };
  }
}

/** The first non-blank line, and whether another follows. A line without an end is not decoded. */
function firstLine(utf8: Uint8Array): { readonly text: string; readonly more: boolean } {
  let from = 0;
  while (from < utf8.length && (utf8[from] === 32 || (utf8[from]! >= 9 && utf8[from]! <= 13))) from++;
  const end = utf8.indexOf(10, from);
  if (end < 0) return { text: '', more: false };
  let next = end;
  while (next < utf8.length && (utf8[next] === 32 || (utf8[next]! >= 9 && utf8[next]! <= 13))) next++;
  return next < utf8.length ? { text: new TextDecoder().decode(utf8.subarray(from, end)), more: true } : { text: '', more: false };
}

const isRecordLine = (line: string): boolean => {
  if (!/^\s*[[{]/.test(line)) return false;
  const value = parsedJson(line);
  return typeof value === 'object' && value !== null;
};

function looksLikeLines(text: string): boolean {
  let seen = 0;
  let good = 0;
  for (let from = 0; from < text.length && seen < SAMPLE_LINES; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    const line = text.slice(from, end);
    if (line.trim() !== '') {
      seen++;
      if (isRecordLine(line)) good++;
    }
    from = end + 1;
  }
  return seen >= 2 && good >= seen * JSONL_SHARE;
}

function* readLines(utf8: Uint8Array, make: Make): Work<ReadProgress, Source> {
  const records: SourceRecord[] = [];
  const damaged: number[] = [];
  const repaired: number[] = [];
  const decoder = new TextDecoder();
  let line = 0;
  let lastDamaged = false;
  let reported = 0;
  for (let from = 0; from < utf8.length; ) {
    const found = utf8.indexOf(10, from);
    const end = found < 0 ? utf8.length : found;
    line++;
    const text = decoder.decode(utf8.subarray(from, end));
    from = end + 1;
    if (text.trim() === '') continue;
    let value = parsedJson(text);
    if (value === undefined) {
      const tolerant = parseTolerant(text);
      if (tolerant.ok && text.slice(tolerant.end).trim() === '') {
        value = tolerant.value;
        repaired.push(line);
      }
    }
    const several = value === undefined ? gluedObjects(text) : [];
    if (several.length > 0) repaired.push(line);
    for (const one of several) records.push({ value: one, line });
    lastDamaged = value === undefined && several.length === 0;
    if (several.length > 0) continue;
    if (value === undefined) damaged.push(line);
    else records.push({ value, line });
    if (from - reported >= PROGRESS_STEP) {
      reported = from;
      yield { done: Math.min(from, utf8.length), of: utf8.length };
    }
  }
  const { report, list } = collector();
  if (lastDamaged) {
    report({
      code: 'truncated-last-line',
      message: 'The last line stops too early and was skipped; everything before it was read.',
      line: damaged.pop()!,
    });
  }
  if (damaged.length > 0)
    report({
      code: 'damaged-line',
      message: `Lines that are not JSON were skipped: ${lineList(damaged)}.`,
      line: damaged[0]!,
      count: damaged.length,
    });
  if (repaired.length > 0)
    report({
      code: 'repaired',
      message: `Lines that are not strict JSON were repaired: ${lineList(repaired)}.`,
      line: repaired[0]!,
      count: repaired.length,
    });
  return make('jsonl', records, list());
}

function gluedObjects(text: string): readonly unknown[] {
  const pieces = splitValues(text);
  if (pieces.length < 2 || text.slice(pieces.at(-1)!.end).trim() !== '') return [];
  const values = pieces.map(({ start, end }) => parsedJson(text.slice(start, end)));
  return values.every(isObject) ? values : [];
}

/** Consecutive objects, pretty-printed or not, with or without commas between them. */
function* readConcatenated(text: string, make: Make): Work<Share, Source | undefined> {
  const pieces = splitValues(text);
  if (pieces.length < 2) return undefined;
  let reported = 0;
  const records: SourceRecord[] = [];
  const damaged: number[] = [];
  for (const piece of pieces) {
    const raw = text.slice(piece.start, piece.end);
    let value = parsedJson(raw);
    if (value === undefined) {
      const tolerant = parseTolerant(raw);
      if (tolerant.ok) value = tolerant.value;
    }
    if (isObject(value) || Array.isArray(value)) records.push({ value, line: piece.line });
    else damaged.push(piece.line);
    if (piece.end - reported < PROGRESS_STEP) continue;
    reported = piece.end;
    yield { done: piece.end, of: text.length };
  }
  if (records.length < 2 || damaged.length > records.length) return undefined;
  const { report, list } = collector();
  if (damaged.length > 0)
    report({
      code: 'damaged-line',
      message: `Objects that are not JSON were skipped: ${lineList(damaged)}.`,
      line: damaged[0]!,
      count: damaged.length,
    });
  return make('concatenated-json', records, list());
}

function* readRepaired(text: string, make: Make): Work<Share, Result<Source, ImportError>> {
  const tolerant = yield* tolerantSteps(text, 0, true);
  if (!tolerant.ok || text.slice(tolerant.end).trim() !== '') {
    const offset = tolerant.ok ? tolerant.end : tolerant.offset;
    const { line, column } = lineAt(text, offset);
    const why: EnglishReason = { key: 'json', values: { line, column, expected: tolerant.ok ? 'EOF' : tolerant.expected } };
    return refused('not-json', why, { key: 'expects-json' }, { line });
  }
  if (!isObject(tolerant.value) && !Array.isArray(tolerant.value)) {
    return refused('not-json', { key: 'import-unknown-json' }, { key: 'expects-messages' }, { line: 1 });
  }
  const { report, list } = collector();
  for (const [kind, count] of tolerant.repairs) {
    if (kind === 'truncated') {
      report({ code: 'truncated', message: 'The text stops too early; everything before its end was read.', line: lineAt(text, text.length).line });
    } else {
      report({ code: 'repaired', message: `The text is not strict JSON and was repaired: ${REPAIR_NAMES[kind]}.`, count });
    }
  }
  return { ok: true, value: make('json', [{ value: tolerant.value, path: '$' }], list()) };
}
