import { isOf, mustHave, wrong } from '../lib/arguments.ts';
import { finished, type Work } from '../lib/work.ts';
import { isStoreName } from '../lib/session-files.ts';
import { CLAUDE_SESSIONS, CODEX_SESSIONS, type EnglishReason, expectsFormat, otherFile, titleOf } from '../transcript/english.ts';
import { transcriptError } from '../transcript/transcript-json.ts';
import type { Result, Transcript, Warning } from '../transcript/types.ts';
import { archiveKind, type Member, type Room, TOO_DEEP, unpack, unreadMember, zipEntries } from './archive.ts';
import { excerptOf, type ReadProgress, readSources } from './container.ts';
import type { Format, FormatMatch, ImportError, Parsed, Report, Source, SourceRecord } from './contract.ts';
import { collector, EXPECTS_FILE, importError, isStore, loneSurrogates, MAX_BYTES, plain, refused } from './encoding.ts';
import { addTo, isObject, type JsonObject, objectOf, withoutLoneSurrogates } from './json.ts';
import { messageList } from './message-list/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { formatById, formats } from './registry.ts';
import { textFormat } from './text/index.ts';
import { type Coverage, DOUBTFUL, readAs, reportNewer, understood, withDoubt } from './lists.ts';

type Parse = (sources: readonly Source[]) => Result<Parsed, ImportError>;
type Reading = Work<ReadProgress, Result<Parsed, ImportError>>;

export function parseArchive(file: Member, parse: Parse, store?: StoreReader): Reading {
  return new ArchiveReader(parse, store).read(file, 0);
}

class ArchiveReader {
  private readonly parse: Parse;
  private readonly store: StoreReader | undefined;
  private readonly room: Room = { left: MAX_BYTES };

  constructor(parse: Parse, store: StoreReader | undefined) {
    this.parse = parse;
    this.store = store;
  }

  *read(file: Member, depth: number): Reading {
    const { report, list } = collector();
    const unpacked = unpack(file.bytes, file.name, report, this.room);
    if (!unpacked.ok) return unpacked;
    const { kind, files } = unpacked.value;
    const parsed =
      kind === 'files'
        ? files.length === 1
          ? yield* this.member(files[0]!, file.name, depth)
          : yield* this.several(files, file.name, depth, report)
        : yield* this.whole(file.name, kind, files, report);
    return parsed.ok ? { ok: true, value: { ...parsed.value, warnings: merged(list(), parsed.value.warnings) } } : parsed;
  }

  private *member(file: Member, archive: string, depth: number): Reading {
    if (archiveKind(file.bytes)) {
      return depth > 0
        ? { ok: false, error: importError(TOO_DEEP.code, { key: 'import-archive-too-deep' }, EXPECTS_FILE) }
        : yield* this.read(file, depth + 1);
    }
    if (this.store && isStore(file.bytes)) {
      const opened = this.store(file.bytes, file.name);
      return opened.ok ? this.parse([opened.value]) : opened;
    }
    const read = yield* readSources(file.bytes, `${archive}/${file.name}`);
    return read.ok ? this.parse(read.value) : read;
  }

  private *whole(name: string, kind: 'inspect' | 'export', files: readonly Member[], report: Report): Reading {
    const records: SourceRecord[] = [];
    const warnings: Warning[] = [];
    let head = '';
    let done = 0;
    const of = sizeOf(files);
    for (const file of files) {
      const read = yield* within(readSources(file.bytes, file.name), done, of);
      done += file.bytes.length;
      if (!read.ok) {
        report({ ...unreadMember(read.error), path: plain(file.name) });
        continue;
      }
      const source = read.value[0]!;
      if (records.length === 0) head = source.head;
      for (const record of source.records) records.push({ ...record, path: `${plain(file.name)}:${record.path ?? '$'}` });
      for (const warning of source.warnings) warnings.push(warning);
    }
    const log = kind === 'inspect' ? [{ value: logOf(records), path: '$' }] : records;
    return this.parse([{ name, container: 'json', text: '', head, records: log, warnings }]);
  }

