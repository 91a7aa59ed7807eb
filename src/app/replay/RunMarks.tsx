import { formatReason, t } from '../../i18n/index.ts';
import { smallerWindow } from '../../scenario/defaults.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { Button, Segmented } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { setReplay } from '../store/store-actions.ts';
import styles from './replay.module.css';
import { show } from './replay-state.ts';
import type { RunLine } from './lanes.ts';
import { lookOf } from '../charts/ChartFrame.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { type ColumnDef, type features, isEqual } from '../table/features.ts';

export function NeverFires({ reply }: { readonly reply: ReplayReply }) {
  const { t, n } = useText();
  const { whatIf, fires, baseline } = reply;
  const { window, peak } = whatIf ?? { window: reply.window, peak: baseline.peak };
  const smaller = smallerWindow(baseline.size[0] ?? 0, peak);
  return (
    <p>
      {t('replay.never', { peak: Math.round(peak), window, share: peak / window })}{' '}
      {whatIf ? (
        <>
          <b>{t('replay.whatIf', { window: reply.window })}</b>{' '}
          <Button onClick={() => show({ whatIf: false })}>{t('replay.window.reset', { tokens: n.whole(window) })}</Button>{' '}
        </>
      ) : (
        fires !== null && (
          <>
            <Button
              onClick={() => {
                setReplay({ window: null });
                show({ whatIf: true });
              }}
            >
              {t('replay.whatIf.show', { window: n.whole(fires) })}
            </Button>{' '}
          </>
        )
      )}
      {fires !== null && smaller < fires && (
        <Button kind="link" onClick={() => setReplay({ window: smaller })}>
          {t('replay.never.try', { window: n.whole(smaller) })}
        </Button>
      )}
    </p>
  );
}

export function WhatIfMark({ reply }: { readonly reply: ReplayReply }) {
  const { t } = useText();
  return (
    reply.whatIf && <span className={`strong rounded plainText pad0-6 ${styles.whatIf}`}>{t('replay.whatIf.mark', { window: reply.window })}</span>
  );
}

export function Difference({ reply }: { readonly reply: ReplayReply }) {
  const [head, ...parts] = reply.recorded?.why ?? [];
  if (!head) return null;
  return (
    <div className="second">
      <p>{formatReason(head)}</p>
      {parts.length > 0 && (
        <ul className="bullets">
          {parts.map((reason) => (
            <li key={reason.key}>{formatReason(reason)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LETTER_BESIDE = 5;

interface Props {
  readonly lines: readonly RunLine[];
  readonly value: string;
  after?(line: RunLine): string;
  count?(line: RunLine): number;
  onChange(key: string): void;
}

export function RunFilter({ lines, value, after, count, onChange }: Props) {
  const { t, n } = useText();
  if (count && lines.length <= LETTER_BESIDE) {
    const title = (line: RunLine): string => (line.key === value || lines.length === 1 ? `${line.letter} ${line.title}` : line.letter);
    return (
      <Segmented
        label={t('label.policy')}
        value={value}
        options={[
          { value: '', label: t('label.all') },
          ...lines.map((line) => ({ value: line.key, label: `${title(line)} · ${n.whole(count(line))}` })),
        ]}
        onChange={onChange}
      />
    );
  }
  return (
    <select aria-label={t('label.policy')} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
      <option value="">{t('tab.policies')}</option>
      {lines.map((line) => (
        <option key={line.key} value={line.key}>
          {line.letter} {line.title} {after?.(line)}
        </option>
      ))}
    </select>
  );
}

export function Letter({ letter, color, pinned }: { readonly letter: string; readonly color: number; readonly pinned?: boolean }) {
  return pinned === undefined ? (
    <span className={`letter ${styles.letter}`} {...lookOf(color)} aria-hidden="true">
      {letter}
    </span>
  ) : (
    <span className={pinned ? `letter bgAccent ${styles.pin}` : `letter ${styles.free}`} aria-hidden="true">
      {letter}
    </span>
  );
}

export const strategyColumn = <T extends { readonly line: RunLine }>(size: number): ColumnDef<T> =>
  createColumnHelper<typeof features, T>().accessor(({ line }) => line.key, {
    id: 'strategy',
    cell: ({ row: { original } }) => (
      <>
        <Letter letter={original.line.letter} color={original.line.color} /> {original.line.title}
      </>
    ),
    sortFn: (a, b) => a.original.line.letter.localeCompare(b.original.line.letter),
    sortDescFirst: false,
    filterFn: isEqual,
    size,
    meta: {
      title: () => t('label.policy'),
      words: true,
      saved: (row) => (row as T).line.title,
      group: { title: (_key, row) => (row as T).line.title },
    },
  }) as ColumnDef<T>;
