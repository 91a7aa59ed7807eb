/** What the programs beside it need of the engine, as one bundle. */
export * from '../bench/engine.ts';
export { compareRow } from '../src/engine/compare.ts';
export { PRODUCTS } from '../src/engine/products/index.ts';
export { chatOf } from '../src/engine/products/shared/chat.ts';
export { headerFacts } from '../src/engine/recall/header-facts.ts';
export { recordedCuts } from '../src/engine/recall/recall.ts';
export { factIndexOf, recallFacts } from '../src/engine/signals/facts/index.ts';
export { contextBefore } from '../src/engine/signals/recorded-context.ts';
export { clusters } from '../src/engine/signals/similarity/clusters.ts';
export { neighbours } from '../src/engine/signals/similarity/clusters.ts';
export { queryOf, scores } from '../src/engine/signals/similarity/query.ts';
export { termIndex } from '../src/engine/signals/similarity/term-index.ts';
export { topicDepths } from '../src/engine/signals/similarity/query.ts';
export { calibrate } from '../src/engine/tokens/count.ts';
export { resolveModel } from '../src/engine/tokens/tokenizers.ts';
export { countParts } from '../src/engine/tokens/count.ts';
export { unifiedDiff } from '../src/worker/text/unified.ts';
export { wordDiff } from '../src/worker/text/text-words.ts';
