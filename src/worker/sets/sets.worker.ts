/** Entry of a worker of a set: the same code for every one of the pool. */
import * as Comlink from 'comlink';
import { loadEncoding } from '../../engine/tokens/tokenizers.ts';
import { SetWorker } from './worker.ts';

Comlink.expose(new SetWorker());

// Nearly every model uses this table. If that fails, the first file retries and reports why.
loadEncoding('o200k_base').catch(() => undefined);
