/** What the systems would have logged and sent: by level, strategy and words, exported as JSONL. */
import { useDeferredValue, useMemo, useState } from 'react';
import { LOG_LEVELS, type LogLevel } from '../../engine/strategies/contract.ts';
import { formatReason, numbers } from '../../i18n/index.ts';
import type { ReplayLine } from '../../engine/replay/contract.ts';
import { Button } from '../components/Button.tsx';
import { download, fileName } from '../share/share-files.ts';
import { useApp, useText } from '../store/index.ts';
import type { RunLine } from './replay-lines.ts';
import styles from './panels.module.css';
import replay from './replay.module.css';
import shared from '../theme/shared.module.css';
import { Letter } from './RunMarks.tsx';
import { openContext } from './replay-state.ts';

// The lines of all runs, in the order of the requests, and what a filter leaves of them. Pure.

interface LogRow {
  readonly id: string;
  readonly line: RunLine;
  readonly entry: ReplayLine;
}

interface LogFilter {
  readonly level: LogLevel;
  readonly key: string;
  readonly search: string;
}

export function logRows(lines: readonly RunLine[]): readonly LogRow[] {
  return lines
    .flatMap((line) => line.series.log.map((entry, i): LogRow => ({ id: `${line.key} ${i}`, line, entry })))
    .sort((a, b) => a.entry.at - b.entry.at);
}

export function textOf({ entry }: LogRow): string {
  const fields = Object.entries(entry.reason.values ?? {}).map(([name, value]) => `${name}=${value}`);
  return [entry.event ?? '', formatReason(entry.reason), ...fields].filter(Boolean).join(' ');
}

export function filterLog(rows: readonly LogRow[], { level, key, search }: LogFilter): readonly LogRow[] {
  const least = LOG_LEVELS.indexOf(level);
  const words = search.trim().toLocaleLowerCase();
  return rows.filter(
    (row) =>
      LOG_LEVELS.indexOf(row.entry.level) >= least &&
      (key === '' || row.line.key === key) &&
      (words === '' || textOf(row).toLocaleLowerCase().includes(words)),
  );
}

export function logJsonl(rows: readonly LogRow[]): string {
  return rows
    .map(({ line, entry }) =>
      JSON.stringify({
        request: entry.at,
        strategy: line.series.strategy,
        row: line.key,
        level: entry.level,
        ...(entry.event !== undefined && { event: entry.event }),
        key: entry.reason.key,
        message: formatReason(entry.reason),
        fields: entry.reason.values ?? {},
      }),
    )
    .map((text) => `${text}\n`)
    .join('');
}

const LISTED = 150;

function fieldsOf({ reason }: ReplayLine): string {
  const n = numbers();
  return Object.entries(reason.values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? n.plain(value) : value}`)
    .join(' · ');
}

export function LogPanel({ lines, requests }: { readonly lines: readonly RunLine[]; readonly requests: number }) {
  const { t, n, language } = useText();
  const name = useApp((s) => s.loaded?.name ?? '');
  const [level, setLevel] = useState<LogLevel>('debug');
  const [key, setKey] = useState('');
  const [search, setSearch] = useState('');
  const [listed, setListed] = useState(LISTED);
  const words = useDeferredValue(search);
  const all = useMemo(() => logRows(lines), [lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sentences change with the language
  const rows = useMemo(() => filterLog(all, { level, key, search: words }), [all, level, key, words, language]);
  return (
    <>
      <div className={styles.bar}>
        <select aria-label={t('replay.log.level')} value={level} onChange={(e) => setLevel(e.currentTarget.value as LogLevel)}>
          {LOG_LEVELS.map((one) => (
            <option key={one} value={one}>
              {t('replay.log.from', { level: one })}
            </option>
          ))}
        </select>
        <select aria-label={t('replay.log.strategy')} value={key} onChange={(e) => setKey(e.currentTarget.value)}>
          <option value="">{t('replay.log.strategy.all')}</option>
          {lines.map((line) => (
            <option key={line.key} value={line.key}>
              {line.letter} {line.title}
            </option>
          ))}
        </select>
        <input
          type="search"
          className={replay.text}
          aria-label={t('replay.log.search')}
          placeholder={t('replay.log.search')}
          value={search}
          onChange={(e) => setSearch(e.currentTarget.value)}
        />
        <span role="status">{t('replay.log.count', { shown: rows.length, count: all.length })}</span>
        <Button
          icon="export"
          disabled={rows.length === 0}
          onClick={() => download(fileName(name, 'replay-log', 'jsonl'), logJsonl(rows), 'application/jsonl')}
        >
          {t('replay.log.export')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('replay.panel.log')}>
        <ol className={shared.log}>
          {rows.slice(0, listed).map(({ id, line, entry }) => (
            <li key={id} className={styles.entry} data-level={entry.level}>
              <button type="button" className={styles.link} onClick={() => openContext(line.key, Math.min(entry.at, requests + 1))}>
                {n.whole(entry.at)}
              </button>
              <b>{entry.level}</b>
              <Letter letter={line.letter} color={line.color} />
              <span>
                {entry.event && <code>{entry.event}</code>} {formatReason(entry.reason)}
                <small>{fieldsOf(entry)}</small>
              </span>
            </li>
          ))}
        </ol>
        {rows.length > listed && (
          <Button kind="link" onClick={() => setListed(listed + LISTED)}>
            {t('replay.more', { count: rows.length - listed })}
          </Button>
        )}
        {rows.length === 0 && <p className={styles.note}>{t('replay.log.none')}</p>}
      </div>
    </>
  );
}
