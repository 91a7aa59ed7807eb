import { S3_BUFFER, SUMMARY_MARKER, type Trigger } from '../../engine/triggers/contract.ts';
import { numbers, t } from '../../i18n/index.ts';

// A trigger in words, where it cannot be changed.

export function triggerWords(trigger: Trigger): string {
  const n = numbers();
  const name = t(`replay.trigger.${trigger.kind}`);
  switch (trigger.kind) {
    case 'ratio':
      return [`${name} ${n.percent(trigger.share)}`, ...(trigger.interval ? [`${t('replay.trigger.every')} ${trigger.interval} s`] : [])].join(', ');
    case 'tokens':
      return `${name} ${n.whole(trigger.tokens)}`;
    case 'remaining':
    case 'answer':
      return `${name} ${n.percent(trigger.share)}`;
    case 'tool-result':
      return `${name} ${n.percent(trigger.share)}, ${t('replay.trigger.buffer')} ${n.percent(trigger.buffer ?? S3_BUFFER)}`;
    case 'result':
      return `${name} ${n.whole(trigger.tokens)}${trigger.spare ? `, ${t('replay.trigger.spare')} ${n.whole(trigger.spare)}` : ''}`;
    case 'turns':
    case 'messages':
      return `${name} ${n.whole(trigger.count)}`;
    case 'marker':
      return `${name} ${trigger.text}`;
    case 'hand':
    case 'requests':
    case 'recorded':
    case 'hard-limit':
      return name;
  }
}

export const LISTED = [
  'ratio',
  'tokens',
  'remaining',
  'turns',
  'marker',
  'tool-result',
  'answer',
  'result',
  'messages',
  'requests',
  'hard-limit',
] as const;
export type ListedKind = (typeof LISTED)[number];
export type ListedTrigger = Exclude<Trigger, { kind: 'hand' | 'recorded' }>;

export function newTrigger(kind: ListedKind, share: number): ListedTrigger {
  switch (kind) {
    case 'ratio':
    case 'answer':
      return { kind, share };
    case 'tokens':
      return { kind, tokens: 100_000 };
    case 'remaining':
      return { kind, share: 0.25 };
    case 'turns':
      return { kind, count: 20, unit: 'auto' };
    case 'marker':
      return { kind, text: SUMMARY_MARKER };
    case 'tool-result':
      return { kind, share, buffer: S3_BUFFER };
    case 'result':
      return { kind, tokens: 1000, spare: 5 };
    case 'messages':
      return { kind, count: 100 };
    case 'requests':
    case 'hard-limit':
      return { kind };
  }
}

/** `12, 40 55` → indexes from 0, ascending and unique; null if something is not a message number of the transcript. */
export function readHand(typed: string, messages: number): readonly number[] | null {
  const words = typed.split(/[\s,;，、]+/).filter(Boolean);
  const numbers = words.map((word) => (/^#?\d+$/.test(word) ? Number(word.replace('#', '')) : Number.NaN));
  if (numbers.some((x) => Number.isNaN(x) || x < 1 || x > messages)) return null;
  return [...new Set(numbers.map((x) => x - 1))].sort((a, b) => a - b);
}

export const writeHand = (hand: readonly number[]): string => hand.map((i) => i + 1).join(', ');

export function readShare(typed: string, least = 0.01, most = 1): number | null {
  const match = /^\s*(\d+(?:[.,]\d+)?)\s*%?\s*$/.exec(typed);
  const value = match ? Number(match[1]!.replace(',', '.')) / 100 : Number.NaN;
  return value >= least && value <= most ? Number(value.toFixed(6)) : null;
}

export function readWhole(typed: string, least: number, most: number): number | null {
  const digits = typed.replace(/[,\s']/g, '');
  const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
