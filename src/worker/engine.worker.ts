/** Entry of the worker: the session behind Comlink. */
import * as Comlink from 'comlink';
import { loadEncoding } from '../engine/tokens/tokenizers.ts';
import { createSession } from './worker-session.ts';
import { inNews } from './news.ts';

Comlink.expose(inNews(createSession()));

// Nearly every model uses this table, so it is fetched together with the first file. If that fails, the first comparison retries and
// reports why.
loadEncoding('o200k_base').catch(() => undefined);
