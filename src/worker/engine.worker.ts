/** Entry of the worker: the session behind Comlink. Under another name the same script is the second worker, which the first one starts. */
import * as Comlink from 'comlink';
import { loadEncoding } from '../engine/tokens/tokenizers.ts';
import { SECOND } from './second/protocol.ts';
import { Second } from './second/second.ts';
import { createSession } from './session.ts';
import { sparing } from './sparing.ts';

const spawnSecond = (): Worker | null => (typeof Worker === 'undefined' ? null : new Worker(self.location.href, { type: 'module', name: SECOND }));

if (self.name === SECOND) {
  const second = new Second();
  Comlink.expose(second);
  second.warm().catch(() => undefined);
} else Comlink.expose(sparing(createSession(undefined, undefined, { spawn: spawnSecond, cores: () => navigator.hardwareConcurrency })));

// Nearly every model uses this table, so it is fetched together with the first file. If that fails, the first comparison retries and
// reports why.
loadEncoding('o200k_base').catch(() => undefined);
