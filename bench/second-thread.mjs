/** The second worker as a thread of Node: `workerData` is the address of the bundle with the engine. */
import { parentPort, workerData } from 'node:worker_threads';
import { endpoint } from './endpoint.mjs';

const { expose, Second } = await import(workerData);
expose(new Second(), endpoint(parentPort));
