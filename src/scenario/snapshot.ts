/**
 * The numbers of a run, to be shown to somebody who does not have the session: sizes, fates, measures and settings, and no text of a
 * message. A link carries it as `#n=<version>.<base64url(deflate-raw(JSON))>`, a file as JSON. docs/snapshots.md
 */
import { FATES } from '../engine/strategies/contract.ts';

export const SNAPSHOT_VERSION = 1;
export const MAX_CELLS = 1000;

export const OUTCOMES = ['compacted', 'unchanged', 'rejected', 'refused', 'failed'] as const;
const LETTERS = FATES.map((fate) => fate[0]!.toUpperCase()).join('');

export function packFates(fates: ArrayLike<number>): string {
  let text = '';
  for (let first = 0; first < fates.length; ) {
    let next = first + 1;
    while (next < fates.length && fates[next] === fates[first]) next++;
    text += `${LETTERS[fates[first]!]}${next - first}`;
    first = next;
  }
  return text;
}

/** null where the runs do not make `length` cells. */
export function unpackFates(text: string, length: number): Uint8Array | null {
  const fates = new Uint8Array(length);
  let at = 0;
  for (const [, letter, digits] of text.matchAll(/([A-Z])(\d{1,6})/g)) {
    const count = Number(digits);
    if (at + count > length) return null;
    fates.fill(LETTERS.indexOf(letter!), at, at + count);
    at += count;
  }
  return at === length ? fates : null;
}

export function brief(value: number): number {
  for (let digits = 9; digits < 17; digits++) {
    const short = Number(value.toPrecision(digits));
    if ([1, 1e3, 1e4].every((scale) => Math.round(short * scale) === Math.round(value * scale))) return short;
  }
  return value;
}
