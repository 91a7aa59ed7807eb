/** Entry of the worker: the session behind Comlink. */
import * as Comlink from 'comlink';
import { loadEncoding } from '../engine/tokens/tokenizers.ts';
import { createSession } from './session.ts';

Comlink.expose(createSession());

// Nearly every model counts with this table: it is on its way while the first file is fetched. Where that fails, the first
// comparison tries again and says why.
loadEncoding('o200k_base').catch(() => undefined);
