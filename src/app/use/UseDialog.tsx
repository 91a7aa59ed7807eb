/** The code of a row for an agent: chosen by what the agent is built with, copied by one click. */
import { useState } from 'react';
import '../../i18n/use-words.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { byModel } from '../../engine/answer/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { strategyTitle } from '../compare/rows.ts';
import { copyText } from '../share/files.ts';
import { useApp } from '../store/store.ts';
import { toast, useUi } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import shared from '../theme/shared.module.css';
import { snippet, type Target, TARGETS } from './snippet.ts';
import styles from './use.module.css';

export function UseDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const key = useUi((s) => s.used);
  const comparison = useApp((s) => s.comparison);
  const { settings, rows, marks } = useApp((s) => s.scenario);
  const strategies = useApp((s) => s.description?.strategies);
  const [target, setTarget] = useState<Target>('ai-sdk');
  const result = comparison?.rows.find((row) => row.key === key);
  if (!comparison || !result) return null;
  const { strategy } = result;
  const row = rows.find((one) => one.key === key);
  const { model, window } = comparison.transcript;
  const info = strategies?.find(({ id }) => id === strategy);
  const used = { strategy, params: row?.params ?? {}, settings, defaults: defaultScenario().settings, model, window };
  const code = snippet(target, used);
  const title = strategyTitle(strategy, result.key, used.params);
  const notes = [
    t(target === 'terminal' ? 'use.same.terminal' : 'use.same'),
    ...(target !== 'terminal' && byModel(result.summaries) ? [t(result.summarizer === BUILT_IN ? 'use.summaries' : 'use.summaries.model')] : []),
    ...(info?.preset ? [t('use.product', { product: info.preset.product })] : []),
    ...(Object.keys(marks).length > 0 ? [t('use.marks')] : []),
  ];
  const copy = async (): Promise<void> => {
    if (await copyText(code)) toast('use.copied');
  };
  return (
    <Dialog title={t('use.title', { title })} onClose={onClose} wide>
      <Segmented
        label={t('use.target')}
        value={target}
        options={TARGETS.map((value) => ({ value, label: t(`use.target.${value}`) }))}
        onChange={setTarget}
      />
      <pre className={styles.code} data-testid="use-code">
        <code>{code}</code>
      </pre>
      <Button kind="primary" icon="copy" onClick={() => void copy()}>
        {t('use.copy')}
      </Button>
      {notes.map((note) => (
        <p key={note} className={shared.help}>
          {note}
        </p>
      ))}
    </Dialog>
  );
}
