import { createColumnHelper } from '@tanstack/react-table';
import { memo, useEffect, useRef, useState } from 'react';
import { FAMILIES, type Family } from '../../engine/strategies/contract.ts';
import { lookup, t } from '../../i18n/index.ts';
import { Button, Segmented, Tap } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { DefinitionBox, DocumentLink } from '../documents/DocumentLink.tsx';
import {
  BY_ANSWER,
  type Chip,
  chipCounts,
  FAMILY,
  filterOf,
  filterRows,
  KIND,
  type Kind,
  kindOf,
  KINDS,
  LETTERS,
  passes,
  PLACE,
  rankOf,
  readFilter,
  rulesShort,
  SEARCH,
  STRATEGIES,
  SYSTEM,
  type System,
  systemOf,
  SYSTEMS,
  type TableRow,
  writeFilter,
} from '../rows/compare-rows.ts';
import { type MeasureColumn, measureColumns, measureDocument, pairOf } from '../rows/measures.ts';
import { useTableRows } from '../rows/useTableRows.ts';
import { isTheirs, useApp, useText } from '../store/index.ts';
import { PairButton, SortButton } from '../table/Head.tsx';
import { type AnyColumn, byNumber, byText, type ColumnDef, type features, groupFor, groupOf } from '../table/features.ts';
import { changeTable, defaultsOf, useTableView } from '../table/useDataTable.ts';
import { cellOf, NameCell, PinCell, StripCell } from './RowCells.tsx';
import cells from './cells.module.css';
import styles from './compare.module.css';
import { useHead } from './row-context.ts';
import { StripHead } from './strip/StripHead.tsx';

/** Widths of the table (px): the first columns, and what the strip never goes under. */
const PIN_WIDTH = 30;
const NAME_WIDTH = 216;
const STRIP_LEAST = 280;
/** Width of the sort arrow beside a head (px), and of its number if there are several. */
const ARROW = 14;
const KEY = 8;

interface ColumnChoice {
  readonly columns: readonly MeasureColumn[];
  readonly deltas: ReadonlySet<string>;
  /** px of each column, delta or sort arrow included. */
  readonly sizes: Readonly<Record<string, number>>;
}

export function chooseColumns(
  switched: Readonly<Record<string, boolean>>,
  sorted: readonly string[],
  allDeltas: boolean,
  hasBaseline: boolean,
  widths: Readonly<Record<string, number>> = {},
): ColumnChoice {
  const withDelta = (c: MeasureColumn): boolean => hasBaseline && c.deltaWidth > 0 && (allDeltas || c.id === sorted[0]);
  const widthOf = (c: MeasureColumn): number =>
    widths[c.id] ??
    c.width +
      (withDelta(c)
        ? c.deltaAdds
        : sorted.includes(c.id) || (c.pair !== undefined && sorted.includes(c.pair))
          ? ARROW + (sorted.length > 1 ? KEY : 0)
          : 0);
  const chosen = measureColumns.filter((c) => switched[c.id] ?? c.shown);
  return {
    columns: chosen,
    deltas: new Set(chosen.filter(withDelta).map((c) => c.id)),
    sizes: Object.fromEntries(measureColumns.map((c) => [c.id, widthOf(c)])),
  };
}

function Unit({ head, text, delta }: { readonly head: MeasureColumn['head']; readonly text: string; readonly delta: string | null }) {
  const { t } = useText();
  const tokenizer = useApp((s) => (s.comparison && !s.comparison.transcript.exact ? s.comparison.transcript.tokenizer : null));
  const rules = useApp((s) => s.comparison?.transcript.rules ?? null);
  const recalling = useApp((s) => (head === 'recall' ? s.recalling : null));
  if (recalling !== null) return <>{t('compare.unit.coming', { share: Math.floor(recalling * 100) / 100 })}</>;
  if (head === 'rules') return <>{rules === null ? '' : rulesShort(rules)}</>;
  if (delta) return <>{t('compare.unit.delta', { letter: delta })}</>;
  if (head !== 'tokenizer' || tokenizer === null) return <>{text}</>;
  return (
    <>
      {text},{' '}
      <abbr className="warn strong" title={t('compare.definition.approx', { tokenizer })}>
        ≈
      </abbr>
    </>
  );
}

function PricesUsed() {
  const prices = useApp((s) => s.measured?.prices ?? null);
  return prices && <p>{lookup('measure.cost.by', { ...prices })}</p>;
}

