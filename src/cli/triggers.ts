/** Triggers in command-line syntax. */
import { SEEDS, SUMMARY_MARKER, type Trigger, type TriggerSeed } from '../engine/triggers/contract.ts';

export type AskedTrigger = Trigger | { readonly kind: 'system'; readonly seed: TriggerSeed };

const isShare = (value: number): boolean => value > 0 && value <= 1;

/** `ratio:0.8`, `ratio:0.9:5`, `S2` and so on; null for anything else. */
export function readTrigger(written: string): AskedTrigger | null {
  const seed = SEEDS.find((known) => known === written);
  if (seed) return { kind: 'system', seed };
  const at = written.indexOf(':');
  const kind = at < 0 ? written : written.slice(0, at);
  const rest = at < 0 ? '' : written.slice(at + 1);
  if (kind === 'marker') return { kind, text: rest || SUMMARY_MARKER };
  if (kind === 'requests') return rest === '' ? { kind } : null;
  if (kind === 'hard-limit') return rest === '' ? { kind } : null;
  if (kind === 'hand') {
    const numbers = rest.split(',').map(Number);
    return numbers.every((one) => Number.isInteger(one) && one > 0) ? { kind, messages: numbers.map((one) => one - 1) } : null;
  }
  const [first = '', second, ...more] = rest.split(':');
  const [value, extra] = [first === '' ? Number.NaN : Number(first), second === undefined ? undefined : Number(second)];
  if (more.length > 0 || (extra !== undefined && kind !== 'turns' && !(extra >= 0))) return null;
  switch (kind) {
    case 'turns': {
      const unit = (['auto', 'turns', 'steps'] as const).find((known) => known === (second ?? 'auto'));
      return Number.isInteger(value) && value > 0 && unit ? { kind, count: value, unit } : null;
    }
    case 'ratio':
      return isShare(value) ? { kind, share: value, ...(extra !== undefined && { interval: extra }) } : null;
    case 'messages':
      return Number.isInteger(value) && value > 0 && extra === undefined ? { kind, count: value } : null;
    case 'result':
      return Number.isInteger(value) && value > 0 && (extra === undefined || Number.isInteger(extra))
        ? { kind, tokens: value, ...(extra !== undefined && { spare: extra }) }
        : null;
    case 'tokens':
      return value > 0 && extra === undefined ? { kind, tokens: value } : null;
    case 'tool-result':
      return isShare(value) && (extra ?? 0) < 1 ? { kind, share: value, ...(extra !== undefined && { buffer: extra }) } : null;
    case 'remaining':
    case 'answer':
      return isShare(value) && extra === undefined ? { kind, share: value } : null;
    default:
      return null;
  }
}

export function written(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'ratio':
      return `ratio:${trigger.share}${trigger.interval ? `:${trigger.interval}` : ''}`;
    case 'tool-result':
      return `tool-result:${trigger.share}${trigger.buffer === undefined ? '' : `:${trigger.buffer}`}`;
    case 'result':
      return `result:${trigger.tokens}${trigger.spare ? `:${trigger.spare}` : ''}`;
    case 'tokens':
      return `tokens:${trigger.tokens}`;
    case 'remaining':
    case 'answer':
      return `${trigger.kind}:${trigger.share}`;
    case 'turns':
      return `turns:${trigger.count}${trigger.unit === undefined || trigger.unit === 'auto' ? '' : `:${trigger.unit}`}`;
    case 'marker':
      return `marker:${trigger.text}`;
    case 'hand':
      return `hand:${trigger.messages.map((i) => i + 1).join(',')}`;
    case 'messages':
      return `messages:${trigger.count}${trigger.except ? ` (without ${trigger.except})` : ''}`;
    case 'requests':
    case 'recorded':
    case 'hard-limit':
      return trigger.kind;
  }
}
