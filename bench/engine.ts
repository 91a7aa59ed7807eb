/** Everything that the benchmarks need of the engine, in one bundle: a module loaded twice has two caches. */
export { compareAll } from '../src/engine/compare.ts';
export { decayNow } from '../src/engine/decay/decay-rounds.ts';
export { parseTranscript, serializeTranscript } from '../src/engine/formats/index.ts';
export { ruleSetOf } from '../src/engine/formats/contract.ts';
export { lossMaps } from '../src/engine/measures/run/losses.ts';
export { lossValues } from '../src/engine/measures/run/losses.ts';
export { strategies } from '../src/engine/pipelines/index.ts';
export { recallSteps } from '../src/engine/recall/recall.ts';
export { replayNow } from '../src/engine/replay/replay.ts';
export { DEFAULT_SIGNALS, prepare } from '../src/engine/signals/signal-prepare.ts';
export { createBuiltIn } from '../src/engine/summarizers/built-in.ts';
export { countTranscript } from '../src/engine/tokens/count.ts';
export { textsOf } from '../src/engine/tokens/count.ts';
export { loadTokenizer } from '../src/engine/tokens/tokenizers.ts';
export { defaultScenario } from '../src/scenario/defaults.ts';
export { comparedRows } from '../src/scenario/scenario-rows.ts';
