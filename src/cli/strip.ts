/** A strategy's strip: one character per interval of tokens. */
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../engine/strategies/contract.ts';
import { paint, type Style } from './paint.ts';

const BLOCKS = ' ▂▄▆█';
const DROPPED = '·';
/** Characters where the output has no width of its own. */
export const USUAL_STRIP = 32;

const STYLE_OF: Readonly<Record<string, Style>> = { '▒': 'edited', s: 'summarized', o: 'offloaded', [DROPPED]: 'quiet' };

/**
 * One character per interval of tokens. Ink = share of its tokens kept verbatim; below half, a letter shows what replaces the rest. Never
 * rounds to nothing: any kept share shows ink. `fates`: codes per message; `prefix`: running tokens, length n + 1.
 */
export function strip(fates: Uint8Array, prefix: Float64Array, width: number = USUAL_STRIP): string {
  const n = fates.length;
  const total = prefix[n] ?? 0;
  let text = '';
  let i = 0;
  for (let x = 0; x < width; x++) {
    const from = (x / width) * total;
    const to = ((x + 1) / width) * total;
    while (i < n - 1 && prefix[i + 1]! <= from) i++;
    const share = new Float64Array(5);
    for (let j = i; j < n && prefix[j]! < to; j++) {
      const part = Math.min(to, prefix[j + 1]!) - Math.max(from, prefix[j]!);
      if (part > 0) share[fates[j]!]! += part / (to - from);
    }
    const kept = share[KEEP]!;
    if (kept >= 0.5) text += BLOCKS[Math.min(4, Math.max(1, Math.round(kept * 4)))];
    else if (share[EDIT]! > 0.25) text += '▒';
    else if (share[SUMMARIZE]! > 0.5) text += 's';
    else if (share[OFFLOAD]! > 0.5) text += 'o';
    else if (kept > 0) text += BLOCKS[Math.max(1, Math.round(kept * 4))];
    else if (share[SUMMARIZE]! > share[DROP]!) text += 's';
    else text += DROPPED;
  }
  return text;
}

/** The strip in the colours of its fates; what is kept is in the colour of the text. */
export const paintedStrip = (drawn: string): string => drawn.replace(/▒+|s+|o+|·+/g, (run) => paint(STYLE_OF[run[0]!]!, run));
