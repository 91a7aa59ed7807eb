/** Before anything is sent: what goes where, its cost, secrets found in it, and every prompt word for word. Then a yes or no. */
import { useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { isEmbedding, keySlot, needsKey } from '../../models/contract.ts';
import type { OnProgress } from '../../worker/worker-calls.ts';
import type { Reply, SendingView } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { client } from '../store/engine.ts';
import { actions, useApp, useAsk, useText } from '../store/index.ts';
import { payForRecall, requestNow } from '../store/loading.ts';
import { useUi } from '../store/ui.ts';
import classes from './models.module.css';
import { ToModel } from './ToModel.tsx';
import shared from '../theme/shared.module.css';

/** What would be sent for the comparison, or for the paid recall of a row. */
function rehearse(paid: string | null, onProgress?: OnProgress): Reply<readonly SendingView[]> {
  const request = requestNow();
  if (!request) return Promise.resolve({ ok: true, value: [] });
  return paid === null ? client.rehearse(request) : client.rehearseRecall(paid, onProgress);
}

export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [always, setAlways] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const keys = useUi((s) => s.keys);
  const paid = useUi((s) => s.paid);
  const comparison = useApp((s) => s.comparison);
  const [a, b] = useApp((s) => s.compared);
  // A recall belongs to a comparison; anything sent with a comparison is sent by the next one.
  const { answer: sendings, failed, loading } = useAsk(rehearse, [paid], paid === null ? [] : [comparison], paid === null ? undefined : 'recall');
  const toSend = sendings?.map((sending, at) => ({ sending, at })).filter(({ sending }) => sending.calls > 0) ?? [];
  const rows = [...new Set(toSend.flatMap(({ sending }) => sending.prompts.flatMap((prompt) => prompt.rows)))];
  const first = rows.filter((row) => row === a || row === b);
  const leftOut = chosen ?? new Set(first.length > 0 ? rows.filter((row) => !first.includes(row)) : []);
  const keyless = toSend.some(({ sending: { choice } }) => needsKey(choice) && keys[keySlot(choice)] === undefined);
  const send = (): void => {
    onClose();
    const agreed = toSend.map(({ sending }) => sending.id);
    if (paid === null) actions.sendTo(agreed, leftOut.size > 0 ? rows.filter((row) => !leftOut.has(row)) : null, always && leftOut.size === 0);
    else payForRecall({ key: paid, agreed });
  };
  const leaveOut = (row: string, out: boolean): void => {
    const next = new Set(leftOut);
    if (out) next.add(row);
    else next.delete(row);
    setChosen(next);
  };
  const choosing = paid === null ? { first, leftOut, onLeaveOut: leaveOut } : undefined;
  return (
    <Dialog title={t('send.title')} onClose={onClose} wide>
      <p className={shared.help}>{t(paid === null ? 'send.intro' : 'send.intro.recall')}</p>
      {!sendings && loading && <p role="status">{t('send.preparing')}</p>}
      {failed && <p className={shared.problem}>{formatReason(failed)}</p>}
      {toSend.map(({ sending, at }) => (
        <ToModel key={`${sending.id} ${at}`} sending={sending} at={at} {...(choosing && { choosing })} />
      ))}
      {choosing && first.length > 0 && first.length < rows.length && (
        <p className={shared.help}>
          {t('send.first')}{' '}
          <Button kind="link" disabled={leftOut.size === 0} onClick={() => setChosen(new Set())}>
            {t('send.all', { count: rows.length })}
          </Button>
        </p>
      )}
      {sendings && toSend.length === 0 && <p>{t('send.nothing')}</p>}
      {toSend.length > 0 && (
        <div className={classes.foot}>
          {toSend.some(({ sending: { choice } }) => !isEmbedding(choice)) && <p className={shared.help}>{t('send.more')}</p>}
          {paid === null && leftOut.size === 0 && (
            <label className={classes.check}>
              <input type="checkbox" checked={always} onChange={(e) => setAlways(e.currentTarget.checked)} />
              {t('send.always')}
            </label>
          )}
          {keyless && <p className={shared.problem}>{t('send.keyless')}</p>}
          <div className={classes.answers}>
            <Button onClick={onClose}>{t('send.no')}</Button>
            <Button kind="primary" disabled={keyless} onClick={send}>
              {t('send.yes')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
