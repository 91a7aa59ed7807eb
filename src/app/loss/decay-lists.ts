/** What the rounds of decay are told by, in their chart and their table. */
import type { ListInfo } from '../../engine/measures/contract.ts';
import { lossLists } from '../compare/measures.ts';

/** Lists of what a round can lose; what recall lists belongs to no round. */
export const DECAY_LISTS: readonly ListInfo[] = lossLists.filter(({ from }) => from === 'measured');
