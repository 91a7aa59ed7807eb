/** The formats, as one part: the worker fetches it together with the first file. */
export { formats, serializeTranscript } from '../engine/formats/index.ts';
export { loadFile } from './worker-loading.ts';
