/** The loss view: everything that one strategy lost, or what one of two lost and the other still has; every line leads to its message. */
import { Tap } from '../components/Button.tsx';
import { Search, Select } from '../components/NumberField.tsx';
import { createContext, use, useMemo, useState } from 'react';
import { createColumnHelper } from '@tanstack/react-table';
import { USES } from '../../engine/measures/types.ts';
import { formatReason, lookup, t } from '../../i18n/index.ts';
import '../../i18n/en/loss.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { Dialog } from '../components/Dialog.tsx';
import type { TableRow } from '../rows/compare-rows.ts';
import { client, NEEDED, openLoss, showMarked, useApp, useAsk, useText, useUi } from '../store/index.ts';
import { lossLists, measureColumns, measureTitle } from '../rows/measures.ts';
import { useTableRows } from '../rows/useTableRows.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { VirtualTable } from '../table/DataTable.tsx';
import { byCharacters, byNumber, byText, type ColumnDef, type features, isEqual } from '../table/features.ts';
import { defaultsOf, useDataTable, usePassing } from '../table/useDataTable.ts';
import { factId, FactList, Pair, useLost } from './Facts.tsx';
import styles from './loss.module.css';

type LineFate = ListedLine['fate'];
type Use = (typeof USES)[number];

export function holdsWords({ text, beside }: Pick<ListedLine, 'text' | 'beside'>, words: string): boolean {
  const inText = text.toLocaleLowerCase();
  const inBeside = beside?.value.toLocaleLowerCase() ?? '';
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => inText.includes(word) || inBeside.includes(word));
}

