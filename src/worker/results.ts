/** Results of the engine as the page's table shows them. */
import type { InUse } from '../engine/api.ts';
import { spentOn } from '../engine/compaction/spent.ts';
import type { ComparedRow } from '../engine/compare.ts';
import { byId } from '../engine/pipelines/index.ts';
import { ownTrigger } from '../engine/pipelines/systems.ts';
import type { Prepared } from '../engine/signals/contract.ts';
import { textsToEmbed } from '../engine/signals/embeddings.ts';
import { perPrepared } from '../engine/signals/remember.ts';
import type { ParamValues } from '../engine/strategies/params.ts';
import { BUILT_IN, type ModelUsage } from '../engine/summarizers/contract.ts';
import type { Situation } from '../engine/triggers/contract.ts';
import { checkRule, situationOf } from '../engine/triggers/watch.ts';
import type { Row, Settings } from '../scenario/schema.ts';
import type { RowCalls, RowEmbedding } from './model-protocol.ts';
import type { CompareRequest, RowResult } from './protocol.ts';
import { rowResult } from './rows.ts';

/** US dollars; null where the price is not known. */
type PriceOf = (summarizer: string, usage: ModelUsage) => number | null;

/** The strategy's question to a person before it is carried out. */
function questionOf({ strategy, result }: ComparedRow, tokens: number, window: number): RowResult['question'] {
  // The parameters of a result were resolved by the strategy's own schema.
  return (result && byId.get(strategy)?.question?.(result.params as ParamValues, tokens, window)) ?? null;
}

/** Whether the row's own trigger would fire now, or without one the common one (`share` of the window). */
function firesNow({ strategy, result }: ComparedRow, now: Situation, share: number, model: string | null): RowResult['fires'] {
  if (!result) return null;
  const found = byId.get(strategy);
  const own = found && ownTrigger(found, result.params as ParamValues, now.window, model ?? undefined);
  const checked = checkRule(own?.rule ?? { triggers: [{ kind: 'ratio', share }], combine: 'any' }, now);
  return checked && { ...checked, own: own !== undefined };
}

/** Id of who writes a row's summaries. */
export const summarizerOf = ({ summarizer }: Row, settings: Settings): string => summarizer ?? settings.summarizer;

/** Tokens of the texts of a context, by prepared context. */
const textTokens = perPrepared((prepared): number => {
  let tokens = 0;
  for (const text of textsToEmbed(prepared).keys()) tokens += prepared.counts.text(text);
  return tokens;
});

function embeddingOf({ embedded }: ComparedRow, prepared: Prepared, priceOf: PriceOf): RowEmbedding | null {
  if (!embedded) return null;
  const tokens = textTokens(prepared);
  return { ...embedded, tokens, price: priceOf(embedded.id, { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0 }) };
}

function callsOf({ result }: ComparedRow, priceOf: PriceOf): RowCalls | null {
  const spent = result && spentOn(result);
  if (!spent) return null;
  const { calls: count, usage, ms, summarizer } = spent;
  return { count, usage, ms, price: usage && priceOf(summarizer, usage) };
}

/** What makes a row of the table of each result of a comparison. */
export function resultsOf({ rows, settings }: CompareRequest, prepared: Prepared, use: InUse, priceOf: PriceOf): (row: ComparedRow) => RowResult {
  const now = situationOf(prepared, use.window);
  const writers = new Map(rows.map((row) => [row.key, summarizerOf(row, settings)]));
  const made = new Map<string, RowResult>();
  return (row) => {
    // Finished rows are shown again with each one that comes.
    const before = made.get(row.key);
    if (before) return before.sameAs === row.sameAs ? before : { ...before, sameAs: row.sameAs };
    const result = rowResult(prepared, row, {
      summarizer: writers.get(row.key) ?? BUILT_IN,
      calls: callsOf(row, priceOf),
      embedding: embeddingOf(row, prepared, priceOf),
      question: questionOf(row, prepared.counts.total, use.window),
      fires: firesNow(row, now, settings.trigger, use.model),
    });
    made.set(row.key, result);
    return result;
  };
}
