/** Entry of the worker: the session behind Comlink. Under another name the same script shares the recalls of the first one, which starts it. */
import * as Comlink from 'comlink';
import { loadEncoding } from '../engine/tokens/tokenizers.ts';
import { RECALL_WORKER, RecallServer, RecallWorkers, workersOn } from './recall-workers.ts';
import { sparing } from './sparing.ts';
import { createSession } from './worker-session.ts';

const spawn = (): Worker => new Worker(self.location.href, { type: 'module', name: RECALL_WORKER });

if (self.name === RECALL_WORKER) {
  const server = new RecallServer();
  Comlink.expose(server);
  server.warm().catch(() => undefined);
} else Comlink.expose(sparing(createSession(undefined, undefined, new RecallWorkers(spawn, workersOn(navigator.hardwareConcurrency)))));

// Nearly every model uses this table, so it is fetched together with the first file. If that fails, the first comparison retries and
// reports why.
loadEncoding('o200k_base').catch(() => undefined);