const MeasureHead = memo(function MeasureHead({ column, measure }: { readonly column: AnyColumn; readonly measure: MeasureColumn }) {
  const { t } = useText();
  const { deltas, baseline } = useHead();
  const [opened, setOpened] = useState(false);
  const title = t(measure.title);
  const definition = lookup(`measure.${measure.measure}.definition`);
  const limits = lookup(`measure.${measure.measure}.limits`);
  const other = pairOf(measure);
  const text = definition && other ? `${definition} ${t('compare.pair.help')}` : definition;
  const unit = <Unit head={measure.head} text={t(measure.unit)} delta={deltas.has(measure.id) && baseline ? LETTERS[0] : null} />;
  return (
    <>
      <SortButton column={column} help={text ?? undefined} onAltClick={text ? () => setOpened(true) : undefined}>
        {!other && <small>{unit}</small>}
      </SortButton>
      {other && (
        <small>
          {t('compare.pair.own')}{' '}
          <PairButton column={column} other={other.id} label={t('compare.pair.short')} title={t('compare.sort', { title: t(other.title) })} /> {unit}
        </small>
      )}
      {text && (
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          target={
            <Tap
              className={`muted absolute high24 layer1 left0 bottom0 wide24 emerges ${cells.info}`}
              aria-label={t('compare.definition.open', { title })}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <svg
                className="block r3 surface"
                width="12"
                height="12"
                viewBox="0 0 12 12"
                aria-hidden="true"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.2"
              >
                <circle cx="6" cy="6" r="5" />
                <path d="M6 5.4v3.2M6 3.4v.2" />
              </svg>
            </Tap>
          }
        >
          <DefinitionBox title={title} text={[text, ...(limits ? [limits] : []), ...(measure.better === 'none' ? [] : [t('compare.best')])]}>
            {measure.head === 'prices' && <PricesUsed />}
            <p>
              <DocumentLink id={measureDocument(measure.measure)}>{t('compare.definition.docs')}</DocumentLink>
            </p>
          </DefinitionBox>
        </Popover>
      )}
    </>
  );
});

const helper = createColumnHelper<typeof features, TableRow>();

const measureColumn = (measure: MeasureColumn) => {
  const Cell = cellOf(measure);
  return helper.accessor((row) => measure.value(row) ?? undefined, {
    id: measure.id,
    header: ({ column }) => <MeasureHead column={column} measure={measure} />,
    cell: ({ column, row }) => <Cell column={column} measure={measure} row={row.original} />,
    sortFn: byNumber,
    sortDescFirst: measure.first === 'high',
    size: measure.width,
    meta: { title: () => t(measure.title), unit: () => t(measure.unit), optional: !measure.shown },
  });
};

/** The agent of a session that came by a link is not the reader's. */
const kindTitle = (kind: Kind): string => t(kind === 'agent' && isTheirs(useApp.getState()) ? 'compare.kind.agent.theirs' : `compare.kind.${kind}`);

/** Never shown: only sorted, grouped or filtered by. */
const internal = (title: () => string) => ({ internal: true, title });

export const ALWAYS_FIRST: readonly string[] = ['letter', 'control', 'rank'];

function NameHead({ column }: { readonly column: AnyColumn }) {
  const { t } = useText();
  const { count } = useHead();
  return (
    <SortButton column={column}>
      <small>{t('compare.strategy.facts', { count })}</small>
    </SortButton>
  );
}

function AxisHead() {
  const { frame, ruler, onStripKey } = useHead();
  return <StripHead frame={frame} onKey={onStripKey} ruler={ruler} />;
}

function PinHead() {
  const { t } = useText();
  return <span className="hidden-text">{t('compare.head.pin')}</span>;
}

