/** The session of the worker with its second one, for benchmarks without a page. */
export { expose } from 'comlink';
export { Second } from '../src/worker/second/second.ts';
export { createSession } from '../src/worker/session.ts';
