/** What a person has to know of the code beside it: where numbers come from, and what is not carried over. */
import { byModel } from '../../engine/answer/contract.ts';
import { lookup, type TextKey } from '../../i18n/index.ts';
import { BY_WORDS } from '../../models/contract.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { isSame, isShipped, type Used } from './settings.ts';
import { leftOut, type Target } from './snippet.ts';

export interface Note {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string>>;
}

const labels = (names: readonly string[]): string => names.map((name) => lookup(`control.${name}`) ?? lookup(`param.${name}`) ?? name).join(', ');

/** Of what writes the summaries, where there are some. */
function summaries(target: Target, { writer }: Used, result: RowResult): readonly Note[] {
  if (target === 'product' || !byModel(result.summaries)) return [];
  if (writer) return [{ key: writer.provider === 'device' ? 'use.summaries.device' : 'use.summaries.model' }];
  return target === 'terminal' ? [] : [{ key: 'use.summaries' }];
}

/** Of the product whose rule the row has. */
function product(target: Target, used: Used, name: string, hasSettings: boolean): readonly Note[] {
  if (target !== 'product') {
    const none: readonly Note[] = hasSettings ? [] : [{ key: 'use.no-settings', values: { product: name } }];
    const shipped: readonly Note[] = target !== 'terminal' && isShipped(used) ? [{ key: 'use.as-shipped' }] : [];
    return [{ key: 'use.adapter', values: { product: name } }, ...shipped, ...none];
  }
  const constants = leftOut('product', used);
  const changed = constants.filter((param) => param in used.params);
  const fixed = constants.filter((param) => !(param in used.params));
  return [
    { key: `use.of.${used.strategy}` as TextKey },
    ...(fixed.length > 0 ? [{ key: 'use.constants', values: { names: labels(fixed) } } as const] : []),
    ...(changed.length > 0 ? [{ key: 'use.changed', values: { names: labels(changed) } } as const] : []),
    ...(used.params.repaired === true ? [{ key: 'use.repaired' } as const] : []),
  ];
}

/** Settings of the page that only the page can have. */
function ofThePage(target: Target, used: Used, result: RowResult, { marks, applied, until }: Scenario, fitted: boolean): readonly Note[] {
  const { settings, defaults, writer } = used;
  const masks = ['prompts', 'maskSecrets', 'maskEmails'] as const;
  const notes: readonly (readonly [TextKey, boolean])[] = [
    ['use.marks', Object.keys(marks).length > 0],
    ['use.applied', applied.length > 0],
    ['use.until', until !== undefined],
    ['use.embedder', result.embedding !== null && (settings.embedder ?? BY_WORDS) !== BY_WORDS],
    ['use.outcome', settings.summarizerOutcome !== 'ok' && writer === null],
    ['use.prompts', writer !== null && masks.some((name) => !isSame(settings[name], defaults[name]))],
    ['use.estimate', fitted && target !== 'terminal'],
  ];
  return notes.flatMap(([key, there]) => (there ? [{ key }] : []));
}

export interface Shown {
  readonly result: RowResult;
  readonly scenario: Scenario;
  /** Name of the product whose rule the row has; null = of none. */
  readonly product: string | null;
  readonly hasSettings: boolean;
  /** Tokens are an estimate that was fitted to recorded usage. */
  readonly fitted: boolean;
}

/** Every note on the code of a target, the most general first. */
export function notesOf(target: Target, used: Used, shown: Shown): readonly Note[] {
  const names = target === 'terminal' ? leftOut(target, used) : [];
  const general: readonly Note[] = target === 'product' ? [] : [{ key: target === 'terminal' ? 'use.same.terminal' : 'use.same' }];
  const reserve: readonly Note[] = target === 'ai-sdk' || target === 'langchain' || target === 'openai-agents' ? [{ key: 'use.reserve' }] : [];
  return [
    ...general,
    ...reserve,
    ...summaries(target, used, shown.result),
    ...(shown.product === null ? [] : product(target, used, shown.product, shown.hasSettings)),
    ...(names.length > 0 ? [{ key: 'use.left-out', values: { names: labels(names) } } as const] : []),
    ...(target === 'product' ? [] : ofThePage(target, used, shown.result, shown.scenario, shown.fitted)),
  ];
}
