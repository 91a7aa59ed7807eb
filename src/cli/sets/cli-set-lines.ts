/** Files of lines: JSON lines and Parquet, read one line at a time. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Line } from '../../engine/sets/contract.ts';
import { isLine } from '../../engine/sets/sets-lines.ts';
import { readJson } from '../../engine/transcript/transcript-json.ts';
import { unreadable } from '../refusal.ts';
import { InterruptError, isStopped, stopSignal } from '../stop.ts';

const PARQUET = 'PAR1';

/** A line of a result file; null for what is none (a half-written last line, another program's). */
export function lineOf(text: string): Line | null {
  const value = readJson(text);
  return isLine(value) ? value : null;
}

/**
 * The lines of a file, `-` = of `input`; `skipped` is told of every line that is none, `read` of bytes. Rejects with a sentence where the file
 * cannot be read (a folder, a damaged Parquet file), and with Interrupted where Ctrl C comes.
 */
export async function* linesOf(
  file: string,
  input: NodeJS.ReadableStream,
  skipped: () => void,
  read: (bytes: number) => void = () => undefined,
): AsyncGenerator<Line> {
  try {
    for await (const line of linesIn(file, input, skipped, read)) {
      if (isStopped()) throw new InterruptError();
      yield line;
    }
  } catch (error) {
    throw error instanceof InterruptError || isStopped() ? new InterruptError() : unreadable(file, error);
  }
  if (isStopped()) throw new InterruptError();
}

async function* linesIn(file: string, input: NodeJS.ReadableStream, skipped: () => void, read: (bytes: number) => void): AsyncGenerator<Line> {
  if (file !== '-' && (await isParquet(file))) {
    for await (const line of parquetLines(file, read)) {
      if (isLine(line)) yield line;
      else skipped();
    }
    return;
  }
  const stream: NodeJS.ReadableStream = file === '-' ? input : createReadStream(file);
  let failed: Error | null = null;
  stream.once('error', (error: Error) => {
    failed = error;
  });
  const count = (chunk: Uint8Array): void => read(chunk.length);
  stream.on('data', count);
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY, signal: stopSignal() })) {
    if (text.trim() === '') continue;
    const line = lineOf(text);
    if (line) yield line;
    else skipped();
  }
  if (failed) throw failed;
}

async function isParquet(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PARQUET.length), 0, PARQUET.length, 0);
    return bytesRead === PARQUET.length && buffer.toString('latin1') === PARQUET;
  } finally {
    await handle.close();
  }
}

async function* parquetLines(file: string, read: (bytes: number) => void): AsyncGenerator<unknown> {
  const { readParquet } = await import('../../engine/sets/table-files.ts');
  const handle: FileHandle = await open(file);
  try {
    const { size } = await handle.stat();
    const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Error('the file ends before its contents');
        at += bytesRead;
        read(bytesRead);
      }
      return bytes.buffer;
    };
    yield* readParquet({ byteLength: size, slice });
  } finally {
    await handle.close();
  }
}
