/** The answer in words, the same in page, terminal and reports: sentences as pieces, so that a page can set rows and numbers apart. */
import type { Answer, AnswerRow, Bar, Wishes } from '../engine/answer/contract.ts';
import { BARS } from '../engine/answer/contract.ts';
import { answer as english } from './en/answer.ts';
import { addDictionary, numbers, t } from './index.ts';
import { number, type Piece, piecesOf, row } from './pieces.ts';

addDictionary('en', english);

/** Titles of the rows; `agent`: what the person has is their own agent, not only the baseline. */
export interface Names {
  title(key: string): string;
  readonly agent: boolean;
}

/** Why what a person has is no answer, where it has a share to stand beside. */
const SAID = ['accepted', 'budget', 'model', 'constraints', 'chance'] as const satisfies readonly Bar[];
const isSaid = (bar: Bar): bar is (typeof SAID)[number] => SAID.some((one) => one === bar);

/** How many rows are named that are as good. */
const MOST_NAMED = 3;

/** What to use, in one or two sentences. */
export function sayAnswer(found: Answer, { matters }: Pick<Wishes, 'matters'>, names: Names): readonly Piece[] {
  const n = numbers();
  const { verdict, row: best, base } = found;
  if (verdict === 'none' || !best) {
    const bars = BARS.filter((bar) => bar !== 'control' && found.bars[bar] !== undefined).map((bar) => barText(bar, found.bars[bar]!));
    return piecesOf(t('answer.say.none', { bars: bars.join(', ') }), names.title);
  }
  const byCost = matters === 'cost';
  const values = {
    row: row(best.key),
    share: number(n.percent(best.share)),
    chance: n.percent(best.chance),
    left: best.left === null ? '—' : n.percent(best.left),
    cost: best.cost === null ? '—' : number(n.money(best.cost)),
    what: t(matters === 'userWords' ? 'answer.what.userWords' : 'answer.what.kept'),
    base: base ? row(base.key) : '',
    baseShare: base ? n.percent(base.share) : '',
  };
  if (verdict === 'same') return piecesOf(t(byCost ? 'answer.say.same.cost' : 'answer.say.same', values), names.title);
  if (verdict === 'equal') return piecesOf(t(byCost ? 'answer.say.equal.cost' : 'answer.say.equal', values), names.title);
  const first = t(byCost ? 'answer.say.cost' : 'answer.say.use', values);
  // As good as the answer, or better, it may be and still not be one.
  const barred = base && found.barred[base.key];
  const but = barred && isSaid(barred) ? t(`answer.but.${barred}`) : '';
  const second = base ? ` ${t(names.agent ? 'answer.say.agent' : 'answer.say.base', { row: row(base.key), share: n.percent(base.share), but })}` : '';
  return piecesOf(first + second, names.title);
}

/** Why some rows are not the answer. */
export const barText = (bar: Bar, count: number): string => t(`answer.bar.${bar}`, { count });

/** Difference to what the person has, what is as good, own recall beside it, and what it costs: a sentence each. */
export function sayDoubts(found: Answer, { matters }: Pick<Wishes, 'matters'>, names: Names): readonly Piece[] {
  const n = numbers();
  const { row: best, base, difference } = found;
  if (!best) return [];
  const other: AnswerRow | null = base && base.key !== best.key ? base : null;
  const sentences: string[] = [];
  if (difference && other) {
    const [from, to] = difference.interval;
    sentences.push(
      t('answer.doubt.difference', { mean: n.shareDelta(difference.mean), base: row(other.key), from: n.shareDelta(from), to: n.shareDelta(to) }),
    );
  }
  const equals = found.equals.filter((key) => found.verdict !== 'equal' || key !== base?.key);
  if (equals.length > 0 && matters !== 'cost') {
    const rows = equals.slice(0, MOST_NAMED).map(row).join(', ');
    const more = equals.length - MOST_NAMED;
    sentences.push(t('answer.doubt.equals', { rows: more > 0 ? t('answer.doubt.more', { rows, count: more }) : rows }));
  }
  if (best.own !== null) {
    sentences.push(
      other && other.own !== null
        ? t('answer.doubt.own.base', { own: best.own, base: row(other.key), other: other.own })
        : t('answer.doubt.own', { own: best.own }),
    );
  }
  if (best.cost !== null && matters !== 'cost') {
    sentences.push(
      other && other.cost !== null
        ? t('answer.doubt.cost.base', { cost: best.cost, base: row(other.key), other: other.cost })
        : t('answer.doubt.cost', { cost: best.cost }),
    );
  }
  return piecesOf(sentences.join(' '), names.title);
}
