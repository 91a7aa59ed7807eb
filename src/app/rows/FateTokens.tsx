/** The original's tokens by fate, as a bar and in numbers. */
import { useMemo } from 'react';
import { FATES, type FateKind } from '../../engine/strategies/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { FateChip } from './Chips.tsx';
import { useText } from '../store/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/DataTable.tsx';
import styles from './rows.module.css';

export interface FatePart {
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

const { words, number, rank } = columnsFor<TokenRow>();
const titleOf = ({ fate }: TokenRow): string => (fate === 'inserted' ? t('compare.column.inserted').toLocaleLowerCase() : t(`fate.${fate}`));
const signed = (text: string, { fate }: TokenRow): string => (fate === 'inserted' ? `+${text}` : text);
const COLUMNS = [
  words('fate', {
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
const idOf = ({ fate }: TokenRow): string => fate;

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
      <ListTable name="tokens" label={t('row.fates')} columns={COLUMNS} data={rows} rowId={idOf} first={FIRST} />
    </>
  );
}
