/** Entry of the second thread of `compare`: the build makes a file of its own of it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type SecondData, serve } from './compare/second.ts';

if (parentPort) await serve(parentPort, workerData as SecondData);