  private *several(files: readonly Member[], archive: string, depth: number, report: Report): Reading {
    const conversations: Transcript[] = [];
    let first: Parsed | undefined;
    let done = 0;
    const of = sizeOf(files);
    for (const file of files) {
      const parsed = yield* within(this.member(file, archive, depth), done, of);
      done += file.bytes.length;
      yield { done, of };
      if (!parsed.ok) {
        if (parsed.error.code === 'too-large') return parsed;
        report({ ...unreadMember(parsed.error), path: plain(file.name) });
        continue;
      }
      first ??= parsed.value;
      const name = plain(file.name);
      for (const conversation of parsed.value.conversations) {
        conversations.push({ ...conversation, title: conversation.title ? `${conversation.title} (${name})` : name });
      }
      for (const { path, ...warning } of parsed.value.warnings) report({ ...warning, path: path === undefined ? name : `${name}:${path}` });
    }
    if (!first) {
      const values = { count: files.length, name: plain(files[0]!.name) };
      return { ok: false, error: importError('archive-no-transcript', { key: 'import-archive-no-transcript', values }, EXPECTS_FILE) };
    }
    return { ok: true, value: { ...first, conversations: nested(conversations), warnings: [] } };
  }
}

export function nested(conversations: readonly Transcript[]): readonly Transcript[] {
  if (conversations.every(({ extra }) => extra?.ofSession === undefined)) return conversations;
  const ids = new Set(conversations.map(({ id }) => id));
  const agents = new Map<string, Transcript[]>();
  const own = conversations.filter((one) => {
    const owner = one.extra?.ofSession;
    if (typeof owner !== 'string' || owner === one.id || !ids.has(owner)) return true;
    addTo(agents, owner, one);
    return false;
  });
  const whole = (one: Transcript): Transcript => {
    const below = agents.get(one.id) ?? [];
    agents.delete(one.id);
    return { ...one, subagents: [...one.subagents, ...below.map(whole)] };
  };
  const found = own.map(whole);
  return [...found, ...[...agents.values()].flat()];
}

const sizeOf = (files: readonly Member[]): number => files.reduce((sum, { bytes }) => sum + bytes.length, 0);

function* within<T>(steps: Work<ReadProgress, T>, before: number, of: number): Work<ReadProgress, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield { done: before + step.value.done, of };
  }
}

function logOf(records: readonly SourceRecord[]): unknown {
  const [header, ...samples] = records.map(({ value }) => value);
  return { ...objectOf(header), samples };
}

function merged(...lists: readonly (readonly Warning[])[]): readonly Warning[] {
  const all = collector();
  for (const list of lists) for (const warning of list) all.report(warning);
  return all.list();
}

// Files that a person takes for a session: what they are, and what to import instead.

interface Mistake {
  readonly why: EnglishReason;
  readonly is: (value: JsonObject) => boolean;
}

const has = (value: JsonObject, ...keys: readonly string[]): boolean => keys.every((key) => key in value);
const hasAny = (value: JsonObject, ...keys: readonly string[]): boolean => keys.some((key) => key in value);
const schemaOf = ({ $schema }: JsonObject): string => (typeof $schema === 'string' ? $schema : '');

const SETTINGS: readonly Mistake[] = [
  { why: otherFile('opencode', 'opencode export SESSION > session.json'), is: (value) => schemaOf(value).includes('opencode.ai') },
  {
    why: otherFile('Claude Code', CLAUDE_SESSIONS),
    is: (value) =>
      schemaOf(value).includes('claude-code-settings') ||
      has(value, 'numStartups') ||
      (has(value, 'permissions') && isObject(value.permissions) && hasAny(value.permissions, 'allow', 'deny', 'ask')) ||
      hasAny(value, 'enabledPlugins', 'apiKeyHelper', 'statusLine'),
  },
  {
    why: otherFile('Gemini CLI', '~/.gemini/tmp/*/chats/*.json'),
    is: (value) => hasAny(value, 'selectedAuthType', 'selectedType') || (has(value, 'security') && has(value, 'ui')),
  },
  {
    why: { key: 'import-settings' },
    is: (value) =>
      has(value, 'mcpServers') ||
      (has(value, 'name') && hasAny(value, 'dependencies', 'devDependencies', 'scripts')) ||
      schemaOf(value) !== '' ||
      Object.keys(value).filter((key) => /^\w+(?:\.\w+)+$/.test(key)).length > Object.keys(value).length / 2,
  },
];

/** Many objects: lines of something else. */
const LINES: readonly Mistake[] = [
  { why: otherFile('Claude Code', CLAUDE_SESSIONS), is: (value) => has(value, 'display', 'timestamp') && hasAny(value, 'pastedContents', 'project') },
  { why: otherFile('Codex', CODEX_SESSIONS), is: (value) => has(value, 'session_id', 'ts', 'text') },
  { why: { key: 'import-scores' }, is: (value) => has(value, 'instance_id', 'model_patch') },
  {
    why: { key: 'import-pairs' },
    is: (value) => has(value, 'prompt', 'completion') || has(value, 'instruction', 'output') || has(value, 'chosen', 'rejected'),
  },
  { why: { key: 'import-embeddings' }, is: (value) => hasAny(value, 'embedding', 'embeddings', 'vector') },
  { why: { key: 'import-log' }, is: (value) => hasAny(value, 'level', 'severity', 'levelname') && hasAny(value, 'msg', 'message', 'event') },
];

