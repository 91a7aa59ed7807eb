/** One file of a set, as a thread works on it: every conversation under every row that is not there yet. */
import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type MessagePort, Worker } from 'node:worker_threads';
import * as Comlink from 'comlink';
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter';
import { conversationsOf, parseTranscript, storeReader } from '../../engine/formats/index.ts';
import { sessionFiles } from '../../engine/lib/session-files.ts';
import type { FailedLine, Line, LineOptions, SetOptions } from '../../engine/sets/contract.ts';
import { failedLine, runSession, sessionFacts } from '../../engine/sets/session.ts';
import { cleanName, ENGINE, readingHash, settingsHash } from '../../engine/sets/sets-lines.ts';
import { PRICE_LIST } from '../../models/contract.ts';
import { loadPrices, pricingOf } from '../../models/prices.ts';
import { readWithLog } from '../cli-input.ts';
import { stopSignal } from '../progress.ts';
import { linesOf } from './reduce.ts';

// What `map` is told to read: file names or transcripts, from the arguments or from standard input.

export type MapInput = { readonly file: string; readonly text?: string; readonly parts?: readonly string[]; readonly bytes?: number };

/**
 * A line of the input: a name, `{"file": "…"}`, or `{"name": "…", "text": "…"}` (any transcript as text). null for a blank one; a JSON object
 * that is none of these is taken as a name, so that its line says that there is no such file.
 */
export function inputOf(line: string): MapInput | null {
  const text = line.trim();
  if (text === '') return null;
  if (!text.startsWith('{')) return { file: text };
  try {
    const { file, name, text: own } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof own === 'string') return { file: typeof name === 'string' ? name : 'transcript', text: own };
    return { file: typeof file === 'string' ? file : text };
  } catch {
    return { file: text };
  }
}

export async function* inputs(files: readonly string[], lines: NodeJS.ReadableStream): AsyncIterableIterator<MapInput> {
  if (files.length > 0 && !(files.length === 1 && files[0] === '-')) {
    for (const file of files) yield* filesOf(file);
    return;
  }
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY, signal: stopSignal() })) {
    const input = inputOf(line);
    if (input === null) continue;
    if (input.text === undefined) yield* filesOf(input.file);
    else yield input;
  }
}

async function* filesOf(name: string): AsyncIterableIterator<MapInput> {
  const found = await stat(name).catch(() => null);
  if (!found?.isDirectory()) {
    yield { file: name, ...(found && { bytes: found.size }) };
    return;
  }
  const entries = await readdir(name, { withFileTypes: true });
  const names = new Set(entries.map((entry) => entry.name));
  if ((names.has('message') && names.has('session')) || (names.has('agents') && names.has('session.json'))) {
    yield* sessionsOf(name);
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // The files beside a store are read with it; what writes summaries within Claude Code is no session.
    const [, store] = /^(.+)-(?:wal|shm)$/.exec(entry.name) ?? [];
    if (/^\.|^agent-acompact-/.test(entry.name) || (store !== undefined && names.has(store))) continue;
    if (entry.isDirectory() || entry.isFile()) yield* filesOf(path.join(name, entry.name));
  }
}

async function* sessionsOf(folder: string): AsyncIterableIterator<MapInput> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const below = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  for (const parts of sessionFiles(below.filter((one) => !/(?:^|\/)\./.test(one)).sort())) {
    const [file, ...more] = parts.map((part) => path.join(folder, part));
    if (more.length === 0) yield* filesOf(file!);
    else yield { file: file!, parts: [file!, ...more] };
  }
}

async function bytesOf({ file, text, parts }: MapInput): Promise<Uint8Array> {
  if (text !== undefined) return new TextEncoder().encode(text);
  return parts ? Buffer.from((await Promise.all(parts.map((part) => readFile(part, 'utf8')))).join('\n')) : readWithLog(file);
}

export interface FileProgress {
  readonly rows: Readonly<Record<string, readonly number[]>>;
  readonly failed: readonly string[];
}

export const PRICES = `${PRICE_LIST.name} ${PRICE_LIST.version}, ${PRICE_LIST.date}`;

