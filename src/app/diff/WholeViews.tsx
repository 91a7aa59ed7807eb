/** The whole request as text: a unified diff against the original, and the exact compacted request. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatReason, formatTitle, formatWarning } from '../../i18n/index.ts';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import type { PinnedRow } from './context.ts';
import styles from './diff.module.css';
import shared from '../theme/shared.module.css';
import { type Find, type TextLine, toLines, useLineHits } from './FindBox.tsx';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Found } from './Marked.tsx';
import { bringIntoView } from '../components/elements.ts';

const KINDS = { ' ': undefined, '-': 'removed', '+': 'added', '@': 'mark' } as const;

interface TextViewProps {
  readonly lines: readonly TextLine[];
  readonly label: string;
  readonly find: Find;
}

function TextView({ lines, label, find }: TextViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => 16, overscan: 20 });
  const { words, at, found, search } = find;
  const hits = useLineHits(lines, words);
  const first = useRef(0);
  useEffect(() => {
    first.current = virtual.range?.startIndex ?? 0;
  });
  useEffect(() => {
    if (words === '') return;
    if (hits) found(hits, first.current);
    else search();
  }, [hits, words, found, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another hit scrolls
  useEffect(() => {
    const list = scroller.current;
    if (!at || !list) return;
    // A line may be higher than the list: its words are brought there, not the line.
    return bringIntoView(
      list,
      () => list.querySelector('[aria-current] mark'),
      'center',
      () => virtual.scrollToIndex(at.index, { align: 'center' }),
    );
  }, [at]);
  const shown = virtual.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className={styles.scroller} ref={scroller} tabIndex={0} role="group" aria-label={label}>
      <div className={styles.canvas} style={{ height: virtual.getTotalSize() }}>
        <div className={styles.drawn} style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map((v) => {
            const line = lines[v.index]!;
            return (
              <div
                key={v.key}
                ref={virtual.measureElement}
                data-index={v.index}
                className={styles.textLine}
                data-op={KINDS[line.op ?? ' ']}
                aria-current={v.index === at?.index || undefined}
              >
                {line.op && line.op !== '@' && <span className={styles.op}>{line.op}</span>}
                {line.text ? <Found text={line.text} words={words} /> : ' '}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Lines of a unified diff that are fetched; the rest is only counted. */
const UNIFIED_LIMIT = 20_000;

function PinChoice({ pins, value, onChange }: { readonly pins: readonly PinnedRow[]; readonly value: string; onChange(key: string): void }) {
  const { t } = useText();
  return (
    <label className={`${shared.inline} ${shared.gap6} ${shared.second}`}>
      {t('diff.strategy')}
      <select className={styles.smallSelect} value={value} onChange={(e) => onChange(e.target.value)}>
        {pins.map((p) => (
          <option key={p.result.key} value={p.result.key}>
            {p.letter} {p.title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Props {
  readonly pins: readonly PinnedRow[];
  readonly find: Find;
}

export function UnifiedView({ pins, find }: Props) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const [chosen, setChosen] = useState<string | null>(null);
  const pin = pins.find((p) => p.result.key === chosen) ?? pins[0];
  const key = pin?.result.key;
  const { answer: reply, failed } = useAsk(client.unified, key === undefined ? null : [key, UNIFIED_LIMIT], [comparison]);

  if (key === undefined) return <p className={styles.message}>{t('diff.empty')}</p>;
  return (
    <div className={styles.whole}>
      <div className={styles.wholeBar}>
        <PinChoice pins={pins} value={key} onChange={setChosen} />
        {reply && reply.total > reply.lines.length && (
          <span className={styles.muted}>{t('diff.unified.more', { count: reply.total - reply.lines.length })}</span>
        )}
      </div>
      {failed ? (
        <p className={styles.message}>{t('diff.failed', { message: formatReason(failed) })}</p>
      ) : !reply ? (
        <p className={styles.message}>{t('diff.loading')}</p>
      ) : reply.lines.length === 0 ? (
        <p className={styles.message}>{t('diff.unified.none')}</p>
      ) : (
        <TextView lines={reply.lines} label={t('diff.layout.unified')} find={find} />
      )}
    </div>
  );
}

export function RequestView({ pins, find }: Props) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const formats = useApp((s) => s.description?.formats);
  const [chosen, setChosen] = useState<string | null>(null);
  const [format, setFormat] = useState<string | null>(null);
  const key = (pins.find((p) => p.result.key === chosen) ?? pins[0])?.result.key;
  const { answer: reply, failed } = useAsk(client.request, key === undefined ? null : [key, format], [comparison]);
  const [copied, setCopied] = useState<string | null>(null);

  const lines = useMemo(() => (reply ? toLines(reply.text) : []), [reply]);
  if (key === undefined) return <p className={styles.message}>{t('diff.empty')}</p>;
  return (
    <div className={styles.whole}>
      <div className={styles.wholeBar}>
        <PinChoice pins={pins} value={key} onChange={setChosen} />
        <label className={`${shared.inline} ${shared.gap6} ${shared.second}`}>
          {t('diff.request.format')}
          <select className={styles.smallSelect} value={format ?? reply?.format ?? ''} onChange={(e) => setFormat(e.target.value)}>
            {formats
              ?.filter((f) => f.canExport)
              .map((f) => (
                <option key={f.id} value={f.id}>
                  {formatTitle(f.id)}
                </option>
              ))}
          </select>
        </label>
        {reply && (
          <>
            <button
              type="button"
              className={styles.smallButton}
              onClick={() => void navigator.clipboard.writeText(reply.text).then(() => setCopied(reply.text))}
            >
              {t(copied === reply.text ? 'diff.request.copied' : 'diff.request.copy')}
            </button>
            <span className={styles.muted}>{t('diff.request.size', { characters: reply.text.length, lines: lines.length })}</span>
            {reply.warnings.length > 0 && (
              <span className={`${shared.warn} ${shared.strong} ${shared.caption}`} title={reply.warnings.map(formatWarning).join('\n')}>
                {t('diff.request.warnings', { count: reply.warnings.length })}
              </span>
            )}
          </>
        )}
      </div>
      {failed ? (
        <p className={styles.message}>{t('diff.failed', { message: formatReason(failed) })}</p>
      ) : !reply ? (
        <p className={styles.message}>{t('diff.loading')}</p>
      ) : (
        <TextView lines={lines} label={t('diff.layout.request')} find={find} />
      )}
    </div>
  );
}
