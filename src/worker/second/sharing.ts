/** What the second worker does with the engine: a part of its own, as `work.ts` is for the first. */
import { inUse } from '../../engine/api.ts';
import { compareAll } from '../../engine/compare.ts';
import { createBuiltIn } from '../../engine/summarizers/built-in.ts';
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import { type CountedParts, countBackwards, takeParts } from '../../engine/tokens/parts.ts';
import { loadTokenizer } from '../../engine/tokens/tokenizers.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { breathe, countsOf, preparedOf, type Waiting } from '../counted.ts';
import { gated } from '../gated.ts';
import { optionsOf, signalsOf } from '../levels.ts';
import { every } from '../pause.ts';
import type { CompareRequest } from '../protocol.ts';
import { resultsOf } from '../results.ts';
import type { SentRow } from './protocol.ts';
import { Stopped } from '../stopped.ts';
import { timed } from '../timed.ts';

/** Milliseconds of work between two pauses. */
const COUNTING_STRETCH = 20;
const COMPARING_STRETCH = 8;

/** Counts from the last message on. */
export async function shareCount(transcript: Transcript, tokenizer: TokenizerId, tell: (counted: CountedParts) => void, run: Waiting): Promise<void> {
  const { base } = await loadTokenizer(tokenizer);
  const due = every(COUNTING_STRETCH);
  for (const counted of countBackwards(transcript, base)) {
    if (counted) tell(counted);
    if (due()) await breathe(run);
  }
}

interface RowsToShare {
  /** Base tokens of all parts. */
  readonly text: Float64Array<ArrayBuffer>;
  /** Rows that need not run; grows. */
  readonly had: ReadonlySet<string>;
  readonly tell: (row: SentRow) => void;
}

/**
 * Runs the rows of a comparison that need neither a summary nor a slow signal, the last one first, until all have been sent or are in `had`.
 * Slow signals would be read twice, and hold memory twice.
 */
export async function shareRows(transcript: Transcript, request: CompareRequest, { text, had, tell }: RowsToShare, run: Waiting): Promise<void> {
  const { settings } = request;
  const use = inUse(transcript, settings);
  const { base } = await loadTokenizer(use.tokenizer);
  takeParts(transcript, base, { from: 0, text });
  const counts = await countsOf(transcript, use.tokenizer, settings.overhead, run);
  const prepared = preparedOf(transcript, counts, signalsOf(settings, request.marks));
  const resultOf = resultsOf(request, prepared, use, () => null);
  const writer = gated(timed(createBuiltIn({ outcome: settings.summarizerOutcome })));
  // Summaries are not written here: their rows wait for ever.
  writer.gate = () => new Promise(() => undefined);
  const due = every(COMPARING_STRETCH);
  const left = new Set(request.rows.map(({ key }) => key));
  /** False when there is nothing left to do. */
  const goesOn = async (): Promise<boolean> => {
    if (due()) await breathe(run);
    for (const key of left) if (had.has(key)) left.delete(key);
    return left.size > 0;
  };
  const rows = request.rows.toReversed().map(({ key, strategy, params }) => ({ key, strategy, params }));
  await compareAll(prepared, rows, optionsOf(settings, use, transcript, writer), {
    progress: goesOn,
    slice: goesOn,
    // What is left is the first worker's.
    soFar: (_, atOnce) => {
      if (atOnce) throw new Stopped();
    },
    ran: (key, row) => {
      left.delete(key);
      tell({ key, result: row && resultOf(row) });
    },
    canWait: (key) => had.has(key),
  });
}