export function countsBy<K extends string>(lines: readonly ListedLine[], of: (line: ListedLine) => K | null): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const line of lines) {
    const value = of(line);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

export const GoContext = createContext<() => void>(() => {});

function Spots({ line }: { readonly line: ListedLine }) {
  const { t } = useText();
  const onGo = use(GoContext);
  return (
    <span className="row wrap gap0-10">
      {line.spots.map(({ role, message, recorded = message }) =>
        message < 0 ? (
          <small key={role} title={t('loss.spot.elsewhere')}>
            {t(`answer.place.${role}`, { number: recorded + 1 })}
          </small>
        ) : (
          <Tap
            key={role}
            className="accent num caption oneLine underlines edge leastHighHit pad0-2"
            data-role={role}
            title={t('loss.go')}
            onClick={() => {
              onGo();
              showMarked(message, line.marks);
            }}
            text={t(`answer.place.${role}`, { number: recorded + 1 })}
          />
        ),
      )}
      {line.cut > 0 && <small>{t('loss.cut', { cut: line.cut })}</small>}
      {line.messages > 1 && <small>{t('loss.messages', { count: line.messages })}</small>}
    </span>
  );
}

export const idOf = ({ id }: ListedLine): string => id;

const FATES: readonly LineFate[] = ['lost', 'degraded', 'recoverable'];
const helper = createColumnHelper<typeof features, ListedLine>();
const kindWord = (kind: string): string => lookup(`loss.kind.${kind}`) ?? kind;

function beside({ beside: found }: ListedLine): string | null {
  if (!found || found.value === '') return null;
  return t(`loss.beside.${found.what}`, { value: found.what === 'told' ? kindWord(found.value) : found.value });
}

function placeOf({ spots: [first] }: ListedLine): number | null {
  return first === undefined ? null : first.message + 1;
}

export const lossColumns: readonly ColumnDef<ListedLine>[] = helper.columns([
  helper.accessor(({ text }) => text.toLowerCase(), {
    id: 'text',
    cell: ({ row: { original } }) => {
      const below = beside(original);
      return (
        <>
          <span className={`block caption ellipsis ${styles.fact}`} title={original.text}>
            {original.text}
          </span>
          {below && (
            <small className="block ellipsis" title={below}>
              {below}
            </small>
          )}
        </>
      );
    },
    sortFn: byCharacters,
    sortDescFirst: false,
    filterFn: (row, _id, words: string) => holdsWords(row.original, words),
    enableHiding: false,
    minSize: 160,
    meta: { title: () => t('loss.text'), saved: (row) => (row as ListedLine).text, words: true, grow: true, locked: true, rowHeader: true },
  }),
  helper.accessor(({ kind }) => kindWord(kind), {
    id: 'kind',
    cell: ({ getValue }) => getValue(),
    sortFn: byText,
    sortDescFirst: false,
    filterFn: ({ original }, _id, kind: string) => original.kind === kind,
    size: 92,
    meta: { title: () => t('loss.kind'), words: true, group: { title: (word) => word } },
  }),
  helper.accessor('fate', {
    id: 'fate',
    cell: ({ getValue }) => (
      <span className={`second caption ${styles.fate}`} data-fate={getValue()}>
        {t(`loss.fate.${getValue()}`)}
      </span>
    ),
    sortFn: (a, b) => FATES.indexOf(a.original.fate) - FATES.indexOf(b.original.fate),
    sortDescFirst: false,
    filterFn: isEqual,
    size: 104,
    meta: {
      title: () => t('strip.title.short'),
      help: () => t('loss.fate.help'),
      words: true,
      group: { title: (fate) => t(`loss.fate.${fate as LineFate}`) },
    },
  }),
  helper.accessor(({ use }) => use ?? undefined, {
    id: 'use',
    cell: ({ getValue }) => {
      const use = getValue();
      return use ? t(`loss.use.${use}`) : '—';
    },
    sortFn: (a, b) => USES.indexOf(a.original.use!) - USES.indexOf(b.original.use!),
    sortDescFirst: false,
    filterFn: isEqual,
    size: 112,
    meta: { title: () => t('loss.use'), help: () => t('loss.use.help'), words: true, optional: true },
  }),
  helper.accessor(({ spots }) => spots[0]?.message, {
    id: 'where',
    cell: ({ row }) => <Spots line={row.original} />,
    sortFn: byNumber,
    sortDescFirst: false,
    size: 252,
    meta: { title: () => t('loss.where'), help: () => t('loss.where.help'), saved: (row) => placeOf(row as ListedLine), words: true },
  }),
  helper.accessor('messages', {
    id: 'messages',
    cell: ({ getValue }) => (getValue() > 0 ? getValue() : '—'),
    sortFn: byNumber,
    size: 84,
    meta: { title: () => t('label.messages'), optional: true },
  }),
]);

const MOST_FACTS = 300;
const NO_LINES: readonly ListedLine[] = [];
const LOSSES = 'losses';
const DEFAULTS = defaultsOf(lossColumns, []);

function Choice({
  rows,
  row,
  against,
  onAgainst,
}: {
  readonly rows: readonly TableRow[];
  readonly row: TableRow;
  readonly against: string;
  onAgainst(key: string): void;
}) {
  const { t } = useText();
  const list = useUi((s) => s.loss?.list);
  const compacted = rows.filter((one) => one.state === 'compacted' || one === row);
  const pinned = compacted.filter((one) => one.pin && one !== row);
  return (
    <div className={`row wrap ${styles.choice}`}>
      <label className={`row gap6 shrinks muted ${styles.chosen}`}>
        {t('label.policy')}
        <Select
          value={row.key}
          options={compacted.map((one) => [one.key, one.pin ? `${one.pin} · ${one.title}` : one.title])}
          onChange={(chosen) => {
            onAgainst('');
            openLoss(chosen, list);
          }}
        />
      </label>
      {pinned.length > 0 && (
        <label className={`row gap6 shrinks muted ${styles.chosen}`}>
          {t('loss.mode')}
          <Select
            value={against}
            none={t('label.all')}
            options={pinned.map((one) => [one.key, t('loss.mode.against', { title: `${one.pin} · ${one.title}` })])}
            onChange={onAgainst}
          />
        </label>
      )}
      <ColumnChooser atEnd name={LOSSES} columns={lossColumns} defaults={DEFAULTS} />
    </div>
  );
}

function Narrow<V extends string>({
  label,
  all,
  value,
  counts,
  words,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly counts: ReadonlyMap<V, number>;
  words(value: V): string;
  onChange(value: string): void;
}) {
  const { n } = useText();
  if (counts.size < 2 && value === '') return null;
  return (
    <Select
      aria-label={label}
      value={value as V}
      none={all}
      options={[...counts].map(([one, count]) => [one, `${words(one)} (${n.whole(count)})`])}
      onChange={onChange}
    />
  );
}

function Needed() {
  const { t } = useText();
  const found = useLost();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  if (!found) return <p className={`second grows ${styles.empty}`}>{t('loss.none.recall')}</p>;
  const sought = words.trim().toLocaleLowerCase();
  const facts = found
    .filter(({ text }) => text.toLocaleLowerCase().includes(sought))
    .toSorted((a, b) => b.needed.length - a.needed.length || (b.lost[0] ?? 0) - (a.lost[0] ?? 0));
  const selected = facts.find((fact) => factId(fact) === chosen) ?? facts[0] ?? null;
  return (
    <>
      <div className={`row wrap ${styles.filters}`}>
        <Search label={t('loss.find')} value={words} onChange={setWords} />
        <span role="status" className="muted num atEnd">
          {t('loss.count', { count: facts.length })}
        </span>
      </div>
      {selected ? (
        <div className={`fillHeight grid ${styles.needed}`}>
          <FactList groups={[{ title: null, facts: facts.slice(0, MOST_FACTS) }]} selected={selected} onSelect={(fact) => setChosen(factId(fact))} />
          <Pair fact={selected} />
        </div>
      ) : (
        <p className={`second grows ${styles.empty}`}>{t('loss.none')}</p>
      )}
    </>
  );
}

export function LossDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const recalling = useApp((s) => s.recalled?.of !== s.comparison && s.lossError === null);
  const rows = useTableRows(comparison);
  const target = useUi((s) => s.loss);
  const [against, setAgainst] = useState('');
  const passing = usePassing(target?.kind ? { filters: { kind: target.kind } } : {});
  const row = rows.find(({ key }) => key === target?.key) ?? rows.find(({ pin }) => pin === 'A') ?? rows[0];
  const joins = target?.list === NEEDED;
  const list = lossLists.find(({ id }) => id === target?.list) ?? lossLists[0]!;
  const compacted = row?.state === 'compacted';
  const recalled = useApp((s) => s.recalled);
  const { answer, failed } = useAsk(client.losses, row && compacted ? [row.key, against || null] : null, [comparison, recalled]);
  const found = failed ? null : answer;
  const lines = found?.lines ?? NO_LINES;
  const counts = useMemo(() => countsBy(lines, (line) => line.list), [lines]);
  const ofList = useMemo(() => lines.filter((line) => line.list === list.id), [lines, list]);
  const data = useDataTable({ name: LOSSES, data: ofList, columns: lossColumns, rowId: idOf, passing });
  const { filters = {} } = data.view;
  const shown = data.table.getFilteredRowModel().rows.length;
  if (!row) return null;
  const filter =
    (id: string) =>
    (value: string): void =>
      data.change({ filters: { ...filters, [id]: value } });
  const choose = (next: string): void => {
    // Kinds, fates and uses are those of a list; the words looked for stay.
    data.change({ filters: { text: filters.text ?? '' } });
    openLoss(row.key, next);
  };
  // An empty list of a row that nobody can measure is no loss of nothing.
  const column = measureColumns.find(({ lists }) => lists === list.id);
  const why = column && column.value(row) === null ? column.why(row) : null;
  const empty = !compacted
    ? t('loss.none.row')
    : failed
      ? t('diff.failed', { message: formatReason(failed) })
      : !found
        ? t('list.looking')
        : ofList.length > 0
          ? t('list.none')
          : list.from === 'recall' && recalling
            ? t('loss.none.recall')
            : why
              ? formatReason(why)
              : t('loss.none');
  return (
    <Dialog title={t('answer.lost')} onClose={onClose} wide>
      <div className={`stack gap8 shrinksHeight ${styles.dialog}`}>
        {!joins && <Choice rows={rows} row={row} against={against} onAgainst={setAgainst} />}
        <div className={`wrap flex ruledStrong ${styles.groups}`} role="radiogroup" aria-label={t('loss.groups')}>
          <label className="relative pressable">
            <input className="absolute inset0 opacity0 pressable" type="radio" name="loss-group" checked={joins} onChange={() => choose(NEEDED)} />
            <span className="block second">{t('loss.needed')}</span>
          </label>
          {lossLists.map(({ id: one, from }) => (
            <label className="relative pressable" key={one}>
              <input
                className="absolute inset0 opacity0 pressable"
                type="radio"
                name="loss-group"
                checked={!joins && one === list.id}
                onChange={() => choose(one)}
              />
              <span className="block second">
                {measureTitle(one)}{' '}
                <b className="muted regular num">{found && !(from === 'recall' && recalling) ? n.whole(counts.get(one) ?? 0) : '…'}</b>
              </span>
            </label>
          ))}
        </div>
        {joins ? (
          <Needed />
        ) : (
          <>
            <p className={`small muted ${styles.help}`}>{lookup(`measure.${list.id}.list.help`)}</p>
            <div className={`row wrap ${styles.filters}`}>
              <Search label={t('loss.find')} value={filters.text ?? ''} onChange={filter('text')} />
              <Narrow
                label={t('loss.kind')}
                all={t('loss.kind.all')}
                value={filters.kind ?? ''}
                counts={countsBy(ofList, (line) => line.kind)}
                words={(one) => lookup(`loss.kind.${one}`) ?? one}
                onChange={filter('kind')}
              />
              <Narrow<LineFate>
                label={t('strip.title.short')}
                all={t('loss.fate.all')}
                value={filters.fate ?? ''}
                counts={countsBy<LineFate>(ofList, (line) => line.fate)}
                words={(one) => t(`loss.fate.${one}`)}
                onChange={filter('fate')}
              />
              <Narrow<Use>
                label={t('loss.use')}
                all={t('loss.use.all')}
                value={filters.use ?? ''}
                counts={usesOf(ofList)}
                words={(one) => t(`loss.use.${one}`)}
                onChange={filter('use')}
              />
              <span role="status" className="muted num atEnd">
                {found ? t('loss.count', { count: shown }) : ''}
              </span>
            </div>
            {shown > 0 ? (
              <GoContext value={onClose}>
                <VirtualTable data={data} label={t('loss.list')} stacks />
              </GoContext>
            ) : (
              <p className={`second grows ${styles.empty}`}>{empty}</p>
            )}
            <p className={`small muted ${styles.help}`}>{lookup('measure.presence')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}

function usesOf(lines: readonly ListedLine[]): ReadonlyMap<Use, number> {
  const counts = countsBy<Use>(lines, (line) => line.use);
  return new Map(USES.flatMap((use) => (counts.has(use) ? [[use, counts.get(use)!] as const] : [])));
}
