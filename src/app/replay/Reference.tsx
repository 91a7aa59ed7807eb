/** References for the runs: a window in which something fires, the recording, and requests that could not have been sent. */
import { formatReason } from '../../i18n/index.ts';
import { smallerWindow } from '../../scenario/smaller-window.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { setReplay } from '../store/replay.ts';
import styles from './replay.module.css';
import shared from '../theme/shared.module.css';
import { show } from './state.ts';

/** If no trigger fires in the window in use: why, and the largest one in which one does, drawn already or offered. */
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
          <Button onClick={() => show({ whatIf: false })}>{t('replay.whatIf.back', { window: n.whole(window) })}</Button>{' '}
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

/** Beside the heading of a chart with a window other than the real one. */
export function WhatIfMark({ reply }: { readonly reply: ReplayReply }) {
  const { t } = useText();
  return reply.whatIf && <span className={styles.whatIf}>{t('replay.whatIf.mark', { window: reply.window })}</span>;
}

/** Why the recording costs something else than no compaction. */
export function Difference({ reply }: { readonly reply: ReplayReply }) {
  const [head, ...parts] = reply.recorded?.why ?? [];
  if (!head) return null;
  return (
    <div className={styles.difference}>
      <p>{formatReason(head)}</p>
      {parts.length > 0 && (
        <ul className={shared.bullets}>
          {parts.map((reason) => (
            <li key={reason.key}>{formatReason(reason)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
