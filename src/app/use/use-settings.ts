/** What the code for an agent is written from: the settings of a row as the adapters and the terminal take them. */
import type { ParamSchema } from '../../engine/strategies/params.ts';
import type { ModelChoice } from '../../models/contract.ts';
import type { Settings } from '../../scenario/schema.ts';

/** A row, and what it is run with: model and window as they are in use, so that tokens are counted as in the page. */
export interface RowSetup {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly inForce: Readonly<Record<string, unknown>>;
  readonly schema: ParamSchema;
  readonly settings: Settings;
  readonly defaults: Settings;
  readonly model: string | null;
  readonly window: number;
  /** The model that writes its summaries; null = the built-in summariser, or there are none. */
  readonly writer: ModelChoice | null;
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those fields that differ from the defaults; undefined where none does, so that the code does not name it. */
function changed<K extends keyof Settings>({ settings, defaults }: RowSetup, names: readonly K[]): Partial<Pick<Settings, K>> | undefined {
  const fields = names.filter((name) => !isSame(settings[name], defaults[name])).map((name) => [name, settings[name]]);
  return fields.length > 0 ? (Object.fromEntries(fields) as Partial<Pick<Settings, K>>) : undefined;
}

export const isShipped = ({ schema, params }: RowSetup): boolean => 'repaired' in schema && params.repaired !== true;

/** What the adapters and the engine take (`CompactionSettings`): everything that is not a default. */
export function settingsOf(used: RowSetup): Readonly<Record<string, unknown>> {
  const { strategy, settings, model, window } = used;
  // Adapters have a setting of their own for it, and repair unless it says otherwise.
  const { repaired: _, ...params } = used.params;
  const all = {
    strategy,
    params: Object.keys(params).length > 0 ? params : undefined,
    asShipped: isShipped(used) || undefined,
    trigger: settings.trigger,
    target: settings.budget === 'shipped' ? 'own' : settings.target,
    window,
    model: model ?? undefined,
    tokenizer: settings.tokenizer ?? undefined,
    ...changed(used, ['overhead', 'weight', 'seed']),
    shared: changed(used, ['keepRecent', 'preserveStart', 'preserveEnd']),
    signals: changed(used, ['longTokens', 'shortTokens', 'edgeStart', 'edgeEnd', 'keywords']),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export function ownParams({ params, schema, settings, defaults }: RowSetup): Readonly<Record<string, unknown>> {
  const shared = Object.entries(schema).flatMap(([name, param]) =>
    // A knob that was set is no longer aimed at the target.
    param.shared && !(param.kind === 'number' && param.knob) && settings[param.shared] !== defaults[param.shared]
      ? [[name, settings[param.shared]] as const]
      : [],
  );
  return { ...Object.fromEntries(shared), ...params };
}

export function notInTerminal(used: RowSetup): readonly string[] {
  const { schema, settings, defaults } = used;
  const plain = ['overhead', 'weight', 'seed', 'longTokens', 'shortTokens', 'edgeStart', 'edgeEnd', 'keywords'] as const;
  const knobs = Object.values(schema).flatMap((param) => (param.shared && param.kind === 'number' && param.knob ? [param.shared] : []));
  return [...plain, ...new Set(knobs)].filter((name) => !isSame(settings[name], defaults[name]));
}

/** A value as a literal; keys that are names stand without quotes. Quotes within a string are escaped, so none of them looks like a key. */
export const literal = (value: unknown): string => JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
