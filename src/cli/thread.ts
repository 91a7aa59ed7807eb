/** Entry of a thread: of `map`, or of a recall. The build makes a file of its own of it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SetOptions } from '../engine/sets/contract.ts';
import { type RecallThreadData, serveRecall } from './compare/recall-thread.ts';
import { serve } from './sets/thread.ts';

const data = workerData as SetOptions | RecallThreadData;
if (parentPort && 'job' in data) serveRecall(parentPort, data);
else if (parentPort) serve(parentPort, data as SetOptions);
