/** What a report says of the settings: those that were changed, by their names in a link. No keys, addresses or texts. */
import type { Report } from '../engine/report.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import type { CompareRequest } from './protocol.ts';

/** Whole prompts, word lists and addresses of endpoints are not for readers of a report. */
const LEFT_OUT: ReadonlySet<string> = new Set(['prompts', 'keywords', 'models']);

export function settingsOf(
  { settings, rows }: Pick<CompareRequest, 'settings' | 'rows'>,
  { budget, transcript }: Report,
): readonly (readonly [string, string])[] {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultScenario().settings };
  const changed = Object.entries(settings).filter(([name, value]) => !LEFT_OUT.has(name) && JSON.stringify(value) !== JSON.stringify(defaults[name]));
  return [
    ['target', settings.own ? 'own defaults' : String(settings.target)],
    ['window', `${budget.window} (${budget.windowFrom})`],
    ['tokenizer', transcript.tokenizer],
    ...changed.filter(([name]) => name !== 'target' && name !== 'own').map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...rows.filter(({ params }) => Object.keys(params).length > 0).map(({ key, params }) => [key, JSON.stringify(params)] as const),
  ];
}
