/** A target in tokens, for the page: the engine's own rule. */
export { resolveTarget } from '../engine/compaction/target.ts';
