/** The public names of the library; docs/library.md documents them. */
export {
  compact,
  type CompactRequest,
  compare,
  type CompareOptions,
  type Comparison,
  countTokens,
  decay,
  inUse,
  open,
  recall,
  type RunOptions,
} from './api.ts';
export { type Level, levelOf, restoredLevels, withHistory } from './compaction/history.ts';
export { restore } from './compaction/history.ts';
export type { CompactionRecord, CompactionResult } from './compaction/types.ts';
export { conversationsOf, parseTranscript, serializeTranscript } from './formats/index.ts';
export { storeReader } from './formats/index.ts';
export type { ImportError, Parsed } from './formats/contract.ts';
export { efficiency } from './measures/shared/define.ts';
export { lossDifference, lossList, lossValues } from './measures/run/losses.ts';
export type { LossDifference, LossList, LossValues } from './measures/types.ts';
export { strategies } from './pipelines/index.ts';
export type { Embedder } from './signals/embeddings.ts';
export type { Strategy } from './strategies/contract.ts';
export { compactAs } from './products/row.ts';
export { PRODUCTS as products } from './products/index.ts';
export type { Product } from './products/shared/product.ts';
export type { Message, Part, Result, Transcript, Warning } from './transcript/types.ts';
