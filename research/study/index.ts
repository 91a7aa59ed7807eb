/** What study.mjs needs, as one bundle. */
export { conversationsOf, parseTranscript } from '../../src/engine/formats/index.ts';
export { ENGINE } from '../../src/engine/sets/sets-lines.ts';
export { fromJson, toJson } from './data.ts';
export { joined, sorted, withRows } from './join.ts';
export { mayBeMeasured, measureConversation, rowsOfStudy, TARGETS } from './measure.ts';
export { forTerminal, pageOf } from './page.ts';
export { plotsOf } from './plots.ts';
export { blocksOf, withBlocks } from './tables.ts';
