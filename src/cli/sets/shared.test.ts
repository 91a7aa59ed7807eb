import { expect, it } from 'vitest';
import { conversationsOf, parseTranscript } from '../../engine/formats/index.ts';
import type { Line, SetOptions } from '../../engine/sets/contract.ts';
import { sharedDir, sharedFiles } from '../../engine/testing/shared.ts';
import { deep } from '../../engine/testing/scale.ts';
import { runFile } from './job.ts';

const MOST_BYTES = 120_000;
const files = sharedFiles().filter(({ entry }) => deep || entry.bytes <= MOST_BYTES);

it.skipIf(files.length === 0)(
  'every shared file has a line for each session and row; failed lines only where nothing can be read',
  async () => {
    const options: SetOptions = { rows: ['oldest-removal', 'fact-ledger'].map((id) => ({ key: id, strategy: id, params: {} })), recall: false };
    for (const { file, bytes, entry } of files) {
      const lines: Line[] = [];
      await runFile({ file: `${sharedDir()}/${file}` }, options, {
        known: async () => ({ rows: {}, failed: [] }),
        lines: async (more) => void lines.push(...more),
      });
      const parsed = parseTranscript(bytes(), { name: file });
      const sessions = parsed.ok ? conversationsOf(parsed.value).length : 0;
      const failed = lines.filter(({ kind }) => kind === 'failed');
      expect([file, lines.length - failed.length, failed.length]).toEqual([file, sessions * options.rows.length, parsed.ok ? 0 : 1]);
      // What the manifest counts messages of is a transcript.
      if (entry.messages) expect([file, parsed.ok]).toEqual([file, true]);
      expect(lines.filter((line) => line.kind === 'result' && line.outcome === 'failed')).toEqual([]);
    }
    expect(files.length).toBeGreaterThan(30);
  },
  300_000,
);
