/** The code of a row for an agent: chosen by what the agent is built with, copied by one click. */
import { useState } from 'react';
import '../../i18n/en/use.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { BY_WORDS, choiceId } from '../../models/contract.ts';
import { alone, defaultScenario } from '../../scenario/defaults.ts';
import { Button, Segmented } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { strategyTitle } from '../rows/compare-rows.ts';
import { copyText } from '../components/elements.ts';
import { matchIn, toast, useApp, useText, useUi } from '../store/index.ts';
import { byModel } from '../../engine/answer/contract.ts';
import { lookup, type TextKey } from '../../i18n/index.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { isSame, isShipped, productSettings, pythonSettings, type RowSetup } from './products.ts';
import { isCommand, isProducts, leftOut, PACKAGE, snippet, type Target, TARGETS } from './snippet.ts';
import styles from './share.module.css';

// What a person has to know of the code beside it: where numbers come from, and what is not carried over.

interface Note {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string>>;
}

const NAMES: Partial<Record<Target, string>> = { 'ai-sdk': 'AI SDK', langchain: 'LangChain', 'openai-agents': 'OpenAI Agents', python: 'Python' };

const labels = (names: readonly string[]): string => names.map((name) => lookup(`control.${name}`) ?? lookup(`param.${name}`) ?? name).join(', ');

function summaries(target: Target, used: RowSetup, result: RowResult): readonly Note[] {
  if (isProducts(target, used) || !byModel(result.summaries)) return [];
  if (used.writer) return [{ key: used.writer.provider === 'device' ? 'use.summaries.device' : 'use.summaries.model' }];
  return isCommand(target, used) ? [] : [{ key: 'use.summaries' }];
}

function product(target: Target, used: RowSetup, name: string, hasSettings: boolean): readonly Note[] {
  if (!isProducts(target, used)) {
    const none: readonly Note[] = hasSettings ? [] : [{ key: 'use.no-settings', values: { product: name } }];
    const shipped: readonly Note[] = !isCommand(target, used) && isShipped(used) ? [{ key: 'use.as-shipped' }] : [];
    return [{ key: 'use.adapter', values: { product: name } }, ...shipped, ...none];
  }
  const constants = leftOut(target, used);
  const changed = constants.filter((param) => param in used.params);
  const fixed = constants.filter((param) => !(param in used.params));
  return [
    { key: `use.of.${used.strategy}` as TextKey },
    ...(fixed.length > 0 ? [{ key: 'use.constants', values: { names: labels(fixed) } } as const] : []),
    ...(changed.length > 0 ? [{ key: 'use.changed', values: { names: labels(changed) } } as const] : []),
    ...(used.params.repaired === true ? [{ key: 'use.repaired' } as const] : []),
  ];
}

function ofThePage(target: Target, used: RowSetup, result: RowResult, { marks, applied, until }: Scenario, fitted: boolean): readonly Note[] {
  const { settings, defaults, writer } = used;
  const masks = ['prompts', 'maskSecrets', 'maskEmails'] as const;
  const notes: readonly (readonly [TextKey, boolean])[] = [
    ['use.marks', Object.keys(marks).length > 0],
    ['use.applied', applied.length > 0],
    ['use.until', until !== undefined],
    ['use.embedder', result.embedded !== null && (settings.embedder ?? BY_WORDS) !== BY_WORDS],
    ['use.outcome', settings.summarizerOutcome !== 'ok' && writer === null],
    ['use.prompts', writer !== null && masks.some((name) => !isSame(settings[name], defaults[name]))],
    ['use.estimate', fitted && !isCommand(target, used)],
  ];
  return notes.flatMap(([key, there]) => (there ? [{ key }] : []));
}

interface DialogRow {
  readonly result: RowResult;
  readonly scenario: Scenario;
  /** Name of the product whose rule the row has; null = of none. */
  readonly product: string | null;
  readonly hasSettings: boolean;
  readonly fitted: boolean;
}

function notesOf(target: Target, used: RowSetup, shown: DialogRow): readonly Note[] {
  const ofProduct = isProducts(target, used);
  const command = isCommand(target, used);
  const names = command ? leftOut(target, used) : [];
  const sidecar: readonly Note[] = command && target === 'python' ? [{ key: 'use.sidecar' }] : [];
  const general: readonly Note[] = ofProduct ? [] : [{ key: command ? 'use.same.terminal' : 'use.same' }, ...sidecar];
  const reserve: readonly Note[] = target === 'ai-sdk' || target === 'langchain' || target === 'openai-agents' ? [{ key: 'use.reserve' }] : [];
  return [
    ...general,
    ...reserve,
    ...summaries(target, used, shown.result),
    ...(shown.product === null ? [] : product(target, used, shown.product, shown.hasSettings)),
    ...(names.length > 0 ? [{ key: 'use.left-out', values: { names: labels(names) } } as const] : []),
    ...(ofProduct ? [] : ofThePage(target, used, shown.result, shown.scenario, shown.fitted)),
  ];
}

export function UseDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const key = useUi((s) => s.used);
  const comparison = useApp((s) => s.comparison);
  const scenario = useApp((s) => s.scenario);
  const strategies = useApp((s) => s.description?.strategies);
  const a = useApp(matchIn);
  const [chosen, setTarget] = useState<Target | null>(null);
  const result = comparison?.rows.find((row) => row.key === key);
  const info = strategies?.find(({ id }) => id === result?.strategy);
  if (!comparison || !result || !info) return null;
  const { settings, rows } = scenario;
  const { model, window } = comparison.transcript;
  const used: RowSetup = {
    strategy: result.strategy,
    params: rows.find((one) => one.key === key)?.params ?? {},
    inForce: result.params,
    schema: info.params,
    settings: alone(settings, result.key, a, { target: comparison.target, total: comparison.transcript.total }, 'share'),
    defaults: defaultScenario().settings,
    model,
    window,
    writer: result.summarizer === BUILT_IN ? null : (settings.models.find((one) => choiceId(one) === result.summarizer) ?? null),
  };
  const own = productSettings(used);
  const product = info.preset?.product ?? null;
  const targets: readonly Target[] = own ? ['product', ...TARGETS] : TARGETS;
  const target = chosen ?? targets[0]!;
  const code = snippet(target, used, new URL(`${PACKAGE}.tgz`, document.baseURI).href);
  const notes = notesOf(target, used, {
    result,
    scenario,
    product,
    hasSettings: own !== null || pythonSettings(used) !== null,
    fitted: comparison.transcript.calibration !== null,
  });
  const copy = async (): Promise<void> => {
    if (await copyText(code)) toast('action.copied');
  };
  return (
    <Dialog title={t('palette.use', { title: strategyTitle(result.strategy, result.key, used.params) })} onClose={onClose} wide>
      <Segmented
        label={t('use.target')}
        value={target}
        options={targets.map((value) => [value, NAMES[value] ?? lookup(`use.target.${value}`, { product: product ?? '' }) ?? value])}
        onChange={setTarget}
        className={styles.targets}
      />
      {target === 'product' && own?.file && <p className="muted marginTop4">{t('use.file', { file: own.file })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by the keyboard */}
      <pre className="code card bgApp scrolls pad12 margin12-0" style={{ maxHeight: '45vh' }} data-testid="use-code" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <Button kind="primary" icon="copy" onClick={() => void copy()} text={t('action.copy')} />
      {notes.map(({ key: text, values }) => (
        <p key={text} className="muted marginTop4">
          {t(text, values)}
        </p>
      ))}
    </Dialog>
  );
}
