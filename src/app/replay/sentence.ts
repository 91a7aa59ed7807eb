/** What the replay says above its table, in pieces: what was recorded, which row would have cost least, and the doubts. Pure. */
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import { bad, number, type Piece, piecesOf, row } from '../../i18n/pieces.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import type { RunLine } from './lines.ts';
import { amountOf, nearestOf, type Verdict, verdictOf } from './verdict.ts';

/** Rows that are named; of more their number is said. */
const NAMED = 3;

const titles =
  (lines: readonly RunLine[]) =>
  (key: string): string =>
    lines.find((line) => line.key === key)?.title ?? key;

/** A few rows in words; null where they are too many to name. */
function named(rows: readonly string[]): string | null {
  if (rows.length > NAMED) return null;
  const [last, ...before] = [...rows].reverse();
  return before.length === 0 ? (last ?? '') : t('replay.say.and', { before: before.reverse().join(t('list.separator')), last: last! });
}

function recordedPart({ recorded, requests }: ReplayReply): string {
  if (!recorded) return t('replay.say.unrecorded');
  const count = recorded.compactions.length;
  const values = { count, shown: number(numbers().whole(count)) };
  if (recorded.cost === null) return t('replay.say.recorded.unpriced', values);
  const cost = number(numbers().money(recorded.cost));
  // A row's cost is that of all requests.
  return recorded.requests < requests
    ? t('replay.say.recorded.some', { ...values, cost, some: recorded.requests, of: requests })
    : t('replay.say.recorded', { ...values, cost });
}

const refusedWords = (count: number): string => bad(t('replay.say.refused', { count }));

function leastPart({ rows, best, cheaper }: Extract<Verdict, { kind: 'least' }>, priced: boolean, written: (amount: number) => string): string {
  const [first] = best;
  const amount = number(written(amountOf(first!)));
  const { compactions } = first!.series.monitoring;
  const values = {
    of: rows.length,
    amount,
    row: row(first!.key),
    rows: named(best.map(({ key }) => row(key))) ?? t('replay.say.rows', { count: best.length }),
    compactions: t('replay.say.compactions', { count: compactions, shown: number(numbers().whole(compactions)) }),
  };
  const kind = best.length > 1 ? 'tied' : rows.length > 1 ? 'least' : 'only';
  const said = t(priced ? `replay.say.${kind}` : `replay.say.${kind}.tokens`, values);
  const [less, ...more] = cheaper;
  if (!less) return said + t('replay.say.end');
  const but = {
    row: row(less.line.key),
    rows: named(cheaper.map(({ line }) => row(line.key))) ?? t('replay.say.rows', { count: cheaper.length }),
    refused: more.length === 0 ? refusedWords(less.refused) : bad(t('replay.say.refused.some')),
  };
  return (
    said +
    (more.length === 0
      ? t(priced ? 'replay.say.cheaper' : 'replay.say.cheaper.tokens', but)
      : t(priced ? 'replay.say.cheaper.more' : 'replay.say.cheaper.more.tokens', but)) +
    t('replay.say.end')
  );
}

/** What was recorded, and the row that would have cost least. */
export function sayReplay(reply: ReplayReply, lines: readonly RunLine[]): readonly Piece[] {
  const n = numbers();
  const priced = reply.priced.prices !== null;
  const written = priced ? n.money : n.whole;
  const verdict = verdictOf(lines, written);
  const sentences = [recordedPart(reply)];
  const of = verdict.kind === 'nothing' ? 0 : verdict.rows.length;
  if (verdict.kind === 'idle') sentences.push(t(of === 1 ? 'replay.say.idle.one' : 'replay.say.idle', { of, row: row(verdict.rows[0]!.key) }));
  if (verdict.kind === 'refused') {
    const { line, refused } = verdict.fewest;
    sentences.push(t(of === 1 ? 'replay.say.refused.one' : 'replay.say.refused.all', { of, row: row(line.key), refused: refusedWords(refused) }));
  }
  if (verdict.kind === 'least') sentences.push(leastPart(verdict, priced, written));
  return piecesOf(sentences.join(t('replay.say.space')), titles(lines));
}

/** Which row stays closest to the recording, which loses least, and how much of the session would not have fitted. `agent`: strategy of the person's own agent. */
export function sayDoubts(
  reply: ReplayReply,
  lines: readonly RunLine[],
  misses: ReadonlyMap<string, readonly ReplayMiss[]>,
  agent: string | null,
): readonly Piece[] {
  const sentences: string[] = [];
  const { closest, keeping, lost } = nearestOf(lines, reply.recorded?.size ?? null, misses);
  const name = ({ key, series }: RunLine): string => (series.strategy === agent ? t('replay.doubt.agent', { row: row(key) }) : row(key));
  const [keeps] = keeping;
  if (closest && keeps === closest && keeping.length === 1) sentences.push(t('replay.doubt.both', { row: name(closest), lost }));
  else {
    if (closest) sentences.push(t('replay.doubt.closest', { row: name(closest) }));
    if (keeps)
      sentences.push(
        keeping.length === 1
          ? t('replay.doubt.keeps', { row: name(keeps), lost })
          : t('replay.doubt.keep', {
              rows: named(keeping.map(({ key }) => row(key))) ?? t('replay.say.rows', { count: keeping.length }),
              lost,
            }),
      );
  }
  const over = reply.baseline.overLimit.length;
  if (over > 0) sentences.push(t('replay.doubt.over', { count: over, of: reply.requests, window: reply.window }));
  return piecesOf(sentences.join(t('replay.say.space')), titles(lines));
}
