/** Every single strategy. A new one = its file, one line here, and its words (docs/adding-a-strategy.md). */
import type { Strategy } from './contract.ts';
import { autoCompression } from './limits/auto-compression.ts';
import { contextCompactor } from './summaries/context-compactor.ts';
import { diffTruncation } from './cutting/diff-truncation.ts';
import { factLedger } from './ledger/fact-ledger.ts';
import { handoverNote } from './ledger/handover-note.ts';
import { factList } from './controls/fact-list.ts';
import { hardLimit } from './limits/hard-limit.ts';
import { headTail } from './controls/head-tail.ts';
import { hierarchical } from './cutting/hierarchical.ts';
import { messageTruncation } from './cutting/message-truncation.ts';
import { middleRemoval } from './removal/middle-removal.ts';
import { importanceScoring } from './scores/importance-scoring.ts';
import { keyEvents } from './scores/key-events.ts';
import { keyInformation } from './scores/key-information.ts';
import { oldestFirst } from './controls/oldest-first.ts';
import { oldestRemoval } from './removal/oldest-removal.ts';
import { qaPairs } from './scores/qa-pairs.ts';
import { randomRemoval } from './controls/random-removal.ts';
import { slidingWindow } from './summaries/sliding-window.ts';
import { structuredExtraction } from './scores/structured-extraction.ts';
import { recorded } from './recorded/recorded.ts';
import { summary } from './summaries/summary.ts';
import { incrementalSummary } from './summaries/incremental-summary.ts';
import { retrieval } from './similarity/retrieval.ts';
import { semanticClustering } from './similarity/semantic-clustering.ts';
import { toolChain } from './scores/tool-chain.ts';
import { topicSegmentation } from './similarity/topic-segmentation.ts';
import { newestHalf } from './controls/newest-half.ts';
import { offload } from './selective/offload.ts';
import { selective } from './selective/selective.ts';
import { selectiveSummary } from './selective/selective-summary.ts';
import { timeDecay } from './cutting/time-decay.ts';
import { toolOutputTruncation } from './cutting/tool-output-truncation.ts';

export const strategies: readonly Strategy[] = [
  recorded,
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
  handoverNote,
  randomRemoval,
  headTail,
  oldestFirst,
  factList,
  newestHalf,
];
