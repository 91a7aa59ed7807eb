/** The answer in words, the same in page, terminal and reports: sentences as pieces, so that a page can set rows and numbers apart. */
import { LEAST_ITEMS } from '../engine/answer/answer.ts';
import { type Answer, type Bar, BARS, rowToUse, type Wishes } from '../engine/answer/contract.ts';
import { YOURS } from '../engine/answer/sets.ts';
import { LEAST_UNITS } from '../engine/answer/together.ts';
import type { RowOfSet, SetOverview } from '../engine/sets/contract.ts';
import './en/answer.ts';
import './en/set.ts';
import { numbers, t } from './index.ts';

// A sentence as pieces, so that a page can set rows and numbers apart; a terminal and a report print the same sentence as text.

/** A stretch of a sentence; a row's text is its title. `bad`: what must not be missed. */
export type Piece =
  | { readonly kind: 'text' | 'number' | 'bad'; readonly text: string }
  | { readonly kind: 'row'; readonly text: string; readonly key: string };

const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKED = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`);
export const row = (key: string): string => `${OPEN}r${key}${CLOSE}`;
export const number = (text: string): string => `${OPEN}n${text}${CLOSE}`;
export const bad = (text: string): string => `${OPEN}b${text}${CLOSE}`;

export function piecesOf(sentence: string, titleOf: (key: string) => string): readonly Piece[] {
  return sentence.split(MARKED).flatMap((text, i): readonly Piece[] => {
    if (text === '') return [];
    if (i % 2 === 0) return [{ kind: 'text', text }];
    const rest = text.slice(1);
    if (text.startsWith('r')) return [{ kind: 'row', text: titleOf(rest), key: rest }];
    return [{ kind: text.startsWith('b') ? 'bad' : 'number', text: rest }];
  });
}

export const plain = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

export interface Names {
  title(key: string): string;
  /** What rows were held to where it is not A's size: a share up to 1, or tokens. */
  readonly target: number;
  /** Key of A where it did nothing, so that the target holds; null where it is compared, or nobody asked for it. */
  readonly idle: string | null;
  /** Compactions of the recording: the answer is of those that can be measured. Absent = of all. */
  readonly recorded?: number | undefined;
}

const SAID = ['accepted', 'budget', 'model', 'constraints'] as const satisfies readonly Bar[];
const isSaid = (bar: Bar | undefined): bar is (typeof SAID)[number] => SAID.some((one) => one === bar);

const MOST_NAMED = 3;

/** Why some rows are not the answer. */
export const barText = (bar: Bar | 'failed', count: number): string => t('answer.bar', { count, what: t(`bar.${bar}`) });

const barsText = ({ bars }: Answer): string =>
  BARS.filter((one) => one !== 'control' && bars[one] !== undefined)
    .map((one) => barText(one, bars[one]!))
    .join(t('list.separator'));

const winner = ({ ours }: Answer, key: string): string => (ours.includes(key) ? t('answer.ours', { row: row(key) }) : row(key));

export function sayAnswer(found: Answer, wishes: Pick<Wishes, 'matters'>, names: Names): readonly Piece[] {
  // Each session's own agent is no name: it has a capital at the beginning alone.
  return piecesOf(sentence(found, wishes, names), names.title).map((piece, i) =>
    i === 0 && piece.kind === 'row' && piece.key === YOURS
      ? { ...piece, text: t('set.yours').replace(/^./, (letter) => letter.toUpperCase()) }
      : piece,
  );
}

function sentence(found: Answer, { matters }: Pick<Wishes, 'matters'>, { target, recorded: recordings }: Names): string {
  const n = numbers();
  const { verdict, row: best, base } = found;
  const bar = base ? found.barred[base.key] : undefined;
  const but = isSaid(bar) ? t(`answer.but.${bar}`) : '';
  const values = {
    row: best ? winner(found, best.key) : '',
    share: best ? number(n.wholePercent(best.share)) : '',
    cost: best && best.cost !== null ? number(n.money(best.cost)) : '—',
    what: t(matters === 'userWords' ? 'answer.what.userWords' : 'answer.what.kept'),
    base: base ? row(base.key) : '',
    baseShare: base ? number(n.wholePercent(base.share)) : '',
    but,
    target: target <= 1 ? n.percent(target) : t('tokens.count', { count: target }),
    count: found.equals.length + 1,
  };
  if (verdict === 'sizes') return t('answer.say.sizes');
  const recorded = recordedSentence(found, recordings);
  if (recorded !== null) return recorded;
  if (verdict === 'short') return t(found.items === 0 ? 'answer.say.short.none' : 'answer.say.short', { items: found.items, units: found.units });
  if (verdict === 'nothing' && base) {
    if (but) return t('answer.say.stay.failed', values);
    if (matters === 'cost') return t('answer.say.stay.cost', values);
    return t(base.works ? 'answer.say.stay' : 'answer.say.stay.unsure', values);
  }
  if (verdict === 'nothing') {
    const said = best ? t('answer.say.nothing', values) : t('answer.say.none', { bars: barsText(found) });
    return [said, ...smallestSentence(found)].join(' ');
  }
  if (verdict === 'any') return t(base ? 'answer.say.any' : 'answer.say.any.alone', values);
  if (matters === 'cost') return t('answer.say.cost', values) + (base ? t('answer.say.cost.base', values) : '');
  return t(base ? 'answer.say.use' : 'answer.say.use.alone', values);
}

function smallestSentence({ smallest }: Answer): readonly string[] {
  if (smallest === undefined) return [];
  return [smallest === null ? t('answer.say.smallest.none') : t('answer.say.smallest', { share: number(numbers().percent(smallest)) })];
}

/** What the recorded agent's own compactions lost, and what would have lost less; null where A is no recording. */
function recordedSentence(found: Answer, recorded = 0): string | null {
  const { compactions, row: best, base, items } = found;
  if (compactions === null || (!base?.lost && items > 0)) return null;
  const n = numbers();
  const said = [t(compactions < recorded ? 'answer.say.recorded.some' : 'answer.say.recorded', { compactions, recorded })];
  if (!base?.lost || base.lost.first === null) return [...said, t(`answer.say.recorded.${items > 0 ? 'nothing' : 'unneeded'}`)].join(' ');
  const { things, first } = base.lost;
  said.push(t('answer.say.recorded.lost', { count: things, first: first + 1 }));
  if (!best || best.share <= base.share) return [...said, t('answer.say.recorded.none')].join(' ');
  const less = best.lost?.things ?? things;
  const values = {
    row: winner(found, best.key),
    less: number(n.whole(less)),
    share: number(n.wholePercent(best.share)),
    baseShare: n.wholePercent(base.share),
  };
  return [...said, t(less < things ? 'answer.say.recorded.fewer' : 'answer.say.recorded.more-kept', values)].join(' ');
}

export function sayDoubts(found: Answer, { matters }: Pick<Wishes, 'matters'>, names: Names): readonly Piece[] {
  const n = numbers();
  const { verdict, row: best, base, trade } = found;
  const share = (value: number): string => n.wholePercent(value);
  const chance = best ? share(best.chance) : '';
  const said: string[] = [];
  if (verdict === 'short') {
    said.push(t('answer.doubt.short', { items: LEAST_ITEMS, units: LEAST_UNITS }));
    const { instead } = found;
    if (instead) {
      const of = (which: 'share' | 'base'): string =>
        instead.shares
          .map((one) =>
            t('answer.standing', {
              share: share(one[which]),
              measure: t(`answer.measure.${one.measure === 'constraints' ? 'rules' : one.measure}`),
            }),
          )
          .join(t('list.separator'));
      said.push(t('answer.doubt.instead', { row: winner(found, instead.key), kept: of('share'), base: row(instead.base), baseKept: of('base') }));
    }
  }
  if (verdict === 'nothing' && best) {
    said.push(t(base ? 'answer.doubt.best.same' : 'answer.doubt.best', { share: share(best.share), chance }));
    const lead = base ? best.share - base.share : best.share - best.chance;
    if (matters !== 'cost' && lead > 0) said.push(t('answer.doubt.luck', { points: Math.round(lead * 100) }));
  }
  if (verdict === 'nothing' && !best && base) said.push(t('answer.doubt.bars', { bars: barsText(found) }));
  if (verdict === 'any' && best) {
    said.push(t('answer.doubt.any'));
    const costs = {
      row: winner(found, best.key),
      cost: best.cost === null ? '' : n.money(best.cost),
      baseCost: base?.cost == null ? '' : n.money(base.cost),
    };
    if (best.cost !== null) said.push(t(base?.cost == null ? 'answer.doubt.cheapest' : 'answer.doubt.cheapest.base', costs));
    said.push(t('answer.doubt.chance', { chance }));
  }
  if (verdict === 'use') {
    said.push(t('answer.doubt.chance', { chance }));
    if (found.sure === 'high') said.push(t('answer.doubt.sure.many', { count: found.sessions }));
    else said.push(found.sessions === 1 ? t('answer.doubt.sure.session') : t('answer.doubt.sure.few', { count: found.sessions }));
    if (found.equals.length > 0)
      said.push(
        t('answer.doubt.equals', {
          rows: found.equals
            .slice(0, MOST_NAMED)
            .map((key) => winner(found, key))
            .join(t('list.separator')),
        }),
      );
  }
  if (trade && base && best) {
    const values = {
      measure: t(`answer.measure.${trade.measure}`),
      row: row(trade.key),
      share: share(trade.share),
      base: row(base.key),
      baseShare: share(trade.base),
    };
    said.push(t(trade.key === best.key ? 'answer.doubt.trade' : 'answer.doubt.trade.passed', values));
  }
  if (names.idle !== null) said.push(t('answer.doubt.idle', { row: row(names.idle) }));
  return piecesOf(said.join(' '), names.title);
}

// The answer of a set in words, the same in the page and in a report: sentences as pieces, so that a page can set rows apart.

export interface SetSentenceInput {
  readonly overview: Pick<SetOverview, 'sessions'>;
  readonly answer: Answer;
  readonly rows: readonly Pick<RowOfSet, 'key' | 'kept' | 'over'>[];
  /** What rows may leave where it is not A's size: a share of a session's tokens up to 1, or tokens. */
  readonly target: number;
  readonly wishes: Wishes;
  /** Sessions of the set, those that were not compared too. */
  readonly all: number;
  titleOf(key: string): string;
}

export interface SetSentences {
  readonly say: readonly Piece[];
  readonly doubts: readonly Piece[];
}

export const namesOfSet = (titleOf: (key: string) => string, target: number): Names => ({
  title: (key) => (key === YOURS ? t('set.yours') : titleOf(key)),
  target,
  idle: null,
});

export function saySet({ overview, answer, rows, target, wishes, all, titleOf }: SetSentenceInput): SetSentences {
  const names = namesOfSet(titleOf, target);
  const use = rowToUse(answer);
  const row = rows.find(({ key }) => key === use);
  const more = [
    row?.kept ? t('set.say.worst', { share: row.kept.worst }) : '',
    row && row.over > 0 ? t('set.say.over', { count: row.over }) : '',
    t('set.counted', { of: overview.sessions, counted: answer.sessions, items: Math.round(answer.items), all }),
  ];
  const text: Piece = { kind: 'text', text: ` ${more.filter(Boolean).join(' ')}` };
  return { say: sayAnswer(answer, wishes, names), doubts: [...sayDoubts(answer, wishes, names), ...piecesOf(text.text, names.title)] };
}
