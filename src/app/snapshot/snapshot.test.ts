import path from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { FATES } from '../../engine/strategies/contract.ts';
import { importBytes } from '../../engine/formats/index.ts';
import { deep } from '../../engine/testing/scale.ts';
import { sharedFiles } from '../../engine/testing/shared.ts';
import { decodeSnapshot, encodeSnapshot, MAX_CELLS, readSnapshotFile, type Snapshot, snapshotFile } from '../../scenario/snapshot.ts';
import { bytesOf, roundsOf } from '../../worker/testing/session.ts';
import { measureColumns } from '../compare/measures.ts';
import { numberFormats } from '../../i18n/format.ts';
import { formatValue } from '../compare/measures.ts';
import { tableRows } from '../compare/rows.ts';
import { snapshotOf } from './make.ts';
import { shownOf } from './show.ts';
import { runOf } from './testing/run.ts';

const DAY = '2026-01-02';
test('sizes', async () => {
  for (const file of sharedFiles()) {
    const bytes = file.bytes();
    const run = await runOf(new Uint8Array(bytes).buffer as ArrayBuffer, path.basename(file.file)).catch((e) => String(e));
    if (typeof run === 'string') {
      console.log(file.file, run.slice(0, 80));
      continue;
    }
    const snapshot = snapshotOf(run, DAY)!;
    const link = await encodeSnapshot(snapshot);
    const d = await decodeSnapshot(link);
    console.log(
      file.file,
      snapshot.original.messages,
      'messages',
      snapshot.rows.length,
      'rows',
      link.length,
      'link',
      snapshotFile(snapshot).length,
      'file',
      d.ok ? 'ok' : JSON.stringify(d.error),
    );
  }
});
