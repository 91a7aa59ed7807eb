import { Fragment, useState } from 'react';
import { type Answer, BARS } from '../../engine/answer/contract.ts';
import { barText, type Piece } from '../../i18n/answer-words.ts';
import { Button, Tap } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { actions, app, setReplay, useText } from '../store/index.ts';
import styles from './answer.module.css';
import { MAX_REPLAYED } from '../../scenario/defaults.ts';

// How the answer of a session or a set came about: what decides, the best of the others, and what bars the rest.

const MOST = 5;

interface Props {
  readonly answer: Answer;
  /** What was measured, in words: cuts of one session, or of many. */
  readonly how: string;
  titleOf(key: string): string;
  /** What stands beside the share where the price decides; null = nothing. */
  costOf(key: string): number | null;
  /** Shows a row's details, where rows have some. */
  readonly onShow?: (key: string) => void;
}

export function Why({ answer, how, titleOf, costOf, onShow }: Props) {
  const { t, n } = useText();
  const [opened, setOpened] = useState(false);
  const { row: best } = answer;
  const free = answer.order.filter((key) => !(key in answer.barred)).slice(0, MOST);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      label={t('answer.why.title')}
      target={<Button data-act="why" aria-expanded={opened} onClick={() => setOpened(!opened)} text={t('row.why')} />}
    >
      <div role="note" className="stack gap6 pad12 mostWide380">
        <h2>{t('answer.why.title')}</h2>
        <p>{how}</p>
        <p>{t('answer.sure.help')}</p>
        {free.length > 0 && <h3>{t('answer.why.order')}</h3>}
        <ol>
          {free.map((key) => {
            const kept = answer.kept[key];
            const cost = costOf(key);
            return (
              <li className="flex spread gap16" key={key}>
                <span>{titleOf(key)}</span>
                <span className="oneLine">
                  {[
                    cost === null ? '' : n.money(cost),
                    kept && best && key !== best.key ? t('answer.why.less', { points: n.shareDelta(kept.share - best.share) }) : '',
                    kept ? n.percent(kept.share) : '—',
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
              </li>
            );
          })}
        </ol>
        {Object.keys(answer.bars).length > 0 && <h3>{t('answer.why.barred')}</h3>}
        <ul>
          {BARS.filter((bar) => answer.bars[bar] !== undefined).map((bar) => (
            <li className="flex spread gap16" key={bar}>
              {barText(bar, answer.bars[bar]!)}
            </li>
          ))}
        </ul>
        {best && onShow && (
          <Button
            kind="link"
            onClick={() => {
              setOpened(false);
              onShow(best.key);
            }}
            text={t('answer.why.open', { title: titleOf(best.key) })}
          />
        )}
      </div>
    </Popover>
  );
}

// The answer beside what one has, in the replay: of a session and of a set.

/** Opens the replay with both. Where a person chose which rows are replayed, both are among them. */
export function replayBeside(base: string | null, key: string): void {
  actions.compareWith(key);
  const { strategies } = app().scenario.replay;
  const wanted = base === null ? [key] : [base, key];
  if (strategies !== null && wanted.some((one) => !strategies.includes(one)))
    setReplay({ strategies: [...new Set([...wanted, ...strategies])].slice(0, MAX_REPLAYED) });
  actions.setView('tab', 'replay');
}

export interface RowLabel {
  readonly key: string;
  readonly title: string;
  readonly pin: string | null;
}

/** A row's name with its letter; a click puts it in C. `short`: a row that has a letter is its letter. */
export function RowName({ row, short = false, plain = false }: { readonly row: RowLabel; readonly short?: boolean; readonly plain?: boolean }) {
  const { t } = useText();
  const letter = row.pin && <span className={`letter bgAccent textOnAccent ${styles.letter}`}>{row.pin}</span>;
  const name = !(short && row.pin) && <span>{row.title}</span>;
  return plain ? (
    <>
      {letter}
      {name}
    </>
  ) : (
    <Tap
      className={`inline gap4 rounded plainText ${styles.row}`}
      title={t('answer.open', { title: row.title })}
      onClick={() => actions.compareWith(row.key)}
    >
      {letter}
      {name}
    </Tap>
  );
}

/** `short`: a row that has a letter is its letter. `plain`: nothing is a button, as in a heading. */
export function Pieces({
  pieces,
  rows,
  short = false,
  plain = false,
}: {
  readonly pieces: readonly Piece[];
  readonly rows: ReadonlyMap<string, RowLabel>;
  readonly short?: boolean;
  readonly plain?: boolean;
}) {
  return pieces.map((piece, i) => {
    const row = piece.kind === 'row' ? rows.get(piece.key) : undefined;
    const name = row && <RowName row={row} short={short} plain={plain || row.pin !== null} />;
    // A sentence has no other identity than its place.
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made again together
    return <Fragment key={i}>{name ?? (piece.kind === 'number' ? <b>{piece.text}</b> : piece.text)}</Fragment>;
  });
}
