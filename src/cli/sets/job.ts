/** One file of a set, as a thread works on it: every conversation under every row that is not there yet. */
import { cleanName } from '../../engine/sets/names.ts';
import { createHash } from 'node:crypto';
import { conversationsOf, parseTranscript } from '../../engine/formats/index.ts';
import { storeReader } from '../../engine/formats/opening.ts';
import type { FailedLine, Line, LineOptions, SetOptions } from '../../engine/sets/contract.ts';
import { failedLine, runSession, sessionFacts } from '../../engine/sets/session.ts';
import { loadPrices, pricingOf } from '../../models/prices.ts';
import { PRICE_LIST } from '../../models/price-list.ts';
import { readWithLog } from '../store-file.ts';
import type { MapInput } from './input.ts';

/** What is there of a file already: rows (index in `SetOptions.rows`) by session, and sessions and the file itself that failed. */
export interface Known {
  readonly rows: Readonly<Record<string, readonly number[]>>;
  readonly failed: readonly string[];
}

/** Name and day of the prices that lines have. */
export const PRICES = `${PRICE_LIST.name} ${PRICE_LIST.version}, ${PRICE_LIST.date}`;

/** What a thread asks and tells while it works. */
export interface Telling {
  /** The file was read; the answer says what of it is there. `hash` = SHA-256 of its bytes. */
  known(hash: string): Promise<Known>;
  /** Lines of one session, `last` = the last ones of the file; resolves when there is room for more. */
  lines(lines: readonly Line[], last: boolean): Promise<void>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A failure of a file that another run may not have. */
export const PASSING: readonly string[] = ['unreadable', 'crashed', 'out-of-memory'];

/** Characters; longer ones list every format that there is. */
const MOST_EXPECTED = 300;

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** A file that cannot be read. */
export const unread = (file: string, session: string | null, code: string, reason: string, options: LineOptions): FailedLine =>
  failedLine({ file: cleanName(file), session }, { code, reason: oneLine(reason) }, options);

/** Never rejects but for what `telling` does: whatever is wrong with a file is a line. */
export async function runFile({ file, text }: MapInput, options: SetOptions, telling: Telling): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = text === undefined ? await readWithLog(file) : new TextEncoder().encode(text);
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
