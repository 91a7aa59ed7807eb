/** Parts of the expanded row: a section with its heading, a list that shows its first lines. */
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { FEW, ListTable, MOST } from '../table/DataTable.tsx';
import styles from './rows.module.css';
import type { LogLine } from '../../engine/strategies/contract.ts';
import { formatReason, numbers } from '../../i18n/index.ts';
import { columnsFor } from '../table/columns.tsx';

export function Section({ title, children, action }: { readonly title: ReactNode; readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <section className={`shrinks second ${styles.section}`}>
      <h3>
        {title}
        {action}
      </h3>
      {children}
    </section>
  );
}

export function Lines({ items }: { readonly items: readonly { readonly key: string; readonly line: ReactNode }[] }) {
  const { t } = useText();
  const [all, setAll] = useState(false);
  const shown = items.slice(0, all ? MOST : FEW);
  return (
    <>
      <ul className={styles.lines}>
        {shown.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
      {all && items.length > MOST && <p className="muted small marginTop4">{t('row.more', { count: items.length - MOST })}</p>}
      {items.length > FEW && (
        <Button
          kind="link"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          text={all ? t('compare.fewer') : t('row.all', { count: items.length })}
        />
      )}
    </>
  );
}

interface Line {
  readonly at: number;
  readonly line: LogLine;
}

const LEVELS: readonly string[] = ['error', 'warn', 'info', 'debug'] satisfies readonly LogLine['level'][];

function fieldsOf({ reason }: LogLine): string {
  const n = numbers();
  return Object.entries(reason.values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? n.plain(value) : value}`)
    .join(' · ');
}

const { words } = columnsFor<Line>();
const COLUMNS = [
  words('level', { title: 'row.log.level', width: 44, value: ({ line }) => line.level, order: LEVELS, names: true }),
  words('line', {
    title: 'row.log.line',
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
