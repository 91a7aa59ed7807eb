/** The file of a command: read, recognised, and the conversation of it that is meant. */
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { broughtLevels, type Level } from '../engine/compaction/history.ts';
import type { Parsed as ParsedFile } from '../engine/formats/contract.ts';
import { conversationsOf, formatById, formats, type ListedConversation, parseSteps, storeReader } from '../engine/formats/index.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import type { Args } from './args.ts';
import { err, notOneOf, t, unreadable, UsageError, warningLine, words } from './cli-words.ts';
import { ofCommand, progressOn } from './progress.ts';
import { inSteps, InterruptError, isStopped, stopSignal } from './stop.ts';
import { readFile } from 'node:fs/promises';
import { isStore } from '../engine/formats/encoding.ts';

// Files as the engine reads them: a store with the log that a running program keeps beside it.

export async function readWithLog(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await readFile(file, { signal });
  if (!isStore(bytes)) return bytes;
  const log = await readFile(`${file}-wal`, { signal }).catch(() => null);
  return log === null ? bytes : Buffer.concat([bytes, log]);
}

export interface Input {
  readonly name: string;
  readonly parsed: ParsedFile;
  readonly conversations: readonly ListedConversation[];
}

export function checkFormat(id: string): void {
  if (!formatById(id))
    throw new UsageError(
      notOneOf(
        'format',
        id,
        formats.map((f) => f.id),
      ),
    );
}

export async function readInput(args: Args): Promise<Input> {
  const name = args.file === '-' ? t('cli.standardInput') : path.basename(args.file);
  let bytes: Uint8Array;
  try {
    bytes = args.file === '-' ? await readStandardInput() : await readWithLog(args.file, stopSignal());
  } catch (error) {
    throw isStopped() ? new InterruptError() : unreadable(args.file, error);
  }
  if (args.format !== null) checkFormat(args.format);
  const progress = progressOn();
  const parsed = await inSteps(parseSteps(bytes, { name, format: args.format, store: await storeReader(bytes) }), (done, of) =>
    progress('reading', done, of),
  );
  if (!parsed.ok) {
    const { error } = parsed;
    const place =
      error.line !== undefined
        ? t('cli.warning.line', { line: error.line })
        : error.path !== undefined
          ? t('cli.warning.path', { path: error.path })
          : '';
    throw new UsageError(
      t('cli.error.import', {
        file: name,
        place,
        message: words.reason(error.reason),
        expected: error.expects.map(words.reason).join('; '),
      }).replace(/\s*\n\s*/g, ' '),
    );
  }
  return { name, parsed: parsed.value, conversations: conversationsOf(parsed.value) };
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const tell = ofCommand();
  for await (const chunk of addAbortSignal(stopSignal(), process.stdin)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunks.at(-1)!.length;
    tell(() => t('cli.progress.input', { megabytes: Math.floor(bytes / 1e6) }));
  }
  return Buffer.concat(chunks);
}

/** The chosen conversation with the file's compactions. Warnings go to standard error, so that standard output holds the result only. */
export function choose(input: Input, args: Args): { readonly transcript: Transcript; readonly levels: readonly Level[] } {
  for (const warning of input.parsed.warnings) err(warningLine(warning));
  const count = input.conversations.length;
  if (args.conversation === null && count > 1) err(t('cli.warning', { text: t('cli.warning.more', { count }) }));
  const chosen = input.conversations[(args.conversation ?? 1) - 1];
  if (!chosen) throw new UsageError(t('cli.error.number', { name: 'conversation', expected: `1–${count}`, value: String(args.conversation) }));
  const { levels, warning } = broughtLevels(chosen, (args.conversation ?? 1) - 1, input.parsed.format);
  if (warning) err(warningLine(warning));
  return { transcript: chosen.transcript, levels };
}
