/** `--vary`: the parameters that are tried, and their values. */
import type { AskedAxis, Axis, TunedValue } from '../../engine/tune/contract.ts';
import { axisOf, searchable, tunable } from '../../engine/tune/tune.ts';
import type { Param, ParamSchema } from '../../engine/strategies/params.ts';
import { t } from '../cli-words.ts';

export interface VaryOption {
  readonly param: string;
  /** null = all values that the parameter can have. */
  readonly values: string | null;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const RANGE = new RegExp(`^(${NUMBER}):(${NUMBER})(?::(\\d+))?$`);

function readValue(kind: Param['kind'], text: string): TunedValue {
  if (kind === 'number' && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text);
  return kind === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function askedOf(kind: Param['kind'], text: string | null): AskedAxis {
  if (text === null) return {};
  const [, from, to, steps] = RANGE.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from: Number(from), to: Number(to), ...(steps && { steps: Number(steps) }) };
  return { values: text.split(',').map((one) => readValue(kind, one.trim())) };
}

const ownName = (schema: ParamSchema, asked: string): string =>
  asked in schema ? asked : (Object.keys(schema).find((name) => schema[name]!.shared === asked) ?? asked);

function meantFor(asked: readonly VaryOption[], schema: ParamSchema, strategy: string, isOnly: boolean): readonly VaryOption[] {
  return asked.flatMap(({ param, values }) => {
    const dot = param.lastIndexOf('.');
    if (dot >= 0) return param.slice(0, dot) === strategy ? [{ param: ownName(schema, param.slice(dot + 1)), values }] : [];
    const name = ownName(schema, param);
    return isOnly || name in schema ? [{ param: name, values }] : [];
  });
}

/** The axes of a strategy; nothing asked = all that a search may turn. Throws a RangeError that says what was expected. */
export function axesOf(
  asked: readonly VaryOption[],
  schema: ParamSchema,
  strategy: string,
  own: Readonly<Record<string, unknown>>,
  isOnly = true,
): readonly Axis[] {
  const meant = meantFor(asked, schema, strategy, isOnly);
  if (asked.length > 0 && meant.length === 0)
    throw new RangeError(t('cli.error.tune.param', { strategy, param: asked[0]!.param, known: tunable(schema).join(', ') || '—' }));
  const wanted = asked.length > 0 ? meant : searchable(schema).map((param) => ({ param, values: null }));
  if (wanted.length === 0) throw new RangeError(t('cli.error.tune.nothing', { strategy }));
  const names = wanted.map(({ param }) => param);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(t('cli.error.tune.twice', { param: twice }));
  return wanted.map(({ param, values }) => {
    const made = axisOf(schema, param, askedOf(schema[param]?.kind ?? 'text', values), own);
    if (made.ok) return made.value;
    const { code, expected } = made.error;
    if (code === 'unknown' || code === 'kind')
      throw new RangeError(t('cli.error.tune.param', { strategy, param, known: tunable(schema).join(', ') || '—' }));
    throw new RangeError(t('cli.error.tune.values', { param, expected }));
  });
}
