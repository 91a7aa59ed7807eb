/** The two halves: what is chosen on one is reported on the other, so that nobody tunes to noise. */
import { hex, sha256Plain } from '../lib/sha256.ts';
import type { Halves } from './contract.ts';

/**
 * Sessions in two halves, the first one larger by at most one. They are dealt in the order of a hash of seed and session, so that neither
 * names nor dates decide, one more session moves few others, and another seed draws again.
 * @param sessions ids (hash of the content, `#`, conversation)
 */
export function halvesOf(sessions: readonly string[], seed: number): Halves {
  const order = inHashOrder(sessions, seed);
  return { first: order.filter((_, i) => i % 2 === 0), second: order.filter((_, i) => i % 2 === 1) };
}

export function inHashOrder(sessions: readonly string[], seed: number): readonly string[] {
  const hash = (session: string): string => hex(sha256Plain(new TextEncoder().encode(`${seed} ${session}`)));
  return [...new Set(sessions)]
    .map((session) => ({ session, by: hash(session) }))
    .sort((a, b) => (a.by < b.by ? -1 : 1))
    .map(({ session }) => session);
}

/** Cuts by turns: the odd ones, counted from 1, and the even ones. */
export function halvesOfCuts(cuts: number): Halves {
  const all = Array.from({ length: cuts }, (_, i) => i + 1);
  return { first: all.filter((i) => i % 2 === 1).map(String), second: all.filter((i) => i % 2 === 0).map(String) };
}
