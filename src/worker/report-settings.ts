/** What a report says of the settings: those that were changed, by their names in a link. No keys, addresses or texts. */
import type { Report } from '../engine/report.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import type { CompareRequest } from './protocol.ts';

/** Whole prompts, word lists and addresses of endpoints are not for readers of a report. */
const LEFT_OUT: ReadonlySet<string> = new Set(['prompts', 'keywords', 'models']);
/** They stand there always. */
const FIRST: ReadonlySet<string> = new Set(['target', 'budget', 'window', 'tokenizer']);

type ReportSettings = readonly (readonly [name: string, value: string])[];

/** Other values than those of a first visit, and the parameters of each row that has any. */
export function changedSettings({ settings, rows }: Pick<CompareRequest, 'settings' | 'rows'>): ReportSettings {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultScenario().settings };
  const changed = Object.entries(settings).filter(
    ([name, value]) => !LEFT_OUT.has(name) && !FIRST.has(name) && JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return [
    ...changed.map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...rows.filter(({ params }) => Object.keys(params).length > 0).map(({ key, params }) => [key, JSON.stringify(params)] as const),
  ];
}

const BUDGET_TEXTS = { same: 'same as A', shipped: 'as shipped' } as const;

export const targetOf = ({ budget, target }: CompareRequest['settings']): string => (budget === 'own' ? String(target) : BUDGET_TEXTS[budget]);

export function settingsOf(request: Pick<CompareRequest, 'settings' | 'rows'>, { budget, transcript }: Report): ReportSettings {
  return [
    ['target', targetOf(request.settings)],
    ['window', `${budget.window} (${budget.windowFrom})`],
    ['tokenizer', transcript.tokenizer],
    ...changedSettings(request),
  ];
}
