/** For one row: who writes its summaries, a duplicate with another writer, and the cost of the calls. */
import { formatReason } from '../../i18n/index.ts';
import { BY_WORDS, choiceId, isEmbedding } from '../../models/contract.ts';
import type { RowEmbedding, RowResult } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Section } from '../rows/Lines.tsx';
import { showRow } from '../rows/useTableRows.ts';
import type { TableRow } from '../rows/compare-rows.ts';
import { actions, useApp, useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import classes from './models.module.css';
import { embedderName, money, seconds, usageText, usesSummaries, writerName } from '../rows/model-words.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';

// For one row: what it compares by, a duplicate that compares by something else, and the cost of the embeddings.

function Compared({ embedding, ids }: { readonly embedding: RowEmbedding; readonly ids: readonly string[] }) {
  const { t, n } = useText();
  const { id, texts, tokens, price, lacking } = embedding;
  return (
    <>
      <p className={lacking ? 'warn' : 'help'}>
        {lacking ? formatReason(lacking) : t('reason.trace-clusters-embeddings', { model: embedderName(id, ids) })}
      </p>
      <p className="plainText margin4-0 num">{t('models.row.compared.facts', { count: texts, tokens: n.whole(tokens), price: money(price) })}</p>
    </>
  );
}

export function RowEmbedder({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const general = useApp((s) => s.scenario.settings.embedder ?? BY_WORDS);
  const own = useApp((s) => s.scenario.rows.find((r) => r.key === row.key)?.embedder);
  if (!row.info.embeds) return null;
  const ids = [BY_WORDS, ...models.filter(isEmbedding).map(choiceId)];
  const others = ids.filter((id) => id !== (own ?? general));
  return (
    <Section title={t('models.row.compared')}>
      <label className={classes.rowChoice}>
        <span className="hidden-text">{t('models.row.compared')}</span>
        <select value={own ?? ''} onChange={(e) => actions.setRowModel(row.key, row.info.id, 'embedder', e.currentTarget.value || undefined)}>
          <option value="">{t('models.row.as-set', { writer: embedderName(general, ids) })}</option>
          {ids.map((id) => (
            <option key={id} value={id}>
              {embedderName(id, ids)}
            </option>
          ))}
          {own !== undefined && !ids.includes(own) && <option value={own}>{own}</option>}
        </select>
      </label>
      {row.result?.embedded && <Compared embedding={row.result.embedded} ids={ids} />}
      <p className="wrap gap6 flex margin6-0-0">
        {others.map((id) => (
          <Button
            key={id}
            onClick={() => showRow(actions.duplicateWith(row.key, 'embedder', id))}
            text={t('models.row.also', { writer: embedderName(id, ids) })}
          />
        ))}
        <Button kind="link" onClick={() => openDialog('models')} text={t(ids.length > 1 ? 'control.models' : 'models.add')} />
      </p>
    </Section>
  );
}

const AS_SET = '';

function Calls({ result: { spent, price } }: { readonly result: RowResult }) {
  const { t, n } = useText();
  if (!spent) return null;
  const { calls: count, usage, ms } = spent;
  return (
    <p className="plainText margin4-0 num">
      {t('send.calls.value', { count })} · {usageText(usage, n)} · {seconds(ms, n)} · {money(price)}
    </p>
  );
}

export function RowModel({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const general = useApp((s) => s.scenario.settings.summarizer);
  const own = useApp((s) => s.scenario.rows.find((r) => r.key === row.key)?.summarizer);
  const { result } = row;
  if (!result || (own === undefined && !usesSummaries(result))) return null;
  const ids = [BUILT_IN, ...models.filter((choice) => !isEmbedding(choice)).map(choiceId)];
  const others = ids.filter((id) => id !== (own ?? general));
  return (
    <Section title={t('models.row')}>
      <label className={classes.rowChoice}>
        <span className="hidden-text">{t('models.row')}</span>
        <select value={own ?? AS_SET} onChange={(e) => actions.setRowModel(row.key, row.info.id, 'summarizer', e.currentTarget.value || undefined)}>
          <option value={AS_SET}>{t('models.row.as-set', { writer: writerName(general, ids) })}</option>
          {ids.map((id) => (
            <option key={id} value={id}>
              {writerName(id, ids)}
            </option>
          ))}
          {own !== undefined && !ids.includes(own) && <option value={own}>{own}</option>}
        </select>
      </label>
      <Calls result={result} />
      <p className="wrap gap6 flex margin6-0-0">
        {others.map((id) => (
          <Button
            key={id}
            onClick={() => showRow(actions.duplicateWith(row.key, 'summarizer', id))}
            text={t('models.row.also', { writer: writerName(id, ids) })}
          />
        ))}
        <Button kind="link" onClick={() => openDialog('models')} text={t(models.length > 0 ? 'control.models' : 'models.add')} />
      </p>
    </Section>
  );
}
