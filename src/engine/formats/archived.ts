/** Reads archives: those that are one whole as one file, all others member by member. */
import type { Result, Transcript, Warning } from '../transcript/types.ts';
import { archiveKind, type Member, TOO_DEEP, unpack, unreadMember } from './archive.ts';
import { type ReadProgress, readSources } from './container.ts';
import type { ImportError, Parsed, Report, Source, SourceRecord } from './contract.ts';
import { EXPECTS_FILE, isStore, MAX_BYTES, plain } from './encoding.ts';
import { collector, importError } from './format-report.ts';
import type { Room } from './zip.ts';
import { isObject } from './json.ts';
import type { StoreReader } from './opening.ts';

type Parse = (sources: readonly Source[]) => Result<Parsed, ImportError>;
type Reading = Generator<ReadProgress, Result<Parsed, ImportError>>;

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
    agents.set(owner, [...(agents.get(owner) ?? []), one]);
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

function* within<T>(steps: Generator<ReadProgress, T>, before: number, of: number): Generator<ReadProgress, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield { done: before + step.value.done, of };
  }
}

function logOf(records: readonly SourceRecord[]): unknown {
  const [header, ...samples] = records.map(({ value }) => value);
  return { ...(isObject(header) ? header : {}), samples };
}

function merged(...lists: readonly (readonly Warning[])[]): readonly Warning[] {
  const all = collector();
  for (const list of lists) for (const warning of list) all.report(warning);
  return all.list();
}
