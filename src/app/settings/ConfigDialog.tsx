import { useState } from 'react';
import type { Reason } from '../../engine/strategies/contract.ts';
import { formatReason, lookup } from '../../i18n/index.ts';
import { choiceId, isEmbedding, modelOfId } from '../../models/contract.ts';
import { configSystemOf, readConfig, type SchemaOf, writeConfig } from '../../scenario/config.ts';
import type { Settings } from '../../scenario/schema.ts';
import { Button, Panel } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { actions, toast, useApp, useText } from '../store/index.ts';
import classes from './settings.module.css';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { copyText } from '../components/elements.ts';

function CopyConfig({ row: { key, strategy, params } }: { readonly row: RowResult }) {
  const { t } = useText();
  const strategies = useApp((s) => s.description?.strategies);
  const summarizer = useApp((s) => s.scenario.rows.find((row) => row.key === key)?.summarizer ?? s.scenario.settings.summarizer);
  const system = configSystemOf(strategy);
  if (!system) return null;
  const name = t(`compare.chip.${system}`);
  const copyNumber = /~(\d+)$/.exec(key)?.[1];
  const copy = async () => {
    const model = summarizer === BUILT_IN ? null : modelOfId(summarizer);
    const text = writeConfig(system, params, (id) => strategies?.find((s) => s.id === id)?.params, model);
    toast((await copyText(text)) ? 'config.copied' : 'config.copy.failed', { system: name });
  };
  return (
    <Button onClick={() => void copy()}>
      {t('config.copy.system', { system: name, format: system === 'S1' ? 'YAML' : 'JSON' })}
      {copyNumber && ` (${copyNumber})`}
    </Button>
  );
}

/** The row to which S4's `summaryModel` applies. */
const S4_ROW = 'auto-compression';

/** The summariser named by S4's `summaryModel`, among the models that are set up; else why there is none. */
function summarizerRow({ models, summarizer }: Settings, model: string): { readonly summarizer: string } | Reason {
  const found = models.find((one) => !isEmbedding(one) && (one.model === model || choiceId(one) === model));
  return found ? { summarizer: choiceId(found) } : { key: 'config-model-unknown', values: { model, summarizer } };
}

const titleOf = (strategy: string): string => lookup(`strategy.${strategy}.title`) ?? strategy;

/** Pasted configurations of S1 or S4 set the parameters of their rows; a row's settings can be copied out as one. */
export function ConfigDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const strategies = useApp((s) => s.description?.strategies);
  const rows = useApp((s) => s.comparison?.rows);
  const settings = useApp((s) => s.scenario.settings);
  const [text, setText] = useState('');
  const [error, setError] = useState<Reason | null>(null);
  const [notices, setNotices] = useState<readonly Reason[]>([]);
  const [applied, setApplied] = useState<readonly string[]>([]);
  const schemaOf: SchemaOf = (strategy) => strategies?.find((s) => s.id === strategy)?.params;
  const use = async () => {
    const read = await readConfig(text, schemaOf);
    setError(read.ok ? null : read.error);
    const { params = {}, summaryModel = null, notices: said = [] } = read.ok ? read.value : {};
    const row = summaryModel === null ? null : summarizerRow(settings, summaryModel);
    const all = row && 'key' in row ? [...said, row] : said;
    setNotices(all);
    setApplied(Object.keys(params));
    if (!read.ok) return;
    actions.setParams(params);
    if (row && 'summarizer' in row) actions.setRowModel(S4_ROW, S4_ROW, 'summarizer', row.summarizer);
    toast('config.applied', { titles: Object.keys(params).map(titleOf).join(', ') });
    if (all.length === 0) onClose();
  };
  return (
    <Dialog title={t('config.paste')} onClose={onClose}>
      <Panel title={t('config.paste')}>
        <p className="help">{t('config.paste.help')}</p>
        <textarea
          className={`rounder marginBottom8 ${classes.text} mono`}
          aria-label={t('config.paste')}
          placeholder={'context_compaction:\n  trigger_ratio: 0.8\n  keep_recent_rounds: 2'}
          spellCheck={false}
          rows={8}
          value={text}
          onChange={(e) => {
            setText(e.currentTarget.value);
            setError(null);
          }}
        />
        {error && (
          <p role="alert" className="problem">
            ⚠ {formatReason(error)}
          </p>
        )}
        {applied.length > 0 && <p className="help">{t('config.applied', { titles: applied.map(titleOf).join(', ') })}</p>}
        {notices.length > 0 && (
          <ul className="bullets second marginBottom8">
            {notices.map((notice) => (
              <li key={JSON.stringify(notice)}>{formatReason(notice)}</li>
            ))}
          </ul>
        )}
        <Button kind="primary" disabled={text.trim() === ''} onClick={() => void use()} text={t('config.use')} />
      </Panel>
      <Panel title={t('config.copy')}>
        <p className="help">{t('config.copy.help')}</p>
        <p className="row wrap gap8">
          {rows?.map((row) => (
            <CopyConfig key={row.key} row={row} />
          ))}
        </p>
      </Panel>
    </Dialog>
  );
}
