/** Who wrote the summaries of a measurement that reruns a row: at the cuts of a recall, in the rounds of decay. */
import type { Reason } from '../signals/contract.ts';

/** Summaries that no summariser was asked for: by a strategy itself, and those in the recording (compaction/summaries.ts). */
const READY: ReadonlySet<string> = new Set(['strategy', 'recorded']);

interface RunSummaries {
  readonly summaries: readonly { readonly outcome: { readonly summarizer: string } }[];
}

/** Whether a result used a summariser. */
export const wasWritten = ({ summaries }: RunSummaries): boolean => summaries.some(({ outcome }) => !READY.has(outcome.summarizer));

/** Whether a measurement represents the row itself: no summariser was used, or the same as in the table. */
export const isBy = ({ writer }: { readonly writer: string | null }, ofRow: string): boolean => writer === null || writer === ofRow;

/** Why there is no number: the measured summaries are not the row's. */
export const OTHER_WRITER: Reason = { key: 'measure-other-writer' };
