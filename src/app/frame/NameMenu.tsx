import { Popover, usePopover } from '../components/Popover.tsx';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { FormatSelect } from '../import/FormatSelect.tsx';
import { actions } from '../store/store-actions.ts';
import { MOST_KEPT, MOST_KEPT_BYTES } from '../store/kept.ts';
import { countKept } from '../store/last.ts';
import { useApp } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { useAsk } from '../store/useAsk.ts';
import { useText } from '../store/useText.ts';
import { useFacts } from './useFacts.ts';
import classes from './header.module.css';
import shared from '../theme/shared.module.css';

function useDetails(): readonly (readonly [string, string])[] {
  const { t, n } = useText();
  const facts = useFacts();
  const loaded = useApp((s) => s.loaded);
  const index = useApp((s) => s.scenario.conversation);
  const view = useApp((s) => (s.current ? (s.comparison?.transcript ?? null) : null));
  if (!loaded || !facts) return [];
  const { reply } = loaded;
  const conversation = reply.conversations[index];
  const calibration = view?.calibration;
  const pairs: (readonly [string, string | null | undefined])[] = [
    [t('details.format'), t('details.format.value', { format: facts.format, confidence: reply.confidence })],
    [t('details.title'), conversation?.title],
    [t('details.size'), n.bytes(reply.bytes)],
    [t('details.hash'), reply.hash.slice(0, 16)],
    [t('details.messages'), n.whole(facts.messages)],
    [t('details.toolCalls'), conversation && t('details.toolCalls.value', { calls: conversation.toolCalls, results: conversation.toolResults })],
    [t('details.turns'), facts.turns === null ? null : n.whole(facts.turns)],
    [t('details.tokens'), facts.tokens === null ? null : `${facts.exact ? '' : '≈ '}${n.whole(facts.tokens)}`],
    [t('details.tools'), view && view.toolDefinitionTokens > 0 ? n.whole(view.toolDefinitionTokens) : null],
    [t('details.tokenizer'), view && t(`tokenizer.${view.tokenizer}`)],
    [
      t('details.calibration'),
      calibration && t('details.calibration.value', { factor: calibration.factor, requests: calibration.requests, error: calibration.error }),
    ],
    [t('details.s1Error'), view && view.s1Error !== null ? n.percent(view.s1Error) : null],
    [t('details.model'), view?.ownModel],
    [t('details.provider'), view?.provider],
    [t('details.compactions'), conversation && conversation.compactions > 0 ? n.whole(conversation.compactions) : null],
  ];
  return pairs.filter((pair): pair is readonly [string, string] => Boolean(pair[1]));
}

const countNow = async () => ({ ok: true, value: await countKept() }) as const;

function ForgetAll({ kept, close }: { readonly kept: boolean; readonly close: () => void }) {
  const { t } = useText();
  const { answer: count } = useAsk(countNow, [], []);
  if ((count ?? 0) <= (kept ? 1 : 0)) return null;
  return (
    <Button
      onClick={() => {
        close();
        void actions.forget(true);
      }}
    >
      {t('details.forgetAll', { count: count ?? 0 })}
    </Button>
  );
}

export function NameMenu() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const name = useApp((s) => (s.load.phase === 'loading' ? s.load.name : (s.loaded?.name ?? s.expected?.name ?? null)));
  const kept = useApp((s) => s.loaded?.ref.kind === 'file');
  const details = useDetails();
  return (
    <Popover
      {...popover}
      position="bottom-start"
      target={
        <button type="button" className={classes.name} aria-label={t('header.details', { name: name ?? t('app.title') })} {...button}>
          <span className={shared.ellipsis}>{name ?? t('app.title')}</span>
          <Icon name="chevron" size={12} />
        </button>
      }
    >
      <div className={classes.details}>
        <h2>{name ?? t('app.title')}</h2>
        <dl>
          {details.map(([key, value]) => (
            <div key={key} className={classes.pair}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={`${shared.row} ${shared.wrap} ${shared.spread} ${shared.gap8}`}>
          {details.length > 0 && <FormatSelect />}
          {kept && (
            <Button
              onClick={() => {
                close();
                void actions.forget();
              }}
              title={t('details.forget.help')}
            >
              {t('details.forget')}
            </Button>
          )}
          <Button
            icon="history"
            onClick={() => {
              close();
              openDialog('recent');
            }}
          >
            {t('recent.open')}
          </Button>
          <ForgetAll kept={kept} close={close} />
        </div>
        {details.length > 0 ? (
          <p className={`${shared.small} ${shared.muted}`}>
            {kept ? t('details.kept', { most: MOST_KEPT, size: MOST_KEPT_BYTES }) : t('details.notKept')}
          </p>
        ) : (
          <p className={shared.small}>{t('details.nothing')}</p>
        )}
      </div>
    </Popover>
  );
}
