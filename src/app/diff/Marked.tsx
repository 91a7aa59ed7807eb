import { patternOf } from '../../engine/lib/strings.ts';
import styles from './diff-cells.module.css';

interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

const MOST = 200;

/** The first of the wanted texts that some part contains; null if none does. */
export function wordsIn(parts: readonly { readonly text: string }[], texts: readonly string[]): string | null {
  for (const text of texts) {
    for (const form of new Set([text, text.trim(), firstLine(text)])) {
      if (form !== '' && parts.some((part) => part.text.includes(form))) return form;
    }
  }
  return null;
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!.trim();

export function piecesOf(text: string, words: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = text.indexOf(words); at >= 0 && pieces.length < 2 * MOST; at = text.indexOf(words, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), marked: false });
    pieces.push({ text: words, marked: true });
    from = at + words.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

/** The same for words that somebody looks for: in capitals or not. */
export function foundIn(text: string, words: string): readonly Piece[] {
  const pattern = new RegExp(patternOf(words), 'giu');
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (pieces.length >= 2 * MOST) break;
    if (index > from) pieces.push({ text: text.slice(from, index), marked: false });
    pieces.push({ text: match, marked: true });
    from = index + match.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

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
