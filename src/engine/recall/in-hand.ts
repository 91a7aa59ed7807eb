/** What a policy has in hand, at a checkpoint, of something that was needed after it. */
import type { Work } from '../lib/work.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { RowRequest } from '../compare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { headOf, safeCut, splitSentences } from '../signals/sentences.ts';
import { termsOf } from '../signals/similarity/term-index.ts';
import { FATES, type FateKind, SUMMARIZE } from '../strategies/contract.ts';
import type { Message } from '../transcript/types.ts';
import { type CutContext, CutRow, measuredAt } from './at-cut.ts';
import type { Recall, RecallMiss, RecallOptions, RecallStep } from './contract.ts';
import { piecesOf } from './independent/components.ts';
import { cutsOf } from './recall-cuts.ts';
import { shareOf, targetAt } from './recall.ts';

export interface InHand {
  /** What became of the message that these words stand for. */
  readonly fate: FateKind;
  /** Message of the recording; null = a summary or another insertion. */
  readonly message: number | null;
  /** The words around the fact; where it is lost, the words most like those that said it; empty = none. At most `AROUND` characters. */
  readonly text: string;
}

/** Longest excerpt, in characters. */
const AROUND = 240;
/** So many of them stand before the fact: a line is read from its beginning. */
const BEFORE = 24;

/**
 * What rows have of a fact at one cut of a recall that ran with these options. Runs A first where A's size is the target, then the rows.
 * @param fact one that `recall` lists; `lostBy` = keys of the rows that lost it at that cut
 * @returns by row; null for one that cannot run there
 */
export function* inHandSteps(
  base: PreparedTranscript,
  rows: readonly RowRequest[],
  options: RecallOptions,
  recall: Pick<Recall, 'cuts' | 'match'>,
  fact: Pick<RecallMiss, 'cut' | 'fact' | 'seenAt'> & { readonly lostBy: readonly string[] },
): Work<RecallStep, readonly (InHand | null)[]> {
  const { at } = recall.cuts[fact.cut]!;
  const place = cutsOf(base, options).find((one) => one.at === at)!;
  const context = measuredAt(base, place, options.reasoningSeen ?? true, options.seed);
  const shared = targetAt(context, shareOf(base, options));
  const readAt = (row: RowRequest, target: number | null) =>
    new CutRow(base, row, options).run(context, target, (result) => ({
      tokens: result.tokensAfter,
      hand: inHand(context, result, fact.fact, fact.seenAt, fact.lostBy.includes(row.key)),
    }));

  const a = rows.find(({ key }) => key === recall.match);
  const mine = a && (yield* readAt(a, shared));
  const target = mine && 'tokens' in mine ? mine.tokens : shared;
  const found: (InHand | null)[] = [];
  for (const row of rows) {
    const read = row === a ? mine! : yield* readAt(row, target);
    found.push('hand' in read ? read.hand : null);
  }
  return found;
}

function inHand({ measured: { prefix }, sources }: CutContext, result: CompactionResult, fact: string, seenAt: number, isLost: boolean): InHand {
  const context = result.context();
  const origins = result.origins();
  const fateAt = (j: number): FateKind => FATES[origins[j]! < 0 ? SUMMARIZE : result.plan.fates[origins[j]!]!]!;
  const placeAt = (j: number): number | null => (origins[j]! < 0 ? null : sources[origins[j]!]!);
  if (!isLost) {
    // The newest is the one that is read.
    for (let j = context.length - 1; j >= 0; j--) {
      const text = textsIn(context[j]!).find((one) => one.includes(fact));
      if (text !== undefined) return { fate: fateAt(j), message: placeAt(j), text: excerpt(text, text.indexOf(fact), BEFORE) };
    }
  }
  const said = sources.indexOf(seenAt);
  if (said < 0) return { fate: 'drop', message: null, text: '' };
  const fate = FATES[result.plan.fates[said]!]!;
  const summary = result.summaries.find(({ request }) => request.members.includes(said));
  const left = origins.indexOf(said);
  const texts = summary ? [summary.text] : left >= 0 ? textsIn(context[left]!) : [];
  return { fate, message: left >= 0 ? seenAt : null, text: mostLike(texts, saidOf(prefix.messages[said]!, fact)) };
}

const textsIn = (message: Message): readonly string[] => piecesOf(message).map(({ text }) => text);

/** The words of a message around a fact. */
function saidOf(message: Message, fact: string): string {
  const text = textsIn(message).find((one) => one.includes(fact));
  return text === undefined ? '' : excerpt(text, text.indexOf(fact), AROUND / 2);
}

/** An excerpt that begins this many characters before `at`. */
const excerpt = (text: string, at: number, before: number): string => headOf(text.slice(safeCut(text, Math.max(0, at - before))), AROUND);

/** The sentence that shares most terms with `said`; a term of many sentences counts less. Empty where none shares any. */
function mostLike(texts: readonly string[], said: string): string {
  const wanted = termsOf(said);
  const sentences = texts.flatMap((text) =>
    splitSentences(text).map(({ start, end }) => {
      const words = text.slice(start, end);
      return { words, shared: [...termsOf(words)].filter((term) => wanted.has(term)) };
    }),
  );
  const among = new Map<number, number>();
  for (const { shared } of sentences) for (const term of shared) among.set(term, (among.get(term) ?? 0) + 1);
  const scoreOf = (shared: readonly number[]): number => shared.reduce((sum, term) => sum + 1 / among.get(term)!, 0);
  const best = sentences.reduce<{ words: string; score: number }>(
    (most, { words, shared }) => {
      const score = scoreOf(shared);
      return score > most.score ? { words, score } : most;
    },
    { words: '', score: 0 },
  );
  return headOf(best.words.trim(), AROUND);
}
