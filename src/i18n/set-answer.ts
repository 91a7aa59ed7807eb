/** The answer of a set in words, the same in the page and in a report: sentences as pieces, so that a page can set rows apart. */
import './answer-words.ts';
import type { Answer, Wishes } from '../engine/answer/contract.ts';
import type { RowOfSet, SetOverview } from '../engine/sets/contract.ts';
import { lookup, numbers, t } from './index.ts';
import { type Piece, piecesOf, row } from './pieces.ts';
import './set-words.ts';

/** What the sentences are made of. */
export interface ToldSet {
  readonly overview: Pick<SetOverview, 'sessions' | 'enough' | 'facts' | 'chance'>;
  readonly answer: Answer;
  readonly rows: readonly Pick<RowOfSet, 'key' | 'kept' | 'own' | 'difference' | 'over' | 'cost'>[];
  /** Key of the row that the others are held against (A). */
  readonly base: string | null;
  /** Its product wrote most of the tokens: this share of them; null = it did not. */
  readonly wrote: number | null;
  /** The budget, as a share of a session's tokens; own = each row's own; null = it is no share, or not known. */
  readonly budget: number | 'own' | null;
  readonly wishes: Wishes;
  /** Sessions of the set, those that were not compared too. */
  readonly all: number;
  titleOf(key: string): string;
}

export interface SetSentences {
  /** What to use, or that there is no answer. */
  readonly say: readonly Piece[];
  /** What speaks for and against it, and how many sessions all of it is of. */
  readonly doubts: readonly Piece[];
}

/** Rows that are named as good as the answer. */
const MOST_NAMED = 3;

/** Of which rows the answer is the best. */
function amongOf({ wishes, budget }: ToldSet): string {
  if (!wishes.accepted) return '';
  if (budget === 'own' || !wishes.withinBudget) return t('set.say.own');
  return budget === null ? t('set.say.within') : t('set.say.budget', { share: budget });
}

/** What a set says, with how many sessions. */
export function saySet(told: ToldSet): SetSentences {
  const n = numbers();
  const { overview, answer: found, rows, wishes, titleOf } = told;
  const answer = rows.find(({ key }) => key === found.row?.key);
  const base = rows.find(({ key }) => key === told.base);
  const counted = t('set.counted', { enough: overview.enough, sessions: overview.sessions, all: told.all, facts: overview.facts });
  if (!answer?.kept || !found.row) {
    const none = t(overview.enough === 0 ? 'set.none.facts' : 'set.none');
    return { say: piecesOf(none, titleOf), doubts: piecesOf(counted, titleOf) };
  }
  const better = answer.difference;
  const same = base?.key === answer.key;
  const byWords = wishes.matters === 'userWords';
  const say = [
    `${same ? '' : `${lookup('set.say.use')} `}${row(answer.key)}: `,
    t('set.say.keeps', { share: found.row.share, count: found.units, what: t(byWords ? 'answer.what.userWords' : 'answer.what.kept') }),
  ];
  const chance = overview.chance === null ? null : found.row.chance;
  if (base?.kept && !same) {
    const first = told.wrote === null ? `${t('set.say.base')} ` : told.wrote === 1 ? `${t('set.say.agent')} ` : '';
    const wrote = told.wrote === null || told.wrote === 1 ? '' : t('set.say.wrote', { share: told.wrote });
    const keeps = t('set.say.base.keeps', { share: found.base?.share ?? base.kept.mean });
    say.push(` ${first}${row(base.key)}${wrote} ${keeps}${chance === null ? t('set.say.end') : t('set.say.chance', { share: chance })}`);
  } else if (chance !== null) say.push(` ${t('set.say.chance.alone', { share: chance })}`);
  const equals = found.equals.filter((key) => rows.some((one) => one.key === key));
  const first = equals.slice(0, MOST_NAMED).map(row).join(t('list.separator'));
  const more = equals.length - MOST_NAMED;
  const doubts = [
    same && t('set.say.nothing'),
    // Sessions are counted by what was needed later; the user's words have their difference alone.
    byWords &&
      base &&
      found.difference &&
      t('answer.doubt.difference', {
        mean: n.shareDelta(found.difference.mean),
        base: row(base.key),
        from: n.shareDelta(found.difference.interval[0]),
        to: n.shareDelta(found.difference.interval[1]),
      }),
    !byWords &&
      better &&
      t('set.say.better', {
        better: better.better,
        count: better.sessions,
        mean: n.shareDelta(better.mean),
        from: n.shareDelta(better.interval[0]),
        to: n.shareDelta(better.interval[1]),
      }),
    first !== '' && t('answer.doubt.equals', { rows: more > 0 ? t('answer.doubt.more', { rows: first, count: more }) : first }),
    answer.own !== null && t('set.say.ownRecall', { share: answer.own }),
    t('set.say.worst', { share: answer.kept.worst }),
    answer.over > 0 && t('set.say.over', { count: answer.over }),
    answer.cost === null
      ? t('set.say.cost.none')
      : base && !same && base.cost !== null
        ? t('set.say.cost.base', { cost: answer.cost, base: row(base.key), other: base.cost })
        : t('set.say.cost', { cost: answer.cost }),
    amongOf(told),
    counted,
  ];
  return {
    say: piecesOf(say.join(''), titleOf),
    doubts: piecesOf(doubts.filter((sentence) => typeof sentence === 'string' && sentence !== '').join(' '), titleOf),
  };
}
