/** What tests against the model server begin with. */
import { afterAll, beforeAll } from 'vitest';
import { type ModelServer, type ReceivedRequest, startModelServer } from './server.ts';

export const KEY = 'sk-secret-key-1234567890';
/** In transcripts, where nobody may send it. */
export const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

export interface TestServer extends Pick<ModelServer, 'origin' | 'received'> {
  /** Requests that a piece of work sends. */
  sent(work: () => Promise<unknown>): Promise<readonly ReceivedRequest[]>;
}

/** A server for all tests of the file; it is there once they run. */
export function modelServer(): TestServer {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());
  return {
    get origin() {
      return server.origin;
    },
    get received() {
      return server.received;
    },
    async sent(work) {
      const before = server.received.length;
      await work();
      return server.received.slice(before);
    },
  };
}
