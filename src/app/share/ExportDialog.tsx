import { useState } from 'react';
import { WISHES } from '../../engine/answer/contract.ts';
import type { Warning } from '../../engine/transcript/types.ts';
import { errorText, formatTitle, formatWarning } from '../../i18n/index.ts';
import { toFile } from '../../scenario/codec.ts';
import type { FoundSecrets } from '../../worker/protocol.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { Button, Icon, Panel } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Field, Fields, Select } from '../components/NumberField.tsx';
import { client, requestNow, smallestIn, toast, useApp, useText } from '../store/index.ts';
import { copyText, download, fileName } from '../components/elements.ts';
import classes from './share.module.css';

const MIME = { json: 'application/json', jsonl: 'application/jsonl', md: 'text/markdown', txt: 'text/plain', csv: 'text/csv' } as const;

const OWN = 'playground';

async function savedWithHistory(key: string | null): ReturnType<typeof client.request> {
  const reply = await client.saved(key, new Date().toISOString());
  return reply.ok ? { ok: true, value: { format: OWN, text: reply.value, warnings: [] } } : reply;
}

const ORIGINAL = '';

export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const loaded = useApp((s) => s.loaded);
  const rows = useApp((s) => s.comparison?.rows);
  const answer = useApp((s) => s.compared[1]);
  const scenario = useApp((s) => s.scenario);
  const formats = useApp((s) => s.description?.formats)?.filter((f) => f.canExport);
  const level = useApp((s) => s.comparison?.history.levels.length ?? 0);
  const recalling = useApp((s) => s.recalling);
  const wishes = scenario.view.wishes ?? WISHES;
  const smallest = useApp((s) => smallestIn(s, wishes));
  const own = loaded?.reply.format;
  const [row, setRow] = useState(rows?.some((r) => r.key === answer) ? (answer ?? ORIGINAL) : ORIGINAL);
  const [format, setFormat] = useState(formats?.some((f) => f.id === own) ? (own ?? '') : (formats?.[0]?.id ?? ''));
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!loaded || !rows || !formats) return null;

  const text = async (use: (text: string, extension: keyof typeof MIME) => void | Promise<void>) => {
    setBusy(true);
    setError(null);
    const key = row === ORIGINAL ? null : row;
    const reply = format === OWN ? await savedWithHistory(key) : await client.request(key, format);
    setBusy(false);
    if (!reply.ok) {
      setError(errorText(reply.error));
      return;
    }
    setWarnings(reply.value.warnings);
    const extension = formats.find((f) => f.id === reply.value.format)?.extension ?? 'txt';
    await use(reply.value.text, extension in MIME ? (extension as keyof typeof MIME) : 'txt');
  };
  const comparison = async (kind: 'csv' | 'json') => {
    setError(null);
    const reply = await client.exportComparison(kind, { name: loaded.name, wishes, smallest });
    if (reply.ok) download(fileName(loaded.name, 'comparison', kind), reply.value, MIME[kind]);
    else setError(errorText(reply.error));
  };
  const scenarioFile = async () => {
    setError(null);
    const request = requestNow();
    const used = request && scenario.settings.models.length > 0 ? await client.usedSummaries(request) : null;
    if (used && !used.ok) setError(errorText(used.error));
    download(fileName(loaded.name, 'scenario', 'json'), toFile(scenario, used?.ok ? used.value : []), MIME.json);
  };
  return (
    <Dialog title={t('header.export')} onClose={onClose}>
      <Panel title={t('export.transcript')}>
        <p className="help">{t('export.transcript.help')}</p>
        <Fields>
          <Field label={t('label.policy')} className={classes.choice}>
            <select value={row} onChange={(e) => setRow(e.currentTarget.value)}>
              <option value={ORIGINAL}>{level > 0 ? t('history.export.context', { level }) : t('compare.original')}</option>
              {rows.map((r) => (
                <option key={r.key} value={r.key} disabled={r.outcome === 'failed'}>
                  {strategyTitle(r.strategy, r.key)}
                  {r.outcome !== 'compacted' ? ` (${t(`compare.note.${r.outcome}`)})` : ''}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('label.format')} className={classes.choice}>
            <Select value={format} options={formats.map((f) => [f.id, formatTitle(f.id)])} onChange={setFormat} />
          </Field>
          <Button
            kind="primary"
            icon="export"
            disabled={busy}
            onClick={() => void text((content, extension) => download(fileName(loaded.name, row || 'original', extension), content, MIME[extension]))}
            text={t('export.download')}
          />
          <Button
            icon="copy"
            disabled={busy}
            onClick={() =>
              void text(async (content) => void ((await copyText(content)) ? toast('action.copied') : setError(t('export.noClipboard'))))
            }
            text={t('action.copy')}
          />
        </Fields>
        {format === OWN && <p className="help">{t('history.export.own')}</p>}
        {warnings.length > 0 && (
          <ul className="bullets warn marginTop8">
            {warnings.map((w) => (
              <li key={`${w.code}|${w.path ?? ''}`}>{formatWarning(w)}</li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('export.comparison')}>
        <Fields>
          <Button icon="export" onClick={() => void comparison('csv')} text={t('table.save.csv')} />
          <Button icon="export" onClick={() => void comparison('json')} text={t('table.save.json')} />
        </Fields>
        {recalling !== null && <p className="help">{t('export.recall', { share: Math.floor(recalling * 100) / 100 })}</p>}
      </Panel>
      <Panel title={t('export.scenario')}>
        <p className="help">{t('export.scenario.help')}</p>
        <Button icon="export" onClick={() => void scenarioFile()} text={t('export.scenario.download')} />
      </Panel>
      {error && <Problem text={error} />}
    </Dialog>
  );
}

export function Secrets({ found, open, says }: { readonly found: readonly FoundSecrets[]; readonly open: boolean; readonly says: string }) {
  const { n } = useText();
  return (
    <div className="callout" data-open={open || undefined} role={open ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>
        <p>{says}</p>
        <ul className="bullets">
          {found.map((s) => (
            <li key={s.kind}>
              {s.kind} × {n.whole(s.count)} <code className="mono">{s.sample}</code>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export const Problem = ({ text }: { readonly text: string }) => (
  <p role="alert" className="problem">
    {text}
  </p>
);

export const countOf = (found: readonly FoundSecrets[]): number => found.reduce((sum, { count }) => sum + count, 0);