const ROWS = 5;

function textReason(text: string): EnglishReason | null {
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return { key: 'import-lfs' };
  const lines = text.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  const pairs = lines.filter((line) => /^\s*[\w."-]+\s*=\s*\S/.test(line)).length;
  const sections = lines.filter((line) => /^\s*\[{1,2}[\w."'@/ -]+\]{1,2}\s*$/.test(line)).length;
  const comments = lines.filter((line) => /^\s*[#;]/.test(line)).length;
  const isCodex = sections > 0 && lines.some((line) => /^model(?:_\w+)?\s*=/.test(line));
  if (pairs > 0 && pairs + sections + comments >= lines.length * 0.8)
    return isCodex ? otherFile('Codex', CODEX_SESSIONS) : { key: 'import-settings' };
  const separators = /[,;\t]/g;
  const widths = lines.slice(0, ROWS).map((line) => line.match(separators)?.length ?? 0);
  const isTable = lines.length > 1 && widths[0]! > 0 && widths.every((width) => width === widths[0]) && /^[\w"][^.!?]*$/.test(lines[0]!);
  if (isTable) return { key: 'import-table' };
  return /^(?:#!|import |from \w+ import|const |function |package |#include|<\?php|using )/.test(lines[0] ?? '') ? { key: 'import-settings' } : null;
}

export function mistakenFor({ container, records, text }: Source): EnglishReason | null {
  if (container === 'text') return textReason(text);
  const only = records.length === 1 ? records[0]!.value : null;
  const many = Array.isArray(only) ? (only as readonly unknown[]) : only === null ? records.map(({ value }) => value) : null;
  const value = many ? many.find(isObject) : only;
  if (!isObject(value)) return null;
  const known = (many ? LINES : SETTINGS).find(({ is }) => is(value));
  return known ? known.why : null;
}

export { formatById, formats };

/** Below this confidence a source is not understood. */
export const MIN_CONFIDENCE = 0.3;

interface ReadChoice {
  readonly name?: string;
  readonly format?: string | null;
  /** What opens an SQLite store (`storeReader`); absent = a store is refused. */
  readonly store?: StoreReader | undefined;
}

export interface ParseOptions extends ReadChoice {
  /** Called while lines or a large document are read, with bytes done and bytes in total. */
  readonly onProgress?: (done: number, of: number) => void;
}

/**
 * Reads a file: bytes (or text) → conversations with warnings, or an error with its place. Never throws. `Parsed.candidates` lists every
 * format that matches.
 */
export function parseTranscript(input: Uint8Array | ArrayBuffer | string, options: ParseOptions = {}): Result<Parsed, ImportError> {
  return finished(parseSteps(input, options), ({ done, of }) => options?.onProgress?.(done, of));
}

export function* parseSteps(input: Uint8Array | ArrayBuffer | string, options: ReadChoice = {}): Work<ReadProgress, Result<Parsed, ImportError>> {
  const bytes = bytesOf(input);
  if (!bytes) {
    return refused('no-bytes', { key: 'import-no-bytes' }, { key: 'expects-bytes' });
  }
  const none = optionsError(options);
  if (none) return wrongArgument(none);
  const chosen = options.format ? formatById(options.format) : undefined;
  if (options.format && !chosen) {
    const why = { key: 'import-no-format', values: { format: options.format } } as const;
    return refused('unknown-format-id', why, oneOf(formats.map(({ id }) => id)));
  }
  const parse = (sources: readonly Source[]): Result<Parsed, ImportError> => (chosen ? parseAs(chosen, sources) : parseDetected(sources));
  const name = options.name ?? '';
  const { store } = options;
  if (archiveKind(bytes)) return yield* parseArchive({ name, bytes }, parse, store);
  const opened = store && isStore(bytes) ? store(bytes, name) : undefined;
  if (opened) return opened.ok ? parse([opened.value]) : opened;
  const read = yield* readSources(bytes, name);
  return read.ok ? parse(read.value) : read;
}

/** What is wrong with the options of a file; null = nothing. */
function optionsError(options: unknown): RangeError | null {
  if (!isOf(options, 'object')) return wrong('options', 'an object', options);
  const { name, format, onProgress, store } = options as Readonly<Record<string, unknown>>;
  if (name !== undefined && typeof name !== 'string') return wrong('name', 'a string', name);
  if (format !== undefined && format !== null && typeof format !== 'string') return wrong('format', 'a string', format);
  if (store !== undefined && typeof store !== 'function') return wrong('store', 'a function', store);
  return onProgress === undefined || typeof onProgress === 'function' ? null : wrong('onProgress', 'a function', onProgress);
}

const wrongArgument = ({ message }: RangeError): { readonly ok: false; readonly error: ImportError } =>
  refused('wrong-argument', { key: 'import-argument', values: { message } }, { key: 'expects-argument' });

function bytesOf(input: unknown): Uint8Array | undefined {
  if (typeof input === 'string') return new TextEncoder().encode(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  return Object.prototype.toString.call(input) === '[object ArrayBuffer]' ? new Uint8Array(input as ArrayBuffer) : undefined;
}

interface Candidate {
  readonly source: Source;
  readonly format: Format;
  readonly confidence: number;
}

/**
 * Reads what fits best. A format that understood less than half of the parts loses to the next one that understood more; where none did, the
 * one that understood most is kept with little confidence, and a warning says how many parts it did not understand.
 */
function parseDetected(sources: readonly Source[]): Result<Parsed, ImportError> {
  const found = candidatesOf(sources);
  const candidates = detected(found);
  let firstError: ImportError | undefined;
  let doubtful: Read | undefined;
  for (const candidate of inTurn(found, sources)) {
    const read = tryParse(candidate, candidate.format === messageList ? [...candidates, ...detected([candidate])] : candidates);
    if (!read.ok) {
      if (read.error.code === 'not-a-session') return read;
      firstError ??= read.error;
      continue;
    }
    if (isSure(candidate, read.value.own)) return { ok: true, value: read.value.parsed };
    if (!doubtful || read.value.own.share > doubtful.own.share) doubtful = read.value;
  }
  return doubtful ? { ok: true, value: doubtful.parsed } : { ok: false, error: firstError ?? notUnderstood(sources) };
}

const known = formats.filter((format) => format !== messageList);

/** The candidates, then the generic format: it looks through a whole file, so only after every other one has lost. */
function* inTurn(found: readonly Candidate[], sources: readonly Source[]): IterableIterator<Candidate> {
  yield* found;
  for (const source of sources) {
    const confidence = messageList.detect(source);
    if (confidence > 0) yield { source, format: messageList, confidence };
  }
}

function candidatesOf(sources: readonly Source[]): readonly Candidate[] {
  return sources
    .flatMap((source) => known.map((format) => ({ source, format, confidence: format.detect(source) })))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence);
}

function detected(candidates: readonly Candidate[]): readonly FormatMatch[] {
  const best = new Map<string, number>();
  for (const { format, confidence } of candidates) if (!best.has(format.id)) best.set(format.id, confidence);
  return [...best].map(([format, confidence]) => ({ format, confidence }));
}

/** The person's choice overrides detection; the source with the highest confidence is read. What was not understood is told all the same. */
function parseAs(format: Format, sources: readonly Source[]): Result<Parsed, ImportError> {
  const candidates = detected(candidatesOf(sources));
  const ranked = sources.map((source) => ({ source, format, confidence: format.detect(source) })).sort((a, b) => b.confidence - a.confidence);
  let firstError: ImportError | undefined;
  for (const candidate of ranked) {
    const read = tryParse(candidate, candidates);
    if (read.ok) return { ok: true, value: read.value.parsed };
    firstError ??= read.error;
  }
  return { ok: false, error: firstError ?? notUnderstood(sources) };
}

interface Read {
  readonly parsed: Parsed;
  readonly own: Coverage;
}

const isSure = ({ confidence }: Candidate, { enough }: Coverage): boolean => enough || confidence === 1;

function tryParse(candidate: Candidate, candidates: readonly FormatMatch[]): Result<Read, ImportError> {
  const { source, format } = candidate;
  const { report, list } = collector(source.warnings);
  const read = readAs(format, source, report);
  if (!read.ok) return { ok: false, error: { ...read.error, excerpt: read.error.excerpt ?? excerptOf(source.head) } };
  if (format.written) reportNewer(format.written, source, list(), report);
  const own = understood(read.value, list());
  const sure = isSure(candidate, own);
  if (!sure && own.share === 0) return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-messages' });
  const confidence = sure ? Math.round(candidate.confidence * (own.share || 1) * 100) / 100 : Math.min(candidate.confidence, DOUBTFUL);
  const warnings = sure ? list() : withDoubt(list(), own);
  return { ok: true, value: { own, parsed: { format: format.id, confidence, candidates, conversations: nested(read.value), warnings } } };
}

const oneOf = (names: readonly string[]): EnglishReason => ({ key: 'expects-one-of', values: { list: names.join(', ') } });

const SHOWN_KEYS = 8;

function unknownJson({ records }: Source): EnglishReason {
  const value = records.length === 1 ? records[0]!.value : records.map((record) => record.value);
  const first = Array.isArray(value) ? value.find(isObject) : value;
  const all = isObject(first) ? Object.keys(first) : [];
  const keys = all.slice(0, SHOWN_KEYS).map((key) => `"${plain(key).slice(0, 30)}"`);
  if (keys.length === 0) return { key: 'import-unknown-json' };
  const list = [...keys, ...(all.length > SHOWN_KEYS ? ['…'] : [])].join(', ');
  return Array.isArray(value)
    ? { key: 'import-unknown-list', values: { count: value.length, keys: list } }
    : { key: 'import-unknown-object', values: { keys: list } };
}

function notUnderstood(sources: readonly Source[]): ImportError {
  const [source] = sources;
  const mistaken = source && mistakenFor(source);
  if (mistaken) return importError('not-a-session', mistaken, EXPECTS_FILE, { line: 1, excerpt: excerptOf(source.head) });
  if (source?.notJson) return source.notJson;
  const [record] = source?.records ?? [];
  if (source?.records.length === 1 && isObject(record?.value) && Array.isArray(record.value.messages) && record.value.messages.length === 0)
    return importError(
      'no-messages',
      { key: 'import-no-message' },
      { key: 'expects-messages' },
      { path: '$.messages', excerpt: excerptOf(source.head) },
    );
  const isJson = source !== undefined && source.container !== 'text';
  const shapes: readonly EnglishReason[] = [expectsFormat(isJson ? openaiChat.id : textFormat.id), oneOf(formats.map(({ id }) => titleOf(id)))];
  return importError('unknown-format', isJson ? unknownJson(source) : { key: 'import-unknown-text' }, shapes, {
    ...(source && { excerpt: excerptOf(source.head) }),
    ...(isJson ? { path: '$' } : { line: 1 }),
  });
}

export interface ExportResult {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

export function serializeTranscript(transcript: Transcript, id: string): Result<ExportResult, ImportError> {
  const none = transcriptError('transcript', transcript) ?? (typeof id === 'string' ? null : wrong('format', 'a string', id));
  if (none) return wrongArgument(none);
  const format = formatById(id);
  if (!format?.serialize) {
    const known = formats.flatMap((f) => (f.serialize ? [f.id] : []));
    return refused('unknown-format-id', { key: 'export-no-format', values: { format: id } }, oneOf(known));
  }
  const warnings = collector();
  try {
    const written = format.serialize(transcript, warnings.report);
    const { text, count } = format.extension === 'json' || format.extension === 'jsonl' ? withoutLoneSurrogates(written) : wellFormed(written);
    if (count > 0) warnings.report(loneSurrogates(count));
    return { ok: true, value: { text, warnings: warnings.list() } };
  } catch (error) {
    // JSON.stringify fails on values nested deeper than its stack.
    const message = error instanceof Error ? error.message : String(error);
    return refused('not-writable', { key: 'export-failed', values: { message } }, { key: 'expects-shallow' });
  }
}

function wellFormed(written: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const text = written.replace(/\p{Surrogate}/gu, () => {
    count++;
    return '\ufffd';
  });
  return { text, count };
}

export interface ListedConversation {
  readonly transcript: Transcript;
  /** Index in this list of the conversation it is a subagent of; null on the main line. */
  readonly parent: number | null;
}

/** Every conversation of a file in one list: main lines in order, then subagents in order of appearance. */
export function conversationsOf(parsed: Parsed): readonly ListedConversation[] {
  mustHave('parsed', parsed, '`value` of what parseTranscript gives', { conversations: 'list' });
  const list: ListedConversation[] = parsed.conversations.map((transcript) => ({ transcript, parent: null }));
  for (let i = 0; i < list.length; i++) for (const transcript of list[i]!.transcript.subagents) list.push({ transcript, parent: i });
  return list;
}

export type StoreReader = (bytes: Uint8Array, name: string) => Result<Source, ImportError>;

/** What opens the stores in a file: for the option `store` of `parseTranscript`. Undefined where there is none, and nothing is loaded. */
export async function storeReader(bytes: Uint8Array): Promise<StoreReader | undefined> {
  const holds = isStore(bytes) || (archiveKind(bytes) === 'zip' && zipEntries(bytes)?.some(({ name }) => isStoreName(name)));
  return holds ? (await import('./store/index.ts')).readStore : undefined;
}
