/** A strip in one sentence, for people who do not see it. */
import { FATES, KEEP, type FateKind } from '../../../engine/strategies/contract.ts';
import { PRIORITIES } from '../../../engine/signals/contract.ts';
import { t } from '../../../i18n/index.ts';
import type { RowResult, TranscriptView } from '../../../worker/protocol.ts';

export interface FateRun {
  readonly fate: number;
  /** Message indexes, inclusive. */
  readonly first: number;
  readonly last: number;
}

/** Longest run of messages that share one fate other than keep; null when everything is kept. */
export function longestRun(fates: Uint8Array): FateRun | null {
  let best: FateRun | null = null;
  for (let first = 0; first < fates.length; ) {
    const fate = fates[first] ?? KEEP;
    let last = first;
    while (last + 1 < fates.length && fates[last + 1] === fate) last += 1;
    if (fate !== KEEP && (!best || last - first > best.last - best.first)) best = { fate, first, last };
    first = last + 1;
  }
  return best;
}

const sentences = new WeakMap<RowResult, Map<string, string>>();

function sentence(title: string, result: RowResult): string {
  const counts = FATES.filter((f) => result.counts[f] > 0).map((f: FateKind) => t(`strip.alt.${f}`, { count: result.counts[f] }));
  const run = longestRun(result.fates);
  if (!run) return t('strip.alt.nothing', { title });
  const kind = FATES[run.fate] ?? 'drop';
  const where = kind === 'keep' ? [] : [t(`strip.alt.run.${kind}`, { first: run.first + 1, last: run.last + 1 })];
  const changed = result.fates.reduce((sum, f) => sum + (f === KEEP ? 0 : 1), 0);
  const rest = changed - (run.last - run.first + 1);
  if (rest > 0) where.push(t('strip.alt.rest', { count: rest }));
  return `${t('strip.alt', { title, counts: counts.join(t('list.separator')) })}; ${where.join(' ')}`;
}

/** "Middle removal: 510 kept, 404 dropped; dropped #8–#260 and 51 other messages elsewhere". Kept per result. */
export function describeStrip(title: string, result: RowResult, language: string): string {
  const known = sentences.get(result) ?? new Map<string, string>();
  sentences.set(result, known);
  const key = `${language}|${title}`;
  const text = known.get(key) ?? sentence(title, result);
  known.set(key, text);
  return text;
}

export function describeOriginal(transcript: TranscriptView): string {
  const count = [0, 0, 0, 0];
  for (const p of transcript.priority) count[p] = (count[p] ?? 0) + 1;
  const by = (name: (typeof PRIORITIES)[number]): number => count[PRIORITIES.indexOf(name)] ?? 0;
  return t('strip.alt.original', {
    messages: transcript.n,
    tokens: transcript.total,
    critical: by('CRITICAL'),
    high: by('HIGH'),
    normal: by('NORMAL'),
    low: by('LOW'),
  });
}
