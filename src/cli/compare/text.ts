/** A comparison on the screen: which row to use, what was compared, the table, what its signs mean. */
import { type Answer, rowToUse } from '../../engine/answer/contract.ts';
import { byId } from '../../engine/pipelines/index.ts';
import type { Recall } from '../../engine/recall/contract.ts';
import type { ReportAnswer } from '../../report/report-answer.ts';
import type { Args } from '../args.ts';
import { namedIn } from '../cli-columns.ts';
import { wrapped } from '../grid.ts';
import { out, outPainted, paint, printable, screenColumns } from '../output.ts';
import { numbers, say, t, windowText, words } from '../cli-words.ts';
import { isStopped } from '../stop.ts';
import { COLUMNS, decayLines, tableLines } from '../cli-table.ts';
import type { CompareRun } from './cli-rows.ts';

export function printComparison(args: Args, compared: CompareRun, format: string, told: ReportAnswer | null, own: string | null): void {
  const { opened, place, rows, recall, writer } = compared;
  const { counts, n: messages } = opened.prepared;
  const answer = told?.answer ?? null;
  const letters = lettersOf(own, answer);
  const n = numbers();
  const lead = told ? [told.say, told.doubts] : [recall ? recallLine(recall) : compared.leftOut];
  for (const text of lead) if (text) say(text);
  const tokenizer = counts.calibration
    ? t('cli.head.calibrated', { tokenizer: counts.tokenizer, requests: counts.calibration.requests, error: counts.calibration.error })
    : counts.exact
      ? counts.tokenizer
      : t('cli.head.estimate', { tokenizer: counts.tokenizer });
  say(t('cli.head', { format, count: messages, tokens: `${counts.exact ? '' : '≈ '}${n.whole(counts.total)}`, tokenizer }));
  if (place !== null) say(t('cli.head.atCompaction', { number: place, of: compared.recorded }));
  const { inUse } = opened;
  say([windowText(inUse), targetText(compared, args.target), t('cli.budget.summarizer', { summarizer: writer })].join(' · '));
  out('');
  const [, best] = letters;
  const isShort = screenColumns() < Number.POSITIVE_INFINITY && args.strategies === null && !args.allRows;
  const lines = tableLines(rows, {
    prefix: counts.prefix,
    recall: recall && recall.tooFew === null ? recall.cuts.length : null,
    screen: screenColumns(),
    order: answer?.row ? answer.order : null,
    best: best ?? null,
    columns: args.columns && namedIn(COLUMNS, args.columns),
    sort: args.sort === null ? null : (namedIn(COLUMNS, [args.sort])[0] ?? null),
    ...(isShort && { short: letters }),
  });
  for (const line of lines) outPainted(line);
  out('');
  if (recall && told) say(recallLine(recall));
  const results = rows.map(({ row }) => row);
  if (args.decay) for (const line of decayLines(results, screenColumns())) out(line);
  const other = args.decay && !isStopped() ? results.filter((row) => row.outcome === 'compacted' && row.decay === null).length : 0;
  if (other > 0) say(t('cli.decay.other', { count: other, reason: words.reason({ key: 'measure-other-writer' }) }));
  legend(t('cli.legend'));
  if (isShort) legend(t('cli.legend.short', { count: rows.length }));
}

/** A, B and C as on the page: yours, the answer, and the best of the others that is not ours. */
function lettersOf(own: string | null, answer: Answer | null): readonly (string | null)[] {
  const ranked = answer ? answer.order.filter((key) => !(key in answer.barred) && key !== own) : [];
  const best = [rowToUse(answer), answer?.row?.key, ...ranked].find((key) => key != null && key !== own) ?? null;
  return [own, best, ranked.find((key) => key !== best && byId.get(key)?.source.seed !== 'own') ?? null];
}

function legend(text: string): void {
  for (const line of wrapped(text, screenColumns())) outPainted(paint('quiet', printable(line)));
}

function targetText({ target, match, opened }: CompareRun, asked: Args['target']): string {
  const { total } = opened.prepared.counts;
  const { window } = opened.inUse;
  if (match !== null) return t('cli.budget.same', { target: target!, row: words.title(match) });
  if (target === null || asked === 'own') return t('cli.budget.own');
  if (asked > 1) return t(asked > window ? 'cli.budget.overWindow' : 'cli.budget.target', { target });
  return t(total > window ? 'cli.budget.ofWindow' : 'cli.budget.target', { target });
}

function recallLine({ cuts, needed, tooFew, recorded }: Recall): string {
  if (tooFew) return t('cli.recall.none', { reason: words.reason(tooFew) });
  const parts = [t('cli.recall', { needed, cuts: cuts.length })];
  if (recorded && recorded.needed > 0)
    parts.push(t('cli.recall.recorded', { share: recorded.kept / recorded.needed, count: recorded.compactions, needed: recorded.needed }));
  return parts.join(' · ');
}
