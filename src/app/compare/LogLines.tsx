/** What the original system would have logged and sent for this run: level, event, sentence, fields. */
import { useMemo } from 'react';
import type { LogLine } from '../../engine/strategies/contract.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import { useText } from '../store/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import styles from './details.module.css';
import { Section } from './Lines.tsx';

interface Line {
  /** Lines may be alike: its place names it. */
  readonly at: number;
  readonly line: LogLine;
}

const LEVELS: readonly string[] = ['error', 'warn', 'info', 'debug'] satisfies readonly LogLine['level'][];

/** The fields by the system's own names, as in its log. */
function fieldsOf({ reason }: LogLine): string {
  const n = numbers();
  return Object.entries(reason.values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? n.plain(value) : value}`)
    .join(' · ');
}

const { words } = columnsFor<Line>();
const COLUMNS = [
  words('level', { title: () => t('row.log.level'), width: 44, value: ({ line }) => line.level, order: LEVELS, names: true }),
  words('line', {
    title: () => t('row.log.line'),
    width: 160,
    value: ({ line }) => `${line.event ?? ''} ${formatReason(line.reason)}`.trim(),
    cell: ({ line }) => (
      <>
        {line.event && <code>{line.event}</code>} {formatReason(line.reason)}
        <small className={styles.fields}>{fieldsOf(line)}</small>
      </>
    ),
    grow: true,
    wraps: true,
  }),
];
const idOf = ({ at }: Line): string => String(at);
const toneOf = ({ line: { level } }: Line) => ({
  'data-tone': level === 'error' ? ('bad' as const) : level === 'warn' ? ('warn' as const) : undefined,
});

export function LogLines({ log }: { readonly log: readonly LogLine[] }) {
  const { t } = useText();
  const lines = useMemo(() => log.map((line, at): Line => ({ at, line })), [log]);
  return (
    <Section title={t('row.log')}>
      <ListTable name="log" label={t('row.log')} columns={COLUMNS} data={lines} rowId={idOf} rowProps={toneOf} />
    </Section>
  );
}
