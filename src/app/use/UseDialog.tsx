/** The code of a row for an agent: chosen by what the agent is built with, copied by one click. */
import { useState } from 'react';
import '../../i18n/use-words.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { choiceId } from '../../models/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { strategyTitle } from '../compare/rows.ts';
import { copyText } from '../share/files.ts';
import { useApp } from '../store/store.ts';
import { toast, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import { notesOf } from './notes.ts';
import { productSettings } from './products.ts';
import { alone } from '../../scenario/target.ts';
import { matchIn } from '../store/state.ts';
import type { Used } from './settings.ts';
import { snippet, type Target, TARGETS } from './snippet.ts';
import styles from './use.module.css';

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
  const used: Used = {
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
  const code = snippet(target, used);
  const notes = notesOf(target, used, { result, scenario, product, hasSettings: own !== null, fitted: comparison.transcript.calibration !== null });
  const copy = async (): Promise<void> => {
    if (await copyText(code)) toast('use.copied');
  };
  return (
    <Dialog title={t('use.title', { title: strategyTitle(result.strategy, result.key, used.params) })} onClose={onClose} wide>
      <Segmented
        label={t('use.target')}
        value={target}
        options={targets.map((value) => ({ value, label: t(`use.target.${value}`, { product: product ?? '' }) }))}
        onChange={setTarget}
        className={styles.targets}
      />
      {target === 'product' && own?.file && <p className={styles.note}>{t('use.file', { file: own.file })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by the keyboard */}
      <pre className={styles.code} data-testid="use-code" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <Button kind="primary" icon="copy" onClick={() => void copy()}>
        {t('use.copy')}
      </Button>
      {notes.map(({ key: text, values }) => (
        <p key={text} className={styles.note}>
          {t(text, values)}
        </p>
      ))}
    </Dialog>
  );
}
