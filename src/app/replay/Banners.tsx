/** Notices about the whole replay, with their causes: loops, requests over the limit, a trigger that never fires. */
import type { ReactNode } from 'react';
import { formatReason, lookup, t as text } from '../../i18n/index.ts';
import type { Loop } from '../../engine/replay/contract.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { useApp, useText } from '../store/index.ts';
import { NeverFires } from './Reference.tsx';
import type { RunLine } from './lines.ts';
import styles from './replay.module.css';
import { runAgain } from './run.ts';
import { Letter } from './Letter.tsx';
import { openContext, useReplay } from './state.ts';

/** Loops of one run that are named; others are only counted. */
const NAMED = 2;

/** The setting behind a loop, by its name on the page. */
export function settingName(setting: string): string {
  return lookup(`replay.setting.${setting}`) ?? lookup(`param.${setting}`) ?? setting;
}

function LoopLine({ line, loop }: { readonly line: RunLine; readonly loop: Loop }) {
  const { t } = useText();
  return (
    <li>
      <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b> {formatReason(loop.reason)}{' '}
      <b>{t('replay.loop.setting', { setting: settingName(loop.setting) })}</b>{' '}
      <Button kind="link" onClick={() => openContext(line.key, loop.from)}>
        {t('replay.look')}
      </Button>
    </li>
  );
}

export function Banners({ reply, lines }: { readonly reply: ReplayReply | null; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const error = useReplay((s) => s.error);
  const levels = useApp((s) => (s.comparison?.history.levels.length ?? 0) > 0);
  const model = useApp((s) => s.scenario.settings.summarizer !== 'built-in');
  if (error)
    return (
      <div className={styles.banner} data-tone={error.code === 'cancelled' ? 'plain' : 'bad'} role="status">
        <p>
          {error.code === 'cancelled' ? t('replay.cancelled') : t('replay.failed', { message: error.message })}{' '}
          <Button kind="link" onClick={runAgain}>
            {t('replay.again')}
          </Button>
        </p>
      </div>
    );
  if (!reply) return null;
  const notes: { readonly key: string; readonly tone: 'plain' | 'warn'; readonly content: ReactNode }[] = [];
  if (reply.requests === 0) notes.push({ key: 'empty', tone: 'plain', content: <p>{t('replay.noRequests')}</p> });
  const attempts = lines.some(({ series }) => series.points.length > 0);
  if (reply.requests > 0 && lines.length > 0 && (reply.whatIf !== null || !attempts))
    notes.push({ key: 'never', tone: 'plain', content: <NeverFires reply={reply} /> });
  for (const line of lines.filter(({ series }) => series.failed))
    notes.push({
      key: `failed ${line.key}`,
      tone: 'warn',
      content: (
        <p>
          <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b> {formatReason(line.series.failed!)}
        </p>
      ),
    });
  for (const line of lines) {
    const { stopped, refused } = line.series;
    if (stopped)
      notes.push({
        key: `stopped ${line.key}`,
        tone: 'warn',
        content: (
          <p>
            <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b>{' '}
            {refused.length > 0 && t('replay.stopped', { at: stopped.at, count: refused.length })} {formatReason(stopped.reason)}
          </p>
        ),
      });
  }
  const looping = lines.filter(({ series }) => series.loops.length > 0);
  if (looping.length > 0)
    notes.push({
      key: 'loops',
      tone: 'warn',
      content: (
        <>
          <p>{t('replay.loops')}</p>
          <ul>
            {looping.map((line) => {
              const loops = [...line.series.loops].sort((a, b) => b.times - a.times);
              return [
                ...loops.slice(0, NAMED).map((loop) => <LoopLine key={`${line.key} ${loop.from} ${loop.kind}`} line={line} loop={loop} />),
                loops.length > NAMED && (
                  <li key={`${line.key} more`}>{t('replay.loops.more', { title: line.title, count: loops.length - NAMED })}</li>
                ),
              ];
            })}
          </ul>
        </>
      ),
    });
  const over = lines.filter(({ series }) => series.overLimit.length > 0);
  if (over.length > 0)
    notes.push({
      key: 'over',
      tone: 'warn',
      content: (
        <p>
          {t('replay.over', { window: n.whole(reply.window) })}{' '}
          {over.map(({ letter, color, title, series, key }, i) => (
            <span key={key}>
              {i > 0 && text('list.separator')}
              <Letter letter={letter} color={color} /> {title} {n.whole(series.overLimit.length)}
            </span>
          ))}
        </p>
      ),
    });
  for (const line of lines) {
    const lacking = line.series.embedded?.lacking;
    if (lacking)
      notes.push({
        key: `words ${line.key}`,
        tone: 'warn',
        content: (
          <p>
            <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b> {formatReason(lacking)}
          </p>
        ),
      });
  }
  if (levels) notes.push({ key: 'levels', tone: 'plain', content: <p>{t('replay.levels')}</p> });
  if (model) notes.push({ key: 'model', tone: 'plain', content: <p>{t('replay.builtIn')}</p> });
  if (notes.length === 0) return null;
  return (
    <div role="region" aria-label={t('replay.notes')}>
      {notes.map(({ key, tone, content }) => (
        <div key={key} className={styles.banner} data-tone={tone}>
          {content}
        </div>
      ))}
    </div>
  );
}
