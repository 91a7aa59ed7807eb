/** The answer of a set in words, the same in the page and in a report: sentences as pieces, so that a page can set rows apart. */
import { type Answer, rowToUse, type Wishes } from '../engine/answer/contract.ts';
import { YOURS } from '../engine/answer/sets.ts';
import type { RowOfSet, SetOverview } from '../engine/sets/contract.ts';
import { type Names, sayAnswer, sayDoubts } from './answer-words.ts';
import { t } from './index.ts';
import { type Piece, piecesOf } from './pieces.ts';
import './set-words.ts';

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
