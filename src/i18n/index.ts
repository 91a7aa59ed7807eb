/**
 * Words for everything a person reads. The English dictionary is the type of all others: a key missing in English does not compile. Used by the page
 * and the terminal, so no React and no DOM here.
 */
import type { Reason } from '../engine/strategies/contract.ts';
import type { Warning } from '../engine/transcript/types.ts';
import type { answer } from './en/answer.ts';
import { app } from './en/app.ts';
import { compare, table } from './en/compare.ts';
import { diff } from './en/diff.ts';
import type { engine } from './en/engine.ts';
import { home, start } from './en/start.ts';
import type { loss } from './en/loss.ts';
import type { orientation } from './en/orientation.ts';
import type { replayPage } from './en/replay-page.ts';
import type { report } from './en/report.ts';
import type { sent } from './en/sent.ts';
import { shared } from './en/shared.ts';
import type { set } from './en/set.ts';
import type { tune } from './en/tune.ts';
import type { use } from './en/use.ts';
import { addDictionary, i18n, made, type NumberFormats, numberFormats, type Values } from './instance.ts';
import { names } from './names.ts';

export { addDictionary, i18n, LANGUAGES, type Language, type NumberFormats, numberFormats, type Values } from './instance.ts';

addDictionary('en', { ...names, ...app, ...shared, ...compare, ...diff, ...home, ...start, ...table });

type PluralBase<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
export type KeyOf<Dictionary> = PluralBase<keyof Dictionary & string>;
export type TextKey =
  | KeyOf<typeof answer>
  | KeyOf<typeof app>
  | KeyOf<typeof compare>
  | KeyOf<typeof diff>
  | KeyOf<typeof engine>
  | KeyOf<typeof home>
  | KeyOf<typeof start>
  | KeyOf<typeof loss>
  | KeyOf<typeof orientation>
  | KeyOf<typeof replayPage>
  | KeyOf<typeof report>
  | KeyOf<typeof sent>
  | KeyOf<typeof set>
  | KeyOf<typeof table>
  | KeyOf<typeof tune>
  | KeyOf<typeof use>
  | KeyOf<typeof names>;
const idOf = (key: string, values: Values | undefined): string => (values ? `${key} ${JSON.stringify(values)}` : key);

function translate(key: string, values: Values | undefined): string {
  return made.getOrMake(idOf(key, values), () => i18n.t(key, { ...values }));
}

export function t(key: TextKey, values?: Values): string {
  return translate(key, values);
}

/** Words of a key known only at run time (strategy ids, codes); null when no dictionary has it. */
export function lookup(key: string, values?: Values): string | null {
  return made.get(idOf(key, values)) ?? (i18n.exists(key, { ...values }) ? translate(key, values) : null);
}

export const formatTitle = (id: string): string => lookup(`format.${id}.title`) ?? id;

export const sampleTitle = (id: string): string => lookup(`sample.${id}.title`) ?? id;

export const errorText = ({ reason, message }: { readonly reason?: Reason; readonly message: string }): string =>
  reason ? formatReason(reason) : message;

/** The sentence of a reason; an unknown key shows the key and its values rather than nothing. */
export function formatReason(reason: Reason): string {
  if (!reason.via) return sentenceOf(reason);
  const { stage, strategy } = reason.via;
  return t('reason-via', { stage, title: lookup(`strategy.${strategy}.title`) ?? strategy, text: sentenceOf(reason) });
}

const stop = (): string => (i18n.language.startsWith('zh') ? '。' : '. ');

function sentenceOf(reason: Reason): string {
  const { messageKey } = reason.values ?? {};
  // A message that has words of its own: `messageKey` is their key.
  const message = messageKey === undefined ? null : lookup(`reason.${messageKey}`, reason.values);
  const found = lookup(`reason.${reason.key}`, message === null ? reason.values : { ...reason.values, message });
  // What an endpoint said itself, in its own words.
  if (found !== null) return reason.values?.detail ? `${found.replace(/[.。]?$/, stop())}${reason.values.detail}` : found;
  // A line of a system's log is its event and fields, as the system writes them.
  const [, event] = /^log-(.*)/.exec(reason.key) ?? [];
  if (event) return [event, ...Object.entries(reason.values ?? {}).map(([name, value]) => `${name}=${value}`)].join(' ');
  const values = Object.entries(reason.values ?? {}).map(([name, value]) => `${name} ${value}`);
  return [reason.key, ...values].join(' · ');
}

export function formatWarning(warning: Warning): string {
  const { code, message, count, line, path } = warning;
  const values: Record<string, string | number> = { ...warning.values, count, message };
  if (line !== undefined) values.line = line;
  if (path !== undefined) values.path = path;
  return lookup(`warning.${code}`, values) ?? (count > 1 ? `${message.replace(/\.$/, '')} (${t('warning.times', { count })})` : message);
}

export function numbers(): NumberFormats {
  return numberFormats(i18n.language);
}