export const strategyColumns: readonly ColumnDef<TableRow>[] = helper.columns([
  helper.display({
    id: 'pin',
    header: () => <PinHead />,
    cell: ({ column, row }) => <PinCell column={column} row={row.original} />,
    enableHiding: false,
    enableResizing: false,
    size: PIN_WIDTH,
    minSize: PIN_WIDTH,
    meta: { title: () => t('compare.head.pin'), words: true, locked: true },
  }),
  helper.accessor('title', {
    id: 'strategy',
    header: ({ column }) => <NameHead column={column} />,
    cell: ({ column, row }) => <NameCell column={column} row={row.original} />,
    sortFn: byText,
    sortDescFirst: false,
    enableHiding: false,
    size: NAME_WIDTH,
    minSize: 120,
    meta: { title: () => t('label.policy'), words: true, locked: true },
  }),
  helper.display({
    id: 'strip',
    header: () => <AxisHead />,
    cell: ({ column, row }) => <StripCell column={column} row={row.original} />,
    enableHiding: false,
    enablePinning: false,
    enableResizing: false,
    size: STRIP_LEAST,
    meta: { title: () => t('strip.title'), words: true, grow: true },
  }),
  ...measureColumns.map(measureColumn),
  helper.accessor((row): Kind => kindOf(row), {
    id: KIND,
    sortFn: (a, b, id) => KINDS.indexOf(a.getValue<Kind>(id)) - KINDS.indexOf(b.getValue<Kind>(id)),
    meta: {
      ...internal(() => t('compare.group.kind')),
      group: { title: (kind) => kindTitle(kind as Kind), help: (kind) => t(`compare.kind.${kind as Kind}.help`) },
    },
  }),
  helper.accessor((row): System => systemOf(row), {
    id: SYSTEM,
    sortFn: (a, b, id) => SYSTEMS.indexOf(a.getValue<System>(id)) - SYSTEMS.indexOf(b.getValue<System>(id)),
    meta: {
      ...internal(() => t('compare.group.system')),
      group: { title: (system) => t(`compare.chip.${system as System}`) },
    },
  }),
  helper.accessor((row): Family => row.info.family, {
    id: FAMILY,
    sortFn: (a, b, id) => FAMILIES.indexOf(a.getValue<Family>(id)) - FAMILIES.indexOf(b.getValue<Family>(id)),
    meta: {
      ...internal(() => t('compare.group.family')),
      group: { title: (family) => lookup(`family.${family}`) ?? family, help: (family) => lookup(`family.${family}.help`) ?? '' },
    },
  }),
  helper.accessor((row) => (row.pin === null ? LETTERS.length : LETTERS.indexOf(row.pin)), {
    id: 'letter',
    sortFn: byNumber,
    meta: internal(() => t('compare.kind.compared')),
  }),
  helper.accessor((row) => Number(row.info.kind === 'control'), {
    id: 'control',
    sortFn: byNumber,
    meta: internal(() => t('compare.kind.controls')),
  }),
  helper.accessor('place', { id: PLACE, sortFn: byNumber, sortDescFirst: false, meta: internal(() => t('compare.order.answer')) }),
  helper.accessor((row) => rankOf(row.state), { id: 'rank', sortFn: byNumber, meta: internal(() => t('compare.order')) }),
  helper.accessor('title', {
    id: SEARCH,
    filterFn: (row, _id, filter: string) => passes(row.original, filter),
    meta: internal(() => t('compare.filter')),
  }),
]);

export const strategyDefaults = defaultsOf(strategyColumns, BY_ANSWER, KIND);

export const clearFilter = (): void => changeTable(STRATEGIES, { filters: undefined });

export function FilterBar({ focus, onClose }: { readonly focus: boolean; onClose(): void }) {
  const { t } = useText();
  const rows = useTableRows(
    useApp((s) => s.comparison),
    true,
  );
  const view = useTableView(STRATEGIES);
  const filter = filterOf(view);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { chips, text } = readFilter(filter);
  const set = (next: { readonly chips?: readonly Chip[]; readonly text?: string }): void =>
    changeTable(STRATEGIES, { filters: { ...view.filters, [SEARCH]: writeFilter({ chips, text, ...next }) } });
  const close = (): void => {
    clearFilter();
    onClose();
  };
  return (
    <search className={`row wrap second ruled bgApp gap4-12 ${styles.bar}`} aria-label={t('compare.filter.label')}>
      <input
        ref={input}
        type="search"
        aria-label={t('compare.filter.label')}
        placeholder={t('compare.filter.text')}
        value={text}
        onChange={(e) => set({ text: e.currentTarget.value })}
        onKeyDown={(e) => e.key === 'Escape' && close()}
      />
      <span role="group" aria-label={t('compare.filter.systems')} className="row wrap gap4">
        {chipCounts(rows).map(({ chip, count }) => (
          <Tap
            key={chip}
            className={`second oneLine surface hovers framed highHit pad0-8 ${styles.chip}`}
            aria-pressed={chips.includes(chip)}
            onClick={() => set({ chips: chips.includes(chip) ? chips.filter((c) => c !== chip) : [...chips, chip] })}
          >
            {t(`compare.chip.${chip}`)} <small className="num">{count}</small>
          </Tap>
        ))}
      </span>
      <span className="inline gap6 oneLine">
        {t('compare.order')}
        <Segmented
          label={t('compare.order')}
          value={groupOf(view, strategyDefaults) ?? ''}
          options={[
            [KIND, t('compare.order.kind')],
            ['', t('compare.order.column')],
            [SYSTEM, t('compare.order.system')],
            [FAMILY, t('compare.order.family')],
          ]}
          onChange={(group) => changeTable(STRATEGIES, { group: groupFor(group || null, strategyDefaults) })}
        />
      </span>
      <span className={`row gap8 muted num oneLine caption atEnd ${styles.end}`}>
        <span aria-live="polite">{t('compare.filter.count', { shown: filterRows(rows, filter).length, count: rows.length })}</span>
        <Button kind="ghost" icon="close" aria-label={t('compare.filter.close')} onClick={close} />
      </span>
    </search>
  );
}
