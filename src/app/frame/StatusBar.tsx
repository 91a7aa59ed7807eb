import type { Warning } from '../../engine/transcript/types.ts';
import { formatTitle, formatWarning } from '../../i18n/index.ts';
import { Button, Tap } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { Parts, part } from '../components/part.tsx';
import { loadUpdate } from '../store/offline.ts';
import { actions, awaited, cancelRecall, client, isSent, showMarked, useApp, useAsk, useText, useUi } from '../store/index.ts';
import classes from './frame.module.css';

interface Facts {
  readonly format: string;
  readonly messages: number;
  readonly tokens: number | null;
  readonly exact: boolean;
  readonly toolCalls: number;
  readonly turns: number | null;
}

/** Known numbers of the current transcript, each as soon as it is known; null before the first. */
export function useFacts(): Facts | null {
  const loaded = useApp((s) => s.loaded);
  const index = useApp((s) => s.scenario.conversation);
  const view = useApp((s) => (s.current ? (s.comparison?.transcript ?? null) : null));
  const conversation = loaded?.reply.conversations[index];
  const sent = useApp((s) => (isSent(s) ? s.sent : null));
  if (sent) {
    const { format, messages, tokens, exact, toolCalls, turns } = sent.snapshot.original;
    return { format: formatTitle(format), messages, tokens, exact, toolCalls, turns };
  }
  if (!loaded || !conversation) return null;
  return {
    format: formatTitle(loaded.reply.format),
    messages: view?.n ?? conversation.messages,
    tokens: view?.total ?? null,
    exact: view?.exact ?? true,
    toolCalls: view?.toolCalls ?? conversation.toolCalls,
    turns: view?.turns ?? null,
  };
}

/** Whether the page works without a network, and the newer page as an offer; nobody is interrupted. */
function OfflineStatus({ className }: { readonly className?: string }) {
  const { t } = useText();
  const { ready, update, others } = useUi((s) => s.offline);
  if (update)
    return (
      <span role="group" aria-label={t('offline.update')} className="row gap6">
        {others > 0 ? t('offline.others', { count: others }) : t('offline.update')}
        <Button kind="link" onClick={loadUpdate} title={t('offline.load.help')} text={t('offline.load')} />
      </span>
    );
  return ready ? <span className={className}>{t('offline.ready')}</span> : null;
}

const messageAt = (line: number | undefined, path: string | undefined) => client.messageAt({ line, path });

const SHOWN_WARNINGS = 100;

const SentStatus = part(() => import('../snapshot/SentPane.tsx'), 'SentStatus');

function ToMessage({ place: { line, path }, onGone }: { readonly place: Pick<Warning, 'line' | 'path'>; readonly onGone: () => void }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const { answer: index } = useAsk(messageAt, comparison ? [line, path] : null, [comparison]);
  if (index === null || index < 0) return null;
  return (
    <Tap
      className="accent medium underlines leastHigh24 marginRight4"
      onClick={() => {
        onGone();
        showMarked(index, []);
      }}
      text={t('warning.message', { number: index + 1 })}
    />
  );
}

function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const { t } = useText();
  const { popover, button } = usePopover();
  if (warnings.length === 0) return <span className="muted">{t('status.warnings', { count: 0 })}</span>;
  return (
    <Popover
      {...popover}
      position="top-start"
      target={<Tap className="leastHigh24 warn strong pad0-4 dotted" {...button} text={t('status.warnings', { count: warnings.length })} />}
    >
      <ul className={`scrolls pad4-0 ${classes.warningList}`}>
        {warnings.slice(0, SHOWN_WARNINGS).map((w) => (
          <li className="pad4-12 second breaks" key={`${w.code}|${w.line ?? ''}|${w.path ?? ''}|${w.message}`}>
            {formatWarning(w)}
            <small className="block line16">
              {(w.line !== undefined || w.path !== undefined) && <ToMessage place={w} onGone={() => popover.onChange(false)} />}
              {[w.line !== undefined && t('warning.line', { line: w.line }), w.path].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
        {warnings.length > SHOWN_WARNINGS && <li className="pad4-12 second breaks">{t('row.more', { count: warnings.length - SHOWN_WARNINGS })}</li>}
      </ul>
    </Popover>
  );
}

/** The current activity with its numbers; null when nothing takes long enough to mention. */
function useProgressText(): string | null {
  const { t } = useText();
  const load = useApp((s) => s.load);
  const progress = useApp((s) => (s.load.phase === 'loading' ? s.load.progress : (awaited(s)?.progress ?? null)));
  const waiting = useApp((s) => awaited(s) !== null);
  if (progress)
    return t(`progress.${progress.phase}`, {
      done: progress.done,
      of: progress.of,
      share: Math.floor((progress.done / Math.max(1, progress.of)) * 100) / 100,
    });
  if (load.phase === 'loading') return t('progress.loading', { name: load.name });
  return waiting ? t('progress.label') : null;
}

/** Format, messages and tokens for everybody (role status), then the duration of the comparison, warnings, and what leaves this machine: nothing. */
export function StatusBar({ inert }: { readonly inert: boolean }) {
  const { t, n } = useText();
  const facts = useFacts();
  const progress = useProgressText();
  const recalling = useApp((s) => s.recalling);
  const warnings = useApp((s) => s.loaded?.reply.warnings);
  const error = useApp((s) => s.compareError !== null && s.compareError.code !== 'cancelled');
  const models = useApp((s) => s.scenario.settings.models.length > 0);
  const sent = useApp(isSent);
  // What is said of the open file is beside that file, not beside a set of others.
  const sessions = useUi((s) => (s.set ? s.sessions : 0));
  const one = sessions === 0;
  return (
    <footer className={`row small gap12 fixed second surface oneLine ruledAbove pad0-12 clips contained narrowWrap ${classes.status}`} inert={inert}>
      <span className={classes.lamp} data-bad={error ? true : undefined} aria-hidden="true" />
      <span role="status" className="num">
        {!one && t('tab.set.count', { count: sessions })}
        {one && facts && (
          <span className="hidden-text">
            {[
              facts.format,
              `${n.whole(facts.messages)} ${t('facts.messages', { count: facts.messages })}`,
              facts.tokens !== null && `${facts.exact ? '' : '≈ '}${n.whole(facts.tokens)} ${t('facts.tokens', { count: facts.tokens })}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {progress && <span className="muted">{progress}</span>}
      </span>
      {progress && <Button kind="link" onClick={actions.cancel} text={t('progress.cancel')} />}
      {!progress && recalling !== null && (
        <span className="muted num">
          {t('progress.recall', { share: Math.floor(recalling * 100) / 100 })}
          <Button kind="link" aria-label={t('progress.recall.cancel')} onClick={cancelRecall} text={t('progress.cancel')} />
        </span>
      )}
      {one && sent && (
        <Parts>
          <SentStatus />
        </Parts>
      )}
      {one && warnings && <Warnings warnings={warnings} />}
      <span className={classes.spring} />
      <OfflineStatus className={classes.wide} />
      <span className={classes.wide}>{t(models ? 'status.models' : 'status.private')}</span>
    </footer>
  );
}
