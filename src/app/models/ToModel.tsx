/** What would go to one model: where, how much, at what price, secrets found in it, and every prompt word for word. */
import { useState } from 'react';
import { isEmbedding } from '../../models/contract.ts';
import { PRICE_LIST } from '../../models/price-list.ts';
import type { SendingView } from '../../worker/model-protocol.ts';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { Panel } from '../components/Panel.tsx';
import { client } from '../store/engine.ts';
import { useApp, useText } from '../store/index.ts';
import shared from '../theme/shared.module.css';
import { isOnDevice } from './device.ts';
import { KeyField } from './KeyField.tsx';
import classes from './models.module.css';
import { PromptFold } from './PromptFold.tsx';
import { money, providerTitle } from './words.ts';

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

/** `at` = its place among the sendings of the rehearsal. */
export function ToModel({ sending, at }: { readonly sending: SendingView; readonly at: number }) {
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
