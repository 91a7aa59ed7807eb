/** Every single strategy. A new one = its file, one line here, and its words (docs/adding-a-strategy.md). */
import type { Strategy } from './contract.ts';
import { autoCompression } from './auto-compression.ts';
import { contextCompactor } from './context-compactor.ts';
import { hardLimit } from './hard-limit.ts';
import { headTail } from './head-tail.ts';
import { middleRemoval } from './middle-removal.ts';
import { oldestRemoval } from './oldest-removal.ts';
import { randomRemoval } from './random-removal.ts';
import { slidingWindow } from './sliding-window.ts';
import { summary } from './summary.ts';
import { incrementalSummary } from './incremental-summary.ts';
import { retrieval } from './retrieval.ts';
import { semanticClustering } from './semantic-clustering.ts';
import { topicSegmentation } from './topic-segmentation.ts';

export const strategies: readonly Strategy[] = [
  middleRemoval,
  oldestRemoval,
  contextCompactor,
  autoCompression,
  hardLimit,
  summary,
  slidingWindow,
  incrementalSummary,
  semanticClustering,
  topicSegmentation,
  retrieval,
  randomRemoval,
  headTail,
];
