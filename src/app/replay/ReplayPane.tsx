/** The whole session as it would have run: settings, what it says, a lane for each row, and below them costs and data. */
import { Suspense, useDeferredValue, useMemo } from 'react';
import '../../i18n/loss-words.ts';
import '../../i18n/replay-words.ts';
import { Button } from '../components/Button.tsx';
import { Splitter, useSplit } from '../frame/Splitter.tsx';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { useApp, useText } from '../store/index.ts';
import { TabTools } from '../frame/TabBar.tsx';
import { Banners } from './Banners.tsx';
import type { Range } from '../charts/scale.ts';
import { ReplayControls } from './Controls.tsx';
import { Legend } from './Legend.tsx';
import { type RunLine, linesOf, wholeOf } from './lines.ts';
import { Lower } from './Lower.tsx';
import { Overlay } from './Overlay.tsx';
import styles from './replay.module.css';
import shared from '../theme/shared.module.css';
import { cancelReplay, useReplayRun } from './run.ts';
import { Sentence } from './Sentence.tsx';
import { useReplay } from './state.ts';
import { SummaryTable } from './SummaryTable.tsx';

const NO_LINES: readonly RunLine[] = [];

export function ReplayPane() {
  useReplayRun();
  const { t, language } = useText();
  // Drawn in slices, also when the tab is opened again: many lanes of many requests come at once.
  const reply = useDeferredValue(
    useReplay((s) => s.reply),
    null,
  );
  const running = useReplay((s) => s.running);
  const zoom = useReplay((s) => s.range);
  const overlay = useReplay((s) => s.overlay);
  const alone = useReplay((s) => s.alone);
  const pinned = useApp((s) => s.compared);
  const split = useSplit('replay-split');
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  const lines = useMemo(() => (reply ? linesOf(reply, pinned) : NO_LINES), [reply, pinned, language]);
  const requests = reply?.requests ?? 0;
  const range = useMemo((): Range => zoom ?? wholeOf({ requests }), [zoom, requests]);
  return (
    <div className={styles.pane}>
      <TabTools>
        {reply && requests > 0 && !overlay && <Legend />}
        <Status drawn={reply} />
      </TabTools>
      {running && (
        <div className={styles.progress} aria-hidden="true">
          <div style={{ width: `${running.share * 100}%` }} />
        </div>
      )}
      <ReplayControls reply={reply} lines={lines} />
      {reply && requests > 0 && <Sentence reply={reply} lines={lines} />}
      <Banners reply={reply} lines={lines} />
      {reply && requests > 0 && (
        <div className={styles.work} data-alone={alone ?? undefined}>
          <section
            className={styles.charts}
            style={alone === null ? split.style : undefined}
            aria-label={t('replay.charts')}
            aria-busy={running !== null}
          >
            {overlay && <Overlay reply={reply} lines={lines} range={range} />}
            <SummaryTable reply={reply} lines={lines} range={range} />
          </section>
          <Splitter split={split} label={t('replay.split')} />
          <Suspense>
            <Lower reply={reply} lines={lines} range={range} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** How far the replay is or, once it is drawn, how long it took. */
function Status({ drawn }: { readonly drawn: ReplayReply | null }) {
  const { t, n } = useText();
  const reply = useReplay((s) => s.reply);
  const running = useReplay((s) => s.running);
  if (running)
    return (
      <span className={`${shared.inline} ${shared.gap8}`} role="status">
        {t('replay.running', { share: Math.floor(running.share * 100) / 100 })}
        <Button kind="link" onClick={cancelReplay}>
          {t('progress.cancel')}
        </Button>
      </span>
    );
  if (!reply || reply !== drawn) return null;
  return (
    <span className="num" role="status">
      {t('replay.done', { count: reply.requests, runs: reply.series.length, ms: n.ms(reply.ms) })}
    </span>
  );
}
