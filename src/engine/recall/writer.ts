/** Who wrote the summaries of a measurement that reruns a row: at the cuts of a recall, in the rounds of decay. */
import type { Reason } from '../signals/contract.ts';

/** Summaries written by a strategy itself, without a summariser (compaction/summaries.ts). */
const BY_STRATEGY = 'strategy';

interface Ran {
  readonly summaries: readonly { readonly outcome: { readonly summarizer: string } }[];
}

/** Whether a result used a summariser. */
export const wasWritten = ({ summaries }: Ran): boolean => summaries.some(({ outcome }) => outcome.summarizer !== BY_STRATEGY);

/** Whether a measurement represents the row itself: no summariser was used, or the same as in the table. */
export const isBy = ({ writer }: { readonly writer: string | null }, ofRow: string): boolean => writer === null || writer === ofRow;

/** Why there is no number: the measured summaries are not the row's. */
export const OTHER_WRITER: Reason = { key: 'measure-other-writer' };
