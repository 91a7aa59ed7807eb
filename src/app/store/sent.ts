/** A run that a link or a file brought: shown as it was sent, until the file itself is opened. Fetched when there is one. */
import type { LinkError } from '../../scenario/codec.ts';
import type { Result } from '../../engine/transcript/types.ts';
import type { Snapshot } from '../../scenario/snapshot.ts';
import { decodeSnapshot, readSnapshotFile } from '../../scenario/snapshot-codec.ts';
import { shownOf } from './show.ts';
import { unload } from './loading.ts';
import { patch } from './store.ts';

export const readSent = (text: string, from: 'link' | 'file'): Promise<Result<Snapshot, LinkError>> =>
  from === 'link' ? decodeSnapshot(text) : readSnapshotFile(text);

/** @param length characters of the link; null = it came as a file */
export function showSent(snapshot: Snapshot, length: number | null): void {
  const { transcript } = snapshot.scenario;
  if (transcript.kind !== 'file') return;
  const starts: number[] = [];
  let first = 0;
  for (const count of snapshot.cells.counts) {
    starts.push(first);
    first += count;
  }
  const said = shownOf(snapshot);
  unload();
  patch({
    sent: { snapshot, transcript, length, starts, said },
    scenario: snapshot.scenario,
    ...said,
    current: true,
    expected: { name: transcript.name, hash: transcript.hash, bytes: transcript.bytes, wrong: null },
    load: { phase: 'ready' },
  });
}
