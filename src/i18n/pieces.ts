/** A sentence as pieces, so that a page can set rows and numbers apart; a terminal and a report print the same sentence as text. */

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