export interface JobHost {
  /** The file was read; the answer says what of it is there. `hash` = SHA-256 of its bytes. */
  known(hash: string): Promise<FileProgress>;
  lines(lines: readonly Line[], last: boolean): Promise<void>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A failure of a file that another run may not have. */
export const PASSING: readonly string[] = ['unreadable', 'crashed', 'out-of-memory'];

const MOST_EXPECTED = 300;

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** A file that cannot be read. */
export const unread = (file: string, session: string | null, code: string, reason: string, options: LineOptions): FailedLine =>
  failedLine({ file: cleanName(file), session }, { code, reason: oneLine(reason) }, options);

/** Never rejects but for what `telling` does: whatever is wrong with a file is a line. */
export async function runFile(input: MapInput, options: SetOptions, telling: JobHost): Promise<void> {
  const { file } = input;
  let bytes: Uint8Array;
  try {
    bytes = await bytesOf(input);
  } catch (error) {
    return telling.lines([unread(file, null, 'unreadable', messageOf(error), options)], true);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  const known = await telling.known(hash);
  if (known.failed.includes(hash)) return;
  const parsed = parseTranscript(bytes, { name: file, format: options.format ?? null, store: await storeReader(bytes) });
  if (!parsed.ok) {
    const { code, message, expected, line, path } = parsed.error;
    const place = line !== undefined ? ` (line ${line})` : path !== undefined ? ` (${path})` : '';
    const more = expected.length > MOST_EXPECTED ? '' : ` Expected: ${expected}.`;
    return telling.lines([unread(file, hash, code, `${message}${place}${more}`, options)], true);
  }
  await loadPrices();
  const { format, warnings } = parsed.value;
  const left = conversationsOf(parsed.value).flatMap((listed, conversation) => {
    const session = `${hash}#${conversation}`;
    const there = known.rows[session] ?? [];
    const rows = options.rows.filter((_, r) => !there.includes(r));
    return rows.length === 0 || known.failed.includes(session) ? [] : [{ listed, conversation, session, rows }];
  });
  for (const { listed, conversation, session, rows } of left) {
    let lines: readonly Line[];
    try {
      const facts = await sessionFacts(listed, conversation, { file: cleanName(file), hash, format, warnings }, options);
      lines = (await runSession(listed.transcript, facts, { ...options, rows }, { pricingOf })) ?? [];
    } catch (error) {
      lines = [unread(file, session, 'session-failed', messageOf(error), options)];
    }
    await telling.lines(lines, session === left.at(-1)!.session);
  }
}

// What an earlier run has finished: by file, so that a thread learns what is left of its own.

/** Of a file: rows by session. Kept as small numbers, because there is one for each session of the run. */
type Sessions = Map<string, Set<number>>;

export class ResultIndex {
  readonly #rows: ReadonlyMap<string, number>;
  readonly #reading: string;
  readonly #files = new Map<string, Sessions>();
  readonly #failed = new Map<string, Set<string>>();

  constructor(options: SetOptions) {
    this.#rows = new Map(options.rows.map((row, r) => [`${row.key}\n${settingsHash(row, options)}`, r]));
    this.#reading = readingHash(options);
  }

  async read(file: string, skipped: () => void): Promise<boolean> {
    if (!(await exists(file))) return false;
    for await (const line of linesOf(file, process.stdin, skipped)) {
      if (line.engine !== ENGINE || line.session === null) continue;
      const hash = line.session.split('#')[0]!;
      if (line.kind === 'failed') {
        if (line.settings !== this.#reading || PASSING.includes(line.code)) continue;
        this.#failed.set(hash, (this.#failed.get(hash) ?? new Set()).add(line.session));
        continue;
      }
      const row = this.#rows.get(`${line.row}\n${line.settings}`);
      if (row === undefined) continue;
      const sessions = this.#files.get(hash) ?? new Map<string, Set<number>>();
      sessions.set(line.session, (sessions.get(line.session) ?? new Set()).add(row));
      this.#files.set(hash, sessions);
    }
    return true;
  }

  readonly known = (hash: string): FileProgress => ({
    rows: Object.fromEntries([...(this.#files.get(hash) ?? [])].map(([session, rows]) => [session, [...rows]])),
    failed: [...(this.#failed.get(hash) ?? [])],
  });
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

const NEWLINE = 10;
const PIECE = 1 << 16;

/** Cuts what a killed run left of its last line, so that what is appended begins a line of its own. */
export async function cutHalfLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    let end = (await handle.stat()).size;
    const piece = Buffer.alloc(PIECE);
    while (end > 0) {
      const from = Math.max(0, end - PIECE);
      const { bytesRead } = await handle.read(piece, 0, end - from, from);
      const at = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (at >= 0) return await handle.truncate(from + at + 1);
      end = from;
    }
    await handle.truncate(0);
  } finally {
    await handle.close();
  }
}

export async function isSameFile(file: string, descriptor: { readonly dev: number; readonly ino: number }): Promise<boolean> {
  const { dev, ino } = await stat(file);
  return dev === descriptor.dev && ino === descriptor.ino;
}

/** What a thread of `map` does, behind Comlink as the workers of the page are. */
interface Thread {
  run(input: MapInput, telling: JobHost): Promise<void>;
}

export function serve(port: MessagePort, options: SetOptions): void {
  const thread: Thread = {
    run: (input, telling) => runFile(input, options, telling).finally(() => (telling as Comlink.Remote<JobHost>)[Comlink.releaseProxy]()),
  };
  Comlink.expose(thread, nodeEndpoint(port as NodeEndpoint));
}

export interface Lane {
  run(input: MapInput, telling: JobHost): Promise<void>;
  end(): Promise<void>;
}

export class Crash extends Error {
  readonly code: 'out-of-memory' | 'crashed';
  constructor(code: Crash['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export function threadLane(script: URL, options: SetOptions, megabytes: number | null): Lane {
  const worker = new Worker(script, { workerData: options, ...(megabytes !== null && { resourceLimits: { maxOldGenerationSizeMb: megabytes } }) });
  const thread = Comlink.wrap<Thread>(nodeEndpoint(worker as NodeEndpoint));
  const crashed = new Promise<never>((_, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Crash(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crashed', error.message)),
    );
    worker.once('exit', (code) => reject(new Crash('crashed', `the thread ended with code ${code}`)));
  });
  // Nobody may be waiting when it ends.
  crashed.catch(() => undefined);
  return {
    run: (input, telling) => Promise.race([thread.run(input, Comlink.proxy(telling)), crashed]),
    end: async () => void (await worker.terminate()),
  };
}
