/** Arguments of `replay` alone. */
import { CACHINGS, type Caching } from '../engine/replay/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import { SEEDS, SUMMARY_MARKER, type Trigger, type TriggerRule, type TriggerSeed } from '../engine/triggers/contract.ts';
import { t } from './words.ts';

/** A trigger of the command line: one with its numbers, or that of a system, whose numbers are those of its row. */
export type AskedTrigger = Trigger | { readonly kind: 'system'; readonly seed: TriggerSeed };

export interface ReplayArgs {
  /** Each strategy has the trigger of its system; `triggers` are of those that have none, and what is done by hand. */
  readonly own: boolean;
  readonly triggers: readonly AskedTrigger[];
  readonly combine: TriggerRule['combine'];
  /** Share of the window. */
  readonly warning: number;
  readonly cooldown: number;
  /** null = yes. */
  readonly answer: string | null;
  /** null = as the provider of the model does. */
  readonly caching: Caching | null;
  /** Print the log instead of a table. */
  readonly log: boolean;
}

/** S1's alternatives to yes. */
const ANSWERS = ['yes', 'drop-oldest', 'new-session', 'stop'] as const;
const OWN = 'own';
const DEFAULT_TRIGGER: Trigger = { kind: 'ratio', share: 0.8 };
const DEFAULT_WARNING = '0.8';

const isShare = (value: number): boolean => value > 0 && value <= 1;
const fail = (error: string): { ok: false; error: string } => ({ ok: false, error });

/** `ownTarget` = each strategy aims by its own rule: then it has its own trigger too, unless another is asked for. */
export function readReplayArgs(values: Readonly<Record<string, unknown>>, ownTarget: boolean): Result<ReplayArgs, string> {
  const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  const asked = (values.trigger as string[] | undefined) ?? (ownTarget ? [OWN] : []);
  const own = asked.includes(OWN);
  const triggers: AskedTrigger[] = [];
  for (const written of asked.filter((one) => one !== OWN)) {
    const read = readTrigger(written);
    if (!read) return fail(t('cli.error.trigger', { value: written }));
    triggers.push(read);
  }
  // What is done by hand beside the own triggers takes nothing away from the rows that have none.
  if (own ? triggers.every(({ kind }) => kind === 'hand') : asked.length === 0) triggers.unshift(DEFAULT_TRIGGER);
  if (values.any && values.all) return fail(t('cli.error.any-all'));
  const warning = Number(text('warning') ?? DEFAULT_WARNING);
  if (!isShare(warning)) return fail(t('cli.error.number', { name: 'warning', expected: t('cli.error.share'), value: text('warning') ?? '' }));
  const cooldown = text('cooldown') ?? '0';
  if (!/^\d{1,6}$/.test(cooldown)) return fail(t('cli.error.number', { name: 'cooldown', expected: t('cli.error.cooldown'), value: cooldown }));
  const answer = text('answer') ?? 'yes';
  if (!ANSWERS.some((known) => known === answer)) return fail(t('cli.error.choice', { name: 'answer', known: ANSWERS.join(', '), value: answer }));
  const written = text('caching');
  const caching = CACHINGS.find((known) => known === written) ?? null;
  if (written !== null && !caching) return fail(t('cli.error.choice', { name: 'caching', known: CACHINGS.join(', '), value: written }));
  return {
    ok: true,
    value: {
      own,
      triggers,
      combine: values.all ? 'all' : 'any',
      warning,
      cooldown: Number(cooldown),
      answer: answer === 'yes' ? null : answer,
      caching,
      log: values.log === true,
    },
  };
}

/** `ratio:0.8`, `ratio:0.9:5`, `S2` and so on; null where it is none. */
export function readTrigger(written: string): AskedTrigger | null {
  const seed = SEEDS.find((known) => known === written);
  if (seed) return { kind: 'system', seed };
  const at = written.indexOf(':');
  const kind = at < 0 ? written : written.slice(0, at);
  const rest = at < 0 ? '' : written.slice(at + 1);
  if (kind === 'marker') return { kind, text: rest || SUMMARY_MARKER };
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

/** A trigger as it is written. */
export function written(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'ratio':
      return `ratio:${trigger.share}${trigger.interval ? `:${trigger.interval}` : ''}`;
    case 'tool-result':
      return `tool-result:${trigger.share}${trigger.buffer === undefined ? '' : `:${trigger.buffer}`}`;
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
    case 'hard-limit':
      return 'hard-limit';
  }
}
