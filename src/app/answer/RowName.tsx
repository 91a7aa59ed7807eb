/** Rows in a sentence: a click opens them. */
import { Fragment } from 'react';
import type { Piece } from '../../i18n/pieces.ts';
import { actions, useText } from '../store/index.ts';
import styles from './answer.module.css';

/** A row of a comparison or of a set. */
export interface Named {
  readonly key: string;
  readonly title: string;
  readonly pin: string | null;
}

/** A row's name with its letter; a click puts it in C. `short`: a row that has a letter is its letter. */
export function RowName({ row, short = false, plain = false }: { readonly row: Named; readonly short?: boolean; readonly plain?: boolean }) {
  const { t } = useText();
  const letter = row.pin && <span className={styles.letter}>{row.pin}</span>;
  const name = !(short && row.pin) && <span>{row.title}</span>;
  return plain ? (
    <>
      {letter}
      {name}
    </>
  ) : (
    <button type="button" className={styles.row} title={t('answer.open', { title: row.title })} onClick={() => actions.compareWith(row.key)}>
      {letter}
      {name}
    </button>
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
  readonly rows: ReadonlyMap<string, Named>;
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
