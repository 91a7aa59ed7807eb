import { createClient } from '../../worker/client.ts';

/** The one client of the worker. It starts the worker when this module is loaded. */
export const client = createClient();
