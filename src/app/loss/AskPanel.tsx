/** A real model asked over what an open row leaves: what is sent and its price first, then, after a yes, its scores and answers. */
import { useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { choiceId, isEmbedding, keySlot, modelOfId, needsKey } from '../../models/contract.ts';
import { PRICE_LIST } from '../../models/price-list.ts';
import type { AskingView, AskWish } from '../../worker/ask-protocol.ts';
import { Section } from '../compare/Lines.tsx';
import { Button } from '../components/Button.tsx';
import { Field } from '../components/Field.tsx';
import { isOnDevice } from '../models/device.ts';
import { KeyField } from '../models/KeyField.tsx';
import { useKeys } from '../models/keys.ts';
import classes from '../models/models.module.css';
import { money } from '../models/words.ts';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import { AskTables } from './AskTables.tsx';
import styles from './measures.module.css';

/** What would be sent where, and its price. */
function Facts({ asking }: { readonly asking: AskingView }) {
  const { t, n } = useText();
  const { endpoint, calls, cuts, remembered, input, output, price, masked } = asking;
  const facts: readonly (readonly [string, string])[] = [
    [t('send.endpoint'), endpoint],
    [t('ask.calls'), t('ask.calls.value', { count: calls, cuts })],
    ...(remembered > 0 ? [[t('ask.known'), n.whole(remembered)] as const] : []),
    [t('ask.tokens'), t('ask.tokens.value', { input: n.whole(input), output: n.whole(output) })],
    [
      t('send.price'),
      price
        ? t('send.price.value', { price: money(price.total), list: PRICE_LIST.name, version: PRICE_LIST.version, date: PRICE_LIST.date })
        : money(null),
    ],
    ...(masked > 0 ? [[t('ask.secrets'), t('ask.secrets.value', { count: masked })] as const] : []),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One wish: the plan, the yes, the answers. A new comparison or another model begins again. */
function Asking({ wish, onCancel }: { readonly wish: AskWish; readonly onCancel: () => void }) {
  const { t } = useText();
  const choice = useApp((s) => s.scenario.settings.models.find((one) => choiceId(one) === wish.model));
  const keys = useKeys((all) => all);
  const [agreed, setAgreed] = useState(false);
  const plan = useAsk(client.planAsk, [wish], [], 'ask');
  const asked = useAsk(client.ask, agreed && plan.answer ? [wish] : null, [], 'ask');
  const { done = 0, of = 0 } = asked.progress ?? {};
  const keyless = choice !== undefined && needsKey(choice) && keys[keySlot(choice)] === undefined;
  const failed = plan.failed ?? asked.failed;
  const view = asked.loading ? null : asked.answer;
  return (
    <>
      <p className={styles.line} role="status">
        {plan.loading && t('ask.planning', { share: plan.progress ? plan.progress.done / Math.max(1, plan.progress.of) : 0 })}
        {asked.loading && agreed && t('ask.running', { done, of })}
        {failed && t('ask.failed', { message: formatReason(failed) })}{' '}
        {(plan.loading || (agreed && asked.loading)) && (
          <Button kind="link" onClick={onCancel}>
            {t('ask.cancel')}
          </Button>
        )}
      </p>
      {plan.answer && !agreed && (
        <>
          <Facts asking={plan.answer} />
          {choice && <KeyField choice={choice} />}
          <Button kind="primary" disabled={keyless && plan.answer.calls > 0} onClick={() => setAgreed(true)}>
            {t(plan.answer.calls > 0 ? 'ask.send' : 'ask.show')}
          </Button>
        </>
      )}
      {view && (
        <>
          {view.failures.map(({ reason, count }) => (
            <p key={reason.key} className={styles.line} data-warn>
              {t('ask.failure', { count, reason: formatReason(reason) })}{' '}
            </p>
          ))}
          {view.failures.length > 0 && (
            <Button kind="link" onClick={asked.again}>
              {t('ask.resume')}
            </Button>
          )}
          <AskTables report={view.report} />
        </>
      )}
    </>
  );
}

export function AskPanel({ row }: { readonly row: string }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const all = useApp((s) => s.scenario.settings.models);
  const models = all.filter((choice) => !isEmbedding(choice) && !isOnDevice(choice)).map(choiceId);
  const [chosen, setChosen] = useState<string | null>(null);
  const model = models.find((id) => id === chosen) ?? models[0];
  // Wanted for one comparison: with another one the contexts are others.
  const [wanted, setWanted] = useState<{ readonly of: object | null; readonly wish: AskWish } | null>(null);
  const wish = wanted !== null && wanted.of === comparison && wanted.wish.model === model ? wanted.wish : null;
  return (
    <Section
      title={t('ask.title')}
      action={
        model !== undefined &&
        !wish && (
          <Button kind="link" onClick={() => setWanted({ of: comparison, wish: { row, model } })}>
            {t('ask.plan')}
          </Button>
        )
      }
    >
      <div className={styles.measures}>
        <p className={styles.line}>{t('ask.help')}</p>
        {model === undefined && <p className={styles.line}>{t('ask.none')}</p>}
        {models.length > 1 && (
          <Field label={t('ask.model')}>
            <select value={model} onChange={(e) => setChosen(e.currentTarget.value)}>
              {models.map((id) => (
                <option key={id} value={id}>
                  {modelOfId(id)}
                </option>
              ))}
            </select>
          </Field>
        )}
        {wish && <Asking key={wish.model} wish={wish} onCancel={() => setWanted(null)} />}
      </div>
    </Section>
  );
}
