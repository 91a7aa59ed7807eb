/** What runs: strategies, their parameters, who writes the summaries, the lists of words. */
import { readFile } from 'node:fs/promises';
import { byId, strategies } from '../engine/pipelines/index.ts';
import type { SignalSettings } from '../engine/signals/contract.ts';
import { type Keywords, keywordsError } from '../engine/signals/keywords.ts';
import { hasRow } from '../engine/strategies/contract.ts';
import { type Param, resolveParams } from '../engine/strategies/params.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { formatReason } from '../i18n/index.ts';
import { readConfig } from '../scenario/config.ts';
import type { Args } from './args.ts';
import { didYouMean, err, notOneOf, t, unreadable, UsageError, words } from './cli-words.ts';

/** What runs: parameters, and who writes the summaries (null = the built-in summariser). */
export interface RowSettings {
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly real: Args['real'];
}

/** Parameters of --config, overridden by --set; S4's summaryModel counts as --summary-model. */
export async function settingsOf(args: Args): Promise<RowSettings> {
  const set = paramsOf(args);
  const { real } = args;
  if (args.config === null) return { params: set, real };
  let text: string;
  try {
    text = await readFile(args.config, 'utf8');
  } catch (error) {
    throw unreadable(args.config, error);
  }
  const read = await readConfig(text, (strategy) => byId.get(strategy)?.params);
  if (!read.ok) throw new UsageError(`${args.config}: ${formatReason(read.error)}`);
  for (const notice of read.value.notices) err(t('cli.warning', { text: formatReason(notice) }));
  const params: Record<string, Record<string, unknown>> = { ...set };
  for (const [strategy, values] of Object.entries(read.value.params)) params[strategy] = { ...values, ...set[strategy] };
  const { summaryModel } = read.value;
  if (!summaryModel || (real && real.choice.model !== '')) return { params, real };
  if (!real) err(t('cli.warning', { text: t('cli.warning.summary-model', { model: summaryModel }) }));
  return { params, real: real && { ...real, choice: { ...real.choice, model: summaryModel } } };
}

export async function signalsOf(args: Args): Promise<Pick<SignalSettings, 'keywords'> | undefined> {
  if (args.keywords === null) return undefined;
  let text: string;
  try {
    text = await readFile(args.keywords, 'utf8');
  } catch (error) {
    throw unreadable(args.keywords, error);
  }
  const keywords = parsedJson(text);
  const wrong = keywordsError(keywords);
  if (wrong) {
    throw new UsageError(
      t('cli.error.keywords', { file: args.keywords, place: ['$', ...wrong.path].join('.'), expected: words.reason(wrong.expects) }),
    );
  }
  return { keywords: keywords as Keywords };
}

function paramsOf(args: Args): Record<string, Record<string, unknown>> {
  const params: Record<string, Record<string, unknown>> = {};
  for (const [id, values] of Object.entries(args.set)) {
    const strategy = byId.get(id);
    if (!strategy) throw new UsageError(notOneOf('set', id, [...byId.keys()]));
    const typed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, typedValue(strategy.params[name]?.kind, text)]));
    const checked = resolveParams(strategy.params, typed);
    if (!checked.ok) {
      const known = Object.keys(strategy.params);
      const unknown = Object.keys(typed).find((name) => !known.includes(name));
      throw new UsageError(`--set ${id}: ${checked.error}${unknown === undefined ? '' : didYouMean(unknown, known)}`);
    }
    params[id] = typed;
  }
  return params;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function typedValue(kind: Param['kind'] | undefined, text: string): unknown {
  if (kind === 'number' && text.trim() !== '') return Number.isNaN(Number(text)) ? text : Number(text);
  if (kind === 'table' || kind === 'stages') return parsedJson(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

export function idsOf(chosen: readonly string[] | null, { compactions }: Transcript): readonly string[] {
  return chosen ?? strategies.filter((s) => hasRow(s, compactions.length)).map((s) => s.id);
}
