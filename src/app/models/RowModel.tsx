/** For one row: who writes its summaries, a duplicate with another writer, and the cost of the calls. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { choiceId, isEmbedding } from '../../models/contract.ts';
import type { RowCalls } from '../../worker/model-protocol.ts';
import { Button } from '../components/Button.tsx';
import { Section } from '../compare/Lines.tsx';
import { showRow } from '../compare/linked.ts';
import type { TableRow } from '../compare/rows.ts';
import { actions, useApp, useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import classes from './models.module.css';
import { money, seconds, usageText, usesSummaries, writerName } from './words.ts';

/** Value of the choice "as the settings say". */
const AS_SET = '';

function Calls({ calls }: { readonly calls: RowCalls }) {
  const { t, n } = useText();
  const { count, usage, ms, price } = calls;
  return (
    <p className={`${classes.calls} num`}>
      {t('models.row.calls', { count })} · {usageText(usage, n)} · {seconds(ms, n)} · {money(price)}
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
      {result.calls && <Calls calls={result.calls} />}
      <p className={classes.also}>
        {others.map((id) => (
          <Button key={id} onClick={() => showRow(actions.duplicateWith(row.key, 'summarizer', id))}>
            {t('models.row.also', { writer: writerName(id, ids) })}
          </Button>
        ))}
        <Button kind="link" onClick={() => openDialog('models')}>
          {t(models.length > 0 ? 'models.title' : 'models.row.setup')}
        </Button>
      </p>
    </Section>
  );
}
