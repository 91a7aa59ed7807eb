/** Before the rows' own models write the summaries at the cuts: what they would be sent, and a yes of its own. */
import { formatReason } from '../../i18n/index.ts';
import { keySlot, needsKey } from '../../models/contract.ts';
import type { AskWish } from '../../worker/ask-protocol.ts';
import { Button } from '../components/Button.tsx';
import { useKeys } from '../models/keys.ts';
import { ToModel } from '../models/ToModel.tsx';
import { client, useAsk, useText } from '../store/index.ts';
import styles from './measures.module.css';

interface Props {
  readonly wish: AskWish;
  /** Gets the ids of the models that may write. */
  readonly onYes: (agreed: readonly string[]) => void;
}

export function AskWriting({ wish, onYes }: Props) {
  const { t } = useText();
  const keys = useKeys((all) => all);
  const { answer: sendings, failed, loading } = useAsk(client.rehearseAsk, [wish], [], 'ask');
  const toSend = sendings?.map((sending, at) => ({ sending, at })).filter(({ sending }) => sending.calls > 0) ?? [];
  const keyless = toSend.some(({ sending: { choice } }) => needsKey(choice) && keys[keySlot(choice)] === undefined);
  return (
    <>
      {loading && (
        <p className={styles.line} role="status">
          {t('send.preparing')}
        </p>
      )}
      {failed && <p className={styles.line}>{t('ask.failed', { message: formatReason(failed) })}</p>}
      {toSend.map(({ sending, at }) => (
        <ToModel key={`${sending.id} ${at}`} sending={sending} at={at} />
      ))}
      {sendings && (
        <>
          <p className={styles.line}>{t(toSend.length > 0 ? 'send.more' : 'send.nothing')}</p>
          <Button kind="primary" disabled={keyless} onClick={() => onYes(toSend.map(({ sending }) => sending.id))}>
            {t(toSend.length > 0 ? 'ask.write' : 'ask.write.none')}
          </Button>
        </>
      )}
    </>
  );
}
