/** The comparison: notices about the whole of it, then the table. Its tools are in the tab bar. */
import { buttonOf } from '../components/acts.ts';
import { Check, Select } from '../components/NumberField.tsx';
import { useState } from 'react';
import { FATES } from '../../engine/strategies/contract.ts';
import { formatReason } from '../../i18n/index.ts';
import { Button, TabTools, Tap } from '../components/Button.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { FateChip } from '../rows/Chips.tsx';
import { ModelBar } from '../models/ModelBar.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import menus from '../table/table.module.css';
import { useTableView } from '../table/useDataTable.ts';
import { clearFilter, FilterBar, strategyColumns, strategyDefaults } from './strategyColumns.tsx';
import { StrategyTable } from './StrategyTable.tsx';
import { filterOf, STRATEGIES } from '../rows/compare-rows.ts';
import styles from './compare.module.css';
import { newPipeline, OWN_PIPELINE, selectRows, useSelectedRows, useTableRows } from '../rows/useTableRows.ts';

export function RecordedPlaces() {
  const { t } = useText();
  const info = useApp((s) => s.loaded?.reply.conversations[s.scenario.conversation]);
  const until = useApp((s) => s.scenario.until ?? null);
  if (!info || info.places.length === 0) return null;
  const { places, compactions } = info;
  return (
    <p className={`second ruled bgApp ${styles.banner}`}>
      <label>
        {t('compare.place')}{' '}
        <Select
          value={until !== null && places.includes(until) ? until : ''}
          none={t('compare.place.end')}
          options={places.map((number) => [number, t('compare.place.at', { number, of: compactions })])}
          onChange={(chosen) => actions.chooseUntil(chosen || null)}
        />
      </label>{' '}
      <span className="muted">{t(until === null ? 'compare.place.end.help' : 'compare.place.at.help')}</span>
    </p>
  );
}

function Legend() {
  const { t } = useText();
  return (
    <ul className={`legend second ${styles.legend}`} aria-label={t('compare.legend')}>
      {FATES.map((fate) => (
        <li key={fate}>
          <FateChip fate={fate} />
          <span aria-hidden>{t(`fate.${fate}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Filter({ opened, onToggle }: FilterState) {
  const { t } = useText();
  return <Button kind="ghost" icon="find" aria-expanded={opened} onClick={onToggle} text={t('compare.filter')} />;
}

function NewPipeline() {
  const { t } = useText();
  const known = useApp((s) => s.description?.strategies.some((info) => info.id === OWN_PIPELINE) ?? false);
  if (!known) return null;
  return <Button kind="ghost" icon="add" title={t('compare.pipeline.help')} onClick={newPipeline} text={t('compare.pipeline')} />;
}

function Columns() {
  const { t } = useText();
  const deltas = useApp((s) => s.scenario.view.deltas);
  return (
    <ColumnChooser name={STRATEGIES} columns={strategyColumns} defaults={strategyDefaults}>
      <Check
        className={`row leastHigh24 gap7 pressable ${menus.choice}`}
        checked={deltas}
        onChange={(on) => actions.setView('deltas', on)}
        text={t('compare.columns.deltas')}
      />
    </ColumnChooser>
  );
}

interface FilterState {
  readonly opened: boolean;
  onToggle(): void;
}

export function CompareTools({ narrow, filter }: { readonly narrow: boolean; readonly filter: FilterState }) {
  return (
    <>
      {!narrow && <Legend />}
      {!narrow && <i className={`wide1 ${styles.divider}`} aria-hidden />}
      <Filter {...filter} />
      <NewPipeline />
      {!narrow && <Columns />}
    </>
  );
}

function SelectionChip() {
  const { t } = useText();
  const rows = useTableRows(useApp((s) => s.comparison));
  const selected = useSelectedRows();
  const count = rows.filter(({ key }) => selected.has(key)).length;
  if (count === 0) return null;
  return (
    <p className={`row wrap second ruled bgApp gap4-12 ${styles.bar}`} role="status">
      <Tap
        className={`second oneLine surface hovers framed highHit pad0-8 ${styles.chip}`}
        aria-pressed
        title={t('plot.selection.clear')}
        onClick={() => selectRows(new Set())}
      >
        {t('plot.selection', { count })} <span aria-hidden>✕</span>
        <span className="hidden-text">{t('plot.selection.clear')}</span>
      </Tap>
    </p>
  );
}

const NARROW = '(max-width: 720px)';

interface BannerProps {
  readonly tone: 'plain' | 'bad';
  readonly text: string;
  readonly act: { readonly text: string; onClick(): void };
}

function BannerLine({ tone, text, act }: BannerProps) {
  return (
    <p className={`second ruled bgApp ${styles.banner} ${tone === 'bad' ? 'bad' : ''}`} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {tone === 'bad' && <span aria-hidden>⚠</span>} {text}{' '}
      <Tap className={`accent medium rounded leastHigh24 pad0-4 ${styles.link}`} onClick={act.onClick} text={act.text} />
    </p>
  );
}

function Banner() {
  const { t } = useText();
  const error = useApp((s) => s.compareError);
  const running = useApp((s) => s.running !== null);
  const comparison = useApp((s) => s.comparison);
  const sample = useApp((s) => s.samples[0] ?? null);
  if (running) return null;
  if (error?.code === 'cancelled') return <BannerLine tone="plain" text={t('compare.cancelled')} act={buttonOf('again')} />;
  if (error) return <BannerLine tone="bad" text={t('compare.failed', { message: error.message })} act={buttonOf('again')} />;
  if (!comparison || comparison.rows.length === 0 || comparison.rows.some((r) => r.outcome !== 'unchanged')) return null;
  const { target } = comparison.rows[0] ?? {};
  const text =
    typeof target === 'number' && comparison.transcript.total <= target
      ? t('compare.small', { tokens: comparison.transcript.total, target })
      : t('compare.small.why');
  if (!sample) return null;
  return <BannerLine tone="plain" text={text} act={{ text: t('compare.small.sample'), onClick: () => void actions.openSample(sample.id) }} />;
}

function Uncovered() {
  const { t } = useText();
  const reason = useApp((s) => s.comparison?.rows.find((row) => row.note?.key === 'note-keywords-language')?.note ?? null);
  if (!reason) return null;
  const rows = t('compare.uncovered');
  return <BannerLine tone="plain" text={`${rows}: ${formatReason(reason)}`} act={buttonOf('keywords')} />;
}

export function ComparePane() {
  const { t } = useText();
  const empty = useApp((s) => s.comparison === null && s.load.phase === 'idle');
  const narrow = useMediaQuery(NARROW);
  const filters = filterOf(useTableView(STRATEGIES)) !== '';
  const [opened, setOpened] = useState(false);
  const bar = opened || filters;
  const toggle = (): void => {
    if (bar) clearFilter();
    setOpened(!bar);
  };
  return (
    <div className="stack surface highFull narrowHighAuto">
      <TabTools>
        <CompareTools narrow={narrow} filter={{ opened: bar, onToggle: toggle }} />
      </TabTools>
      {narrow && <Legend />}
      {bar && <FilterBar focus={opened} onClose={() => setOpened(false)} />}
      <RecordedPlaces />
      <ModelBar />
      <Banner />
      <Uncovered />
      {empty && <p className={`second ruled bgApp ${styles.banner}`}>{t('compare.empty')}</p>}
      <SelectionChip />
      {/* Open rows have headings below it; the settings' own are not there when they are folded away. */}
      <h2 className="hidden-text">{t('compare.strategies')}</h2>
      <StrategyTable narrow={narrow} />
    </div>
  );
}
