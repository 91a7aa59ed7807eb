import type { Piece } from './marked.ts';
import styles from './cells.module.css';
import { foundIn } from './marked.ts';

/** Text with the words marked for which somebody came from a list. */
export function Marked({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, i) =>
    piece.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <mark key={i} className={styles.marked}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

/** Text with the words marked that somebody looks for; '' = nobody does. */
export function Found({ text, words }: { readonly text: string; readonly words: string }) {
  return words === '' ? text : <Marked pieces={foundIn(text, words)} />;
}
