/** Values of parameters as a person reads them. */
import type { Setting, TunedValue } from '../../engine/tune/contract.ts';
import type { Param, SharedParam } from '../../engine/strategies/params.ts';
import type { NumberFormats } from '../../i18n/format.ts';
import { lookup } from '../../i18n/index.ts';
import { settingText } from '../../i18n/tune-words.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';

/** A share in percent, a choice by its word. */
export function valueText(name: string, p: Param | undefined, value: TunedValue, n: NumberFormats): string {
  if (typeof value === 'number') return p?.kind === 'number' && p.unit === 'share' ? n.percent(value) : n.plain(value);
  if (typeof value === 'boolean') return lookup(`tune.switch.${value}`) ?? String(value);
  return lookup(`param.${name}.${value}`) ?? (value || '—');
}

export function resolveShown(
  { info, params }: { readonly info: Pick<StrategyInfo, 'params'>; readonly params: Readonly<Record<string, unknown>> },
  name: string,
  shared: Readonly<Record<SharedParam, number>>,
  n: NumberFormats,
): string {
  const p = info.params[name];
  const value = params[name] ?? (p?.shared && shared[p.shared]) ?? p?.default;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? valueText(name, p, value, n) : '';
}

/** A setting in words, held against another. */
export const settingWords = (
  setting: Setting,
  against: Setting,
  { params }: Pick<StrategyInfo, 'params'>,
  n: NumberFormats,
  label: (param: string) => string,
): string => settingText(setting, against, (name, value) => `${label(name)} ${valueText(name, params[name], value, n)}`);
