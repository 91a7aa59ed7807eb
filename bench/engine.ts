/** What the benchmarks need of the engine and the worker, as one bundle: a module that is loaded twice has two caches. */
export { compareAll, compareRow } from '../src/engine/compare.ts';
export { parseTranscript, serializeTranscript } from '../src/engine/formats/index.ts';
export { ruleSetOf } from '../src/engine/measures/validity.ts';
export { strategies } from '../src/engine/pipelines/index.ts';
export { DEFAULT_SIGNALS, prepare } from '../src/engine/signals/prepare.ts';
export { createBuiltIn } from '../src/engine/summarizers/built-in.ts';
export { digestOf } from '../src/engine/summarizers/digest.ts';
export { countTranscript } from '../src/engine/tokens/count.ts';
export { textsOf } from '../src/engine/tokens/parts.ts';
export { loadTokenizer } from '../src/engine/tokens/tokenizers.ts';
export { defaultScenario } from '../src/scenario/defaults.ts';
export { allRows } from '../src/scenario/rows.ts';
export { Session } from '../src/worker/session.ts';
export { unifiedDiff } from '../src/worker/text/unified.ts';
export { wordDiff } from '../src/worker/text/words.ts';
