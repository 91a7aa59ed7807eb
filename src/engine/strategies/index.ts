/** Every single strategy. A new one = its file, one line here, and its words (docs/adding-a-strategy.md). */
import type { Strategy } from './contract.ts';
import { autoCompression } from './auto-compression.ts';
import { contextCompactor } from './context-compactor.ts';
import { diffTruncation } from './diff-truncation.ts';
import { factLedger } from './fact-ledger.ts';
import { factList } from './fact-list.ts';
import { hardLimit } from './hard-limit.ts';
import { headTail } from './head-tail.ts';
import { hierarchical } from './hierarchical.ts';
import { messageTruncation } from './message-truncation.ts';
import { middleRemoval } from './middle-removal.ts';
import { importanceScoring } from './importance-scoring.ts';
import { keyEvents } from './key-events.ts';
import { keyInformation } from './key-information.ts';
import { oldestFirst } from './oldest-first.ts';
import { oldestRemoval } from './oldest-removal.ts';
import { qaPairs } from './qa-pairs.ts';
import { randomRemoval } from './random-removal.ts';
import { slidingWindow } from './sliding-window.ts';
import { structuredExtraction } from './structured-extraction.ts';
import { summary } from './summary.ts';
import { incrementalSummary } from './incremental-summary.ts';
import { retrieval } from './retrieval.ts';
import { semanticClustering } from './semantic-clustering.ts';
import { toolChain } from './tool-chain.ts';
import { topicSegmentation } from './topic-segmentation.ts';
import { offload } from './offload.ts';
import { selective } from './selective.ts';
import { selectiveSummary } from './selective-summary.ts';
import { timeDecay } from './time-decay.ts';
import { toolOutputTruncation } from './tool-output-truncation.ts';

export const strategies: readonly Strategy[] = [
  middleRemoval,
  oldestRemoval,
  contextCompactor,
  autoCompression,
  hardLimit,
  summary,
  keyInformation,
  diffTruncation,
  messageTruncation,
  toolOutputTruncation,
  hierarchical,
  timeDecay,
  slidingWindow,
  importanceScoring,
  incrementalSummary,
  semanticClustering,
  keyEvents,
  topicSegmentation,
  qaPairs,
  toolChain,
  retrieval,
  structuredExtraction,
  selective,
  selectiveSummary,
  offload,
  factLedger,
  randomRemoval,
  headTail,
  oldestFirst,
  factList,
];
