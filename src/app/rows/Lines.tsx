/** Parts of the expanded row: a section with its heading, a list that shows its first lines. */
import { type ReactNode, useMemo, useState } from 'react';
import { type FateKind, FATES, type LogLine } from '../../engine/strategies/contract.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { FEW, ListTable, MOST } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import { FateChip } from './Chips.tsx';
import styles from './rows.module.css';

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

interface FatePart {
  readonly fate: FateKind;
  readonly messages: number;
  readonly tokens: number;
  readonly left: number;
}

export function fateParts(result: Pick<RowResult, 'measures' | 'fates' | 'left'>): readonly FatePart[] {
  const { messagesByFate, tokensByFate } = result.measures;
  const left = FATES.map(() => 0);
  result.left.forEach((tokens, i) => {
    const fate = result.fates[i] ?? 0;
    left[fate] = (left[fate] ?? 0) + tokens;
  });
  return FATES.flatMap((fate, code) =>
    messagesByFate[fate] > 0 ? [{ fate, messages: messagesByFate[fate], tokens: tokensByFate[fate], left: left[code] ?? 0 }] : [],
  );
}

/** A fate, or what was inserted: that is not of the original. */
interface TokenRow extends Omit<FatePart, 'fate'> {
  readonly fate: FateKind | 'inserted';
  /** Of the original's tokens, 0–1. */
  readonly share: number;
}

const { words: fateWords, number, rank } = columnsFor<TokenRow>();
const titleOf = ({ fate }: TokenRow): string => (fate === 'inserted' ? t('compare.column.inserted').toLocaleLowerCase() : t(`fate.${fate}`));
const signed = (text: string, { fate }: TokenRow): string => (fate === 'inserted' ? `+${text}` : text);
const TOKEN_COLUMNS = [
  fateWords('fate', {
    title: 'fates.fate',
    width: 88,
    value: titleOf,
    cell: (row) => (
      <span className="inline gap4">
        {row.fate !== 'inserted' && <FateChip fate={row.fate} />} {titleOf(row)}
      </span>
    ),
    names: true,
    grow: true,
  }),
  number('messages', { title: 'unit.messages', width: 72, cell: (row) => signed(numbers().whole(row.messages), row) }),
  number('tokens', { title: 'unit.tokens', width: 64, cell: (row) => signed(numbers().whole(row.tokens), row) }),
  number('share', { title: () => '%', width: 48, cell: (row) => signed(numbers().share(row.share), row) }),
  number('left', {
    title: 'compare.column.tokens',
    width: 76,
    value: ({ fate, left }) => (fate === 'edit' || fate === 'offload' ? Math.round(left) : null),
  }),
  rank('inserted', ({ fate }) => Number(fate === 'inserted')),
];
const FIRST = ['inserted'];
const fateIdOf = ({ fate }: TokenRow): string => fate;

export function FateTokens({ result }: { readonly result: RowResult }) {
  const { t } = useText();
  const parts = useMemo(() => fateParts(result), [result]);
  const whole = Math.max(
    1,
    parts.reduce((sum, p) => sum + p.tokens, 0),
  );
  const rows = useMemo((): readonly TokenRow[] => {
    const { measures, insertions } = result;
    const { insertedTokens } = measures;
    const inserted: TokenRow = { fate: 'inserted', messages: insertions.length, tokens: insertedTokens, left: 0, share: insertedTokens / whole };
    return [...parts.map((part): TokenRow => ({ ...part, share: part.tokens / whole })), ...(insertedTokens > 0 ? [inserted] : [])];
  }, [result, parts, whole]);
  return (
    <>
      <div className={`flex clips bgTrack ${styles.bar}`} aria-hidden>
        {parts.map((part) => (
          <i className="block highFull" key={part.fate} data-fate={part.fate} style={{ width: `${(100 * part.tokens) / whole}%` }}>
            {part.fate === 'edit' && <i className="block highFull" style={{ width: `${(100 * part.left) / Math.max(1, part.tokens)}%` }} />}
          </i>
        ))}
      </div>
      <ListTable name="tokens" label={t('row.fates')} columns={TOKEN_COLUMNS} data={rows} rowId={fateIdOf} first={FIRST} />
    </>
  );
}
