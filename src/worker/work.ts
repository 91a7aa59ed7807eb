/** Everything that a comparison needs, as one part: the worker fetches it together with the first file. */
export { strategies } from '../engine/pipelines/index.ts';
export { embeddingsOf } from '../engine/signals/embeddings.ts';
export { createBuiltIn } from '../engine/summarizers/built-in.ts';
export { runComparison, runRehearsal } from './comparing.ts';
export { Models } from './worker-models.ts';
