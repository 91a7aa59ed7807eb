/** The first row: the unchanged transcript, outside the sort. */
import { type CSSProperties, type FC, Suspense, useEffect } from 'react';
import type { Violation } from '../../engine/measures/contract.ts';
import { part } from '../components/part.ts';
import { Popover, usePopover } from '../components/Popover.tsx';
import { useApp, useText } from '../store/index.ts';
import { RowTh, Td } from '../table/TableCells.tsx';
import type { AnyColumn } from '../table/features.ts';
import styles from './compare.module.css';
import { formatValue, type MeasureColumn, measureColumns } from './measures.ts';
import { LETTERS, rulesName } from './compare-rows.ts';
import { useHead } from './row-context.ts';
import { describeOriginal, OriginalStrip } from './strip/Strip.tsx';
import { ValidMark } from './ValidMark.tsx';
import cells from './cells.module.css';

const STRIP = 22;
const STRIP_NARROW = 20;

interface Props {
  readonly column: AnyColumn;
}
type MeasuredProps = Props & { readonly measure: MeasureColumn };

function Name({ column }: Props) {
  const { t } = useText();
  const { color, baseline } = useHead();
  const level = useApp((s) => s.comparison?.history.levels.length ?? 0);
  const name = level > 0 ? t('history.original', { level }) : t('compare.original');
  const byFate = baseline?.result ? t('compare.original.fate', { letter: LETTERS[0] }) : t('compare.original.keep');
  const note = color === 'fate' ? byFate : t(color === 'role' ? 'compare.original.role' : 'compare.original.priority');
  return (
    <RowTh column={column} className={styles.nameCell} aria-label={name}>
      <span className={cells.name}>
        <b>{name}</b>
        <em>{note}</em>
      </span>
    </RowTh>
  );
}

function Pin({ column }: Props) {
  return (
    <Td column={column} className={styles.pinCell}>
      <span className="hidden-text">—</span>
    </Td>
  );
}

function StripOfAll({ column }: Props) {
  const { frame, ruler, color, baseline, narrow } = useHead();
  return (
    <Td column={column} className={styles.stripCell} data-strip>
      <div ref={ruler}>
        {frame && (
          <OriginalStrip
            frame={frame}
            color={color}
            baseline={baseline?.result ?? null}
            label={describeOriginal(frame.transcript)}
            height={narrow ? STRIP_NARROW : STRIP}
          />
        )}
      </div>
    </Td>
  );
}

const Violations = part(
  () => import('./Violations.tsx'),
  (m) => m.Violations,
);

/** The mark, which opens the list of what the provider would refuse. */
function OriginalValidity({ violations, rules }: { readonly violations: readonly Violation[]; readonly rules: string }) {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const selected = useApp((s) => s.scenario.view.selected);
  // A message of the list was gone to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message closes it
  useEffect(close, [selected]);
  if (violations.length === 0) return <ValidMark violations={violations} rules={rules} />;
  // Here they are its own, and the only place where they count.
  const own = violations.map((one) => ({ ...one, original: false }));
  const name = t('row.violations', { count: violations.length, provider: rulesName(rules) });
  return (
    <Popover
      {...popover}
      position="bottom-end"
      takesFocus
      label={name}
      target={<ValidMark violations={own} rules={rules} expanded={popover.opened} onOpen={button.onClick} />}
    >
      <div className={cells.violations}>
        <h3>{name}</h3>
        <Suspense>
          <Violations name={name} violations={violations} />
        </Suspense>
      </div>
    </Popover>
  );
}

function Validity({ column }: MeasuredProps) {
  const { transcript } = useHead();
  return (
    <Td column={column} className={styles.number} data-dash={!transcript || undefined}>
      {transcript ? <OriginalValidity violations={transcript.originalViolations} rules={transcript.rules} /> : '—'}
    </Td>
  );
}

function Measured({ column, measure }: MeasuredProps) {
  const { n } = useText();
  const { transcript, deltas } = useHead();
  const value = (transcript && measure.original?.(transcript)) ?? null;
  return (
    <Td column={column} className={styles.number} data-dash={value === null || undefined} data-brief={measure.brief}>
      {value === null ? '—' : formatValue(measure, value, n)}
      {value !== null && measure.beside && (
        <small className={cells.beside} aria-hidden>
          {n.whole(100)}
        </small>
      )}
      {value !== null && deltas.has(measure.id) && <span className={cells.delta} style={{ '--delta': `${measure.deltaWidth}px` } as CSSProperties} />}
    </Td>
  );
}

const CELLS: ReadonlyMap<string, FC<Props>> = new Map<string, FC<Props>>([
  ...measureColumns.map((measure) => {
    const Cell = measure.format === 'violations' ? Validity : Measured;
    return [measure.id, ({ column }: Props) => <Cell column={column} measure={measure} />] as const;
  }),
  ['pin', Pin],
  ['strategy', Name],
  ['strip', StripOfAll],
]);

export function OriginalRow({ columns }: { readonly columns: readonly AnyColumn[] }) {
  return (
    <tr className={styles.original}>
      {columns.map((column) => {
        const Cell = CELLS.get(column.id)!;
        return <Cell key={column.id} column={column} />;
      })}
    </tr>
  );
}
