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

/** A row's name with its letter; a click opens it. `short`: a pinned row is its letter. */
export function RowName({ row, short = false }: { readonly row: Named; readonly short?: boolean }) {
  const { t } = useText();
  return (
    <button
      type="button"
      className={styles.row}
      title={t('answer.open', { title: row.title })}
      aria-pressed={row.pin !== null}
      onClick={() => actions.compareWith(row.key)}
    >
      {row.pin && <span className={styles.letter}>{row.pin}</span>}
      {!(short && row.pin) && <b>{row.title}</b>}
    </button>
  );
}

/** `short`: a pinned row is its letter. */
export function Pieces({
  pieces,
  rows,
  short = false,
}: {
  readonly pieces: readonly Piece[];
  readonly rows: ReadonlyMap<string, Named>;
  readonly short?: boolean;
}) {
  return pieces.map((piece, i) => {
    const row = piece.kind === 'row' ? rows.get(piece.key) : undefined;
    // A sentence has no other identity than its place.
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made again together
    return <Fragment key={i}>{row ? <RowName row={row} short={short} /> : piece.kind === 'number' ? <b>{piece.text}</b> : piece.text}</Fragment>;
  });
}
