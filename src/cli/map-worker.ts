/** Entry of a thread of `map`: the build makes a file of its own of it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SetOptions } from '../engine/sets/contract.ts';
import { serve } from './sets/job.ts';

if (parentPort) serve(parentPort, workerData as SetOptions);
