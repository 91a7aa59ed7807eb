/** The second worker's share of a replay: a part of its own, as the replay of the first is. */
import { inUse } from '../../engine/api.ts';
import type { ReplayRow } from '../../engine/replay/contract.ts';
import { replaySteps } from '../../engine/replay/replay.ts';
import { createBuiltIn } from '../../engine/summarizers/built-in.ts';
import { takeParts } from '../../engine/tokens/parts.ts';
import { loadTokenizer } from '../../engine/tokens/tokenizers.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import type { Waiting } from '../counted.ts';
import { optionsOf, preparedFor, STRETCH } from '../replay.ts';
import type { ReplayRequest } from '../replay-protocol.ts';
import { inSlices } from '../slices.ts';
import { timed } from '../timed.ts';
import type { SentAttempt } from './protocol.ts';

interface ReplayToShare {
  readonly window: number;
  /** Base tokens of all parts. */
  readonly text: Float64Array<ArrayBuffer>;
  /** Rows that need not run; grows. */
  readonly had: ReadonlySet<string>;
  readonly tell: (attempt: SentAttempt) => void;
}

/** Replays rows, the last one first, and sends every attempt to compact: with them a walk over the recording takes no time. */
export async function shareReplay(
  transcript: Transcript,
  request: ReplayRequest,
  { window, text, had, tell }: ReplayToShare,
  run: Waiting,
): Promise<void> {
  const { settings } = request;
  const use = inUse(transcript, settings);
  const { base } = await loadTokenizer(use.tokenizer);
  takeParts(transcript, base, { from: 0, text });
  const prepared = await preparedFor(transcript, request, use, run);
  const summarizer = timed(createBuiltIn({ outcome: settings.summarizerOutcome }));
  // Costs are the first worker's: no attempt depends on them.
  const options = { ...optionsOf(request, use, { summarizer, prices: null, caching: 'none' }), window };
  function* rows(): Generator<ReplayRow> {
    for (const { key, strategy, params } of request.rows.toReversed()) if (!had.has(key)) yield { key, strategy, params };
  }
  const steps = replaySteps(prepared, rows(), options, { carriedOut: (row, k, attempt) => tell({ row, k, attempt }) });
  await inSlices(steps, run, STRETCH, () => ({ phase: 'comparing', done: 0, of: 1 }));
}
