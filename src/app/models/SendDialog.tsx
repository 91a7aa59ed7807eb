/** Before anything is sent: what goes where, its cost, secrets found in it, and every prompt word for word. Then a yes or no. */
import { useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { PRICE_LIST } from '../../models/price-list.ts';
import { isEmbedding, keySlot, needsKey } from '../../models/contract.ts';
import type { OnProgress } from '../../worker/calls.ts';
import type { SendingView } from '../../worker/model-protocol.ts';
import type { Reply } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { client } from '../store/engine.ts';
import { actions, useApp, useAsk, useText } from '../store/index.ts';
import { requestNow } from '../store/loading.ts';
import { payForRecall } from '../store/loss.ts';
import { useUi } from '../store/ui.ts';
import { isOnDevice } from './device.ts';
import { KeyField } from './KeyField.tsx';
import { useKeys } from './keys.ts';
import classes from './models.module.css';
import { PromptFold } from './PromptFold.tsx';
import { money, providerTitle } from './words.ts';
import { Panel } from '../components/Panel.tsx';
import shared from '../theme/shared.module.css';

/** Prompts in the list at once. */
const SHOWN = 20;

function Secrets({ sending }: { readonly sending: SendingView }) {
  const { t, n } = useText();
  const masks = useApp((s) => s.scenario.settings.maskSecrets);
  const emails = useApp((s) => s.scenario.settings.maskEmails);
  if (sending.secrets.length === 0) return <p className={shared.help}>{t('send.secrets.none')}</p>;
  const isMasked = (kind: string): boolean => masks && (kind !== 'e-mail' || emails);
  const open = sending.secrets.some(({ kind }) => kind !== 'e-mail' && !isMasked(kind));
  return (
    <div className={shared.callout} data-open={open || undefined} role={open ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>
        <p>{t(open ? 'send.secrets.open' : 'send.secrets')}</p>
        <ul className={shared.bullets}>
          {sending.secrets.map(({ kind, count }) => (
            <li key={kind}>
              {kind} × {n.whole(count)} · {t(isMasked(kind) ? 'send.secret.masked' : 'send.secret.sent')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ToModel({ sending, at }: { readonly sending: SendingView; readonly at: number }) {
  const { t, n } = useText();
  const [shown, setShown] = useState(SHOWN);
  const { choice, endpoint, calls, remembered, input, output, price, prompts, all } = sending;
  const embeds = isEmbedding(choice);
  const facts: readonly (readonly [string, string])[] = [
    [t('send.endpoint'), isOnDevice(choice) ? t('models.device.here') : endpoint],
    ...(embeds ? [[t('send.texts'), n.whole(all)] as const] : []),
    [t('send.calls'), t('send.calls.value', { count: calls })],
    [t('send.input'), t('send.input.value', { tokens: n.whole(input) })],
    [t('send.output'), embeds ? t('send.output.vectors') : t('send.output.value', { tokens: n.whole(output) })],
    [
      t('send.price'),
      price && !isOnDevice(choice)
        ? t('send.price.value', { price: money(price.total), list: PRICE_LIST.name, version: PRICE_LIST.version, date: PRICE_LIST.date })
        : money(price?.total ?? null),
    ],
    ...(remembered > 0 ? [[t(embeds ? 'send.remembered.vectors' : 'send.remembered'), n.whole(remembered)] as const] : []),
  ];
  return (
    <Panel
      label={sending.id}
      title={
        <>
          {choice.model} <small>{providerTitle(choice.provider)}</small>
        </>
      }
    >
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Secrets sending={sending} />
      {!isOnDevice(choice) && <KeyField choice={choice} />}
      <h4>{t(embeds ? 'send.prompts.texts' : 'send.prompts')}</h4>
      {prompts.slice(0, shown).map(({ characters }, index) => (
        // The list of one rehearsal never changes its order.
        <PromptFold
          // biome-ignore lint/suspicious/noArrayIndexKey: prompts have no identity but their place
          key={index}
          title={t(embeds ? 'send.text' : 'send.prompt', { number: index + 1, characters: n.whole(characters) })}
          ask={client.prompt}
          args={[at, index]}
          plain={embeds}
        />
      ))}
      {prompts.length > shown && (
        <Button kind="link" onClick={() => setShown(prompts.length)}>
          {t('send.prompts.more', { count: prompts.length - shown })}
        </Button>
      )}
    </Panel>
  );
}

/** What would be sent for the comparison, or for the paid recall of a row. */
function rehearse(paid: string | null, onProgress?: OnProgress): Reply<readonly SendingView[]> {
  const request = requestNow();
  if (!request) return Promise.resolve({ ok: true, value: [] });
  return paid === null ? client.rehearse(request) : client.rehearseRecall(paid, onProgress);
}

export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [always, setAlways] = useState(false);
  const keys = useKeys((all) => all);
  const paid = useUi((s) => s.paid);
  const comparison = useApp((s) => s.comparison);
  // A recall belongs to a comparison; anything sent with a comparison is sent by the next one.
  const { answer: sendings, failed, loading } = useAsk(rehearse, [paid], paid === null ? [] : [comparison], paid === null ? undefined : 'recall');
  const toSend = sendings?.map((sending, at) => ({ sending, at })).filter(({ sending }) => sending.calls > 0) ?? [];
  const keyless = toSend.some(({ sending: { choice } }) => needsKey(choice) && keys[keySlot(choice)] === undefined);
  const send = (): void => {
    onClose();
    const agreed = toSend.map(({ sending }) => sending.id);
    if (paid === null) actions.sendTo(agreed, always);
    else payForRecall({ key: paid, agreed });
  };
  return (
    <Dialog title={t('send.title')} onClose={onClose} wide>
      <p className={shared.help}>{t(paid === null ? 'send.intro' : 'send.intro.recall')}</p>
      {!sendings && loading && <p role="status">{t('send.preparing')}</p>}
      {failed && <p className={shared.problem}>{formatReason(failed)}</p>}
      {toSend.map(({ sending, at }) => (
        <ToModel key={`${sending.id} ${at}`} sending={sending} at={at} />
      ))}
      {sendings && toSend.length === 0 && <p>{t('send.nothing')}</p>}
      {toSend.length > 0 && (
        <div className={classes.foot}>
          {toSend.some(({ sending: { choice } }) => !isEmbedding(choice)) && <p className={shared.help}>{t('send.more')}</p>}
          {paid === null && (
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
