import { buttonOf } from '../components/acts.ts';
import type { ReactNode } from 'react';
import { Select } from '../components/NumberField.tsx';
import { formatReason } from '../../i18n/index.ts';
import { BY_WORDS, choiceId, isEmbedding } from '../../models/contract.ts';
import type { RowEmbedding, RowResult } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Section } from '../rows/Lines.tsx';
import { showRow } from '../rows/useTableRows.ts';
import type { TableRow } from '../rows/compare-rows.ts';
import { actions, useApp, useText } from '../store/index.ts';
import classes from './models.module.css';
import { embedderName, money, seconds, usageText, usesSummaries, writerName } from '../rows/model-words.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';

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

interface Props {
  readonly row: TableRow;
  readonly title: string;
  readonly what: 'embedder' | 'summarizer';
  readonly general: string;
  /** Those that there are, the built-in one first. */
  readonly ids: readonly string[];
  readonly nameOf: typeof writerName;
  readonly own: string | undefined;
  /** A model was added. */
  readonly some: boolean;
  readonly children: ReactNode;
}

/** Who does it for this row, and a duplicate of the row for each of the others. */
function ModelOfRow({ row, title, what, general, ids, nameOf, own, some, children }: Props) {
  const { t } = useText();
  const choices = own === undefined || ids.includes(own) ? ids : [...ids, own];
  return (
    <Section title={title}>
      <label className={classes.rowChoice}>
        <span className="hidden-text">{title}</span>
        <Select
          value={own ?? ''}
          none={t('models.row.as-set', { writer: nameOf(general, ids) })}
          options={choices.map((id) => [id, ids.includes(id) ? nameOf(id, ids) : id])}
          onChange={(chosen) => actions.setRowModel(row.key, row.info.id, what, chosen || undefined)}
        />
      </label>
      {children}
      <p className="wrap gap6 flex margin6-0-0">
        {ids
          .filter((id) => id !== (own ?? general))
          .map((id) => (
            <Button
              key={id}
              onClick={() => showRow(actions.duplicateWith(row.key, what, id))}
              text={t('models.row.also', { writer: nameOf(id, ids) })}
            />
          ))}
        <Button kind="link" {...buttonOf('models')} text={t(some ? 'control.models' : 'models.add')} />
      </p>
    </Section>
  );
}

export function RowEmbedder({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const general = useApp((s) => s.scenario.settings.embedder ?? BY_WORDS);
  const own = useApp((s) => s.scenario.rows.find((r) => r.key === row.key)?.embedder);
  if (!row.info.embeds) return null;
  const ids = [BY_WORDS, ...models.filter(isEmbedding).map(choiceId)];
  return (
    <ModelOfRow {...{ row, title: t('models.row.compared'), what: 'embedder', general, ids, nameOf: embedderName, own, some: ids.length > 1 }}>
      {row.result?.embedded && <Compared embedding={row.result.embedded} ids={ids} />}
    </ModelOfRow>
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
  return (
    <ModelOfRow {...{ row, title: t('models.row'), what: 'summarizer', general, ids, nameOf: writerName, own, some: models.length > 0 }}>
      <Calls result={result} />
    </ModelOfRow>
  );
}
