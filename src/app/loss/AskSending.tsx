/** Before a model is asked: what would be sent where, its price, every request word for word, and the yes. */
import { choiceId, keySlot, needsKey } from '../../models/contract.ts';
import { PRICE_LIST } from '../../models/price-list.ts';
import type { AskingView, AskWish } from '../../worker/ask-protocol.ts';
import { Button } from '../components/Button.tsx';
import { KeyField } from '../models/KeyField.tsx';
import { useKeys } from '../models/keys.ts';
import classes from '../models/models.module.css';
import { PromptFold } from '../models/PromptFold.tsx';
import { money } from '../models/words.ts';
import { client, useApp, useText } from '../store/index.ts';
import styles from './measures.module.css';

/** Requests in the list. */
const SHOWN = 40;

function Facts({ asking, judging }: { readonly asking: AskingView; readonly judging: boolean }) {
  const { t, n } = useText();
  const { endpoint, calls, cuts, remembered, input, output, price, masked } = asking;
  const facts: readonly (readonly [string, string])[] = [
    [t('send.endpoint'), endpoint],
    [t('ask.calls'), judging ? t('send.calls.value', { count: calls }) : t('ask.calls.value', { count: calls, cuts })],
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

interface Props {
  readonly wish: AskWish;
  /** Asked of the judge of the wish, after the answers. */
  readonly judging: boolean;
  readonly asking: AskingView;
  readonly onYes: () => void;
}

export function AskSending({ wish, judging, asking, onYes }: Props) {
  const { t, n } = useText();
  const choice = useApp((s) => s.scenario.settings.models.find((one) => choiceId(one) === asking.model));
  const keys = useKeys((all) => all);
  const keyless = choice !== undefined && needsKey(choice) && keys[keySlot(choice)] === undefined;
  const { prompts, different, calls } = asking;
  return (
    <>
      <Facts asking={asking} judging={judging} />
      <details>
        <summary>{t('ask.prompts', { count: different })}</summary>
        {prompts.slice(0, SHOWN).map(({ kind, characters, times }, index) => (
          <PromptFold
            // biome-ignore lint/suspicious/noArrayIndexKey: requests of one plan have no identity but their place
            key={index}
            title={t(`ask.prompt.${kind}`, { number: index + 1, characters: n.whole(characters), times })}
            ask={client.askPrompt}
            args={[wish, judging, index]}
          />
        ))}
        {different > SHOWN && <p className={styles.line}>{t('ask.prompts.more', { count: different - SHOWN })}</p>}
      </details>
      {choice && <KeyField choice={choice} />}
      <Button kind="primary" disabled={keyless && calls > 0} onClick={onYes}>
        {t(calls === 0 ? 'ask.show' : judging ? 'ask.send.judge' : 'ask.send')}
      </Button>
    </>
  );
}
