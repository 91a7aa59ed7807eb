/** What scripts/study.mjs needs, as one bundle. */
export { conversationsOf, parseTranscript } from '../../src/engine/formats/index.ts';
export { PRODUCTS } from '../../src/engine/presets/index.ts';
export { engine as words } from '../../src/i18n/en/engine.ts';
export { LEAST_FACTS } from '../../src/engine/recall/recall.ts';
export { fromJson, toJson } from './data.ts';
export { measureConversation, STUDY_ROWS } from './measure.ts';
export { plotsOf } from './plots.ts';
export { pooled } from './statistics.ts';
export { blocksOf, withBlocks } from './tables.ts';
