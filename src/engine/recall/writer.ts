/** Who wrote the summaries of a measurement that runs a row again: at the cuts of a recall, in the rounds of decay. */
import type { Reason } from '../signals/contract.ts';

/** Summaries that a strategy writes itself, without a summariser (compaction/summaries.ts). */
const BY_STRATEGY = 'strategy';

interface Ran {
  readonly summaries: readonly { readonly outcome: { readonly summarizer: string } }[];
}

/** Was a summariser asked for a result? */
export const wasWritten = ({ summaries }: Ran): boolean => summaries.some(({ outcome }) => outcome.summarizer !== BY_STRATEGY);

/** Is a measurement one of the row itself: nobody was asked for summaries, or the same who writes them in the table? */
export const isBy = ({ writer }: { readonly writer: string | null }, ofRow: string): boolean => writer === null || writer === ofRow;

/** Why there is no number: what was measured has other summaries than the row. */
export const OTHER_WRITER: Reason = { key: 'measure-other-writer' };
