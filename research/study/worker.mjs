/** A thread of `npm run study`: measures the parts it is told, one after another. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const study = await import(workerData.bundle);
/** The last file: its parts come one after another. */
let last = { full: '', listed: [], format: '' };

parentPort.on('message', async ({ id, full, file, conversation, shares, ids }) => {
  if (last.full !== full) {
    const parsed = study.parseTranscript(new Uint8Array(readFileSync(full)), { name: path.basename(full) });
    if (!parsed.ok) throw new Error(`${file}: not read (${parsed.error.code})`);
    last = { full, listed: study.conversationsOf(parsed.value), format: parsed.value.format };
  }
  const { listed, format } = last;
  const name = listed.length === 1 ? file : `${file} #${conversation + 1}`;
  const found = await study.measureConversation(listed[conversation].transcript, file, name, format, { shares, ids });
  parentPort.postMessage({ id, found });
});
parentPort.postMessage({ ready: true });
