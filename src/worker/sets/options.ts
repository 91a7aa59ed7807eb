/** What the engine's sets are asked for: the settings of the page, as its comparison reads them. */
import type { LineOptions, SetOptions, SetRow } from '../../engine/sets/contract.ts';
import type { Settings } from '../../scenario/schema.ts';
import type { SetRequest } from './protocol.ts';

/** Marks are of one transcript, and models cost money: a set has neither. */
export function lineOptions(settings: Settings, prices: string | null): LineOptions {
  const { budget, target, weight, overhead, keepRecent, preserveStart, preserveEnd, seed, summarizerOutcome, model, window, tokenizer } = settings;
  const { longTokens, shortTokens, edgeStart, edgeEnd, keywords } = settings;
  return {
    model,
    window,
    tokenizer,
    target: budget === 'shipped' ? 'own' : budget === 'same' ? 'same' : target,
    weight,
    overhead,
    signals: { longTokens, shortTokens, edgeStart, edgeEnd, keywords },
    shared: { keepRecent, preserveStart, preserveEnd },
    seed,
    summaryOutcome: summarizerOutcome,
    recall: true,
    prices,
  };
}

export const rowsOf = ({ rows }: SetRequest): readonly SetRow[] => rows.map(({ key, strategy, params }) => ({ key, strategy, params }));

export const setOptions = (request: SetRequest, prices: string | null): SetOptions => ({
  ...lineOptions(request.settings, prices),
  ...(request.byCut && { byCut: true }),
  rows: rowsOf(request),
});
