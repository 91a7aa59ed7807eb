/** The working context: the levels that lead to it, and their undo. Renders nothing without levels. */
import { buttonOf, iconOf } from '../components/acts.ts';
import { formatReason } from '../../i18n/index.ts';
import type { HistoryEntry, HistoryView } from '../../worker/protocol.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { Button, Icon, TabTools, Tap } from '../components/Button.tsx';
import { actions, openHistory, stepsPending, useApp, useText } from '../store/index.ts';
import classes from './history.module.css';

const SHOWN = 3;

export const titleOf = ({ strategy, params }: HistoryEntry): string => strategyTitle(strategy, strategy, params);

function Chain({ history }: { readonly history: HistoryView }) {
  const { t, n } = useText();
  const exact = useApp((s) => s.comparison?.transcript.exact ?? true);
  const { levels, full } = history;
  const hidden = Math.max(0, levels.length - SHOWN);
  return (
    <ol className={`row fill second oneLine clips ${classes.chain} num`}>
      <li className="row">
        {t('history.bar.full')} <b className="plainText">{n.whole(full.messages)}</b>
        <span className={classes.tokens}>
          {' · '}
          {!exact && (
            <em className="warn strong" title={t('tokens.approx')}>
              ≈{' '}
            </em>
          )}
          {t('tokens.count', { count: full.tokens })}
        </span>
      </li>
      {hidden > 0 && <li className="muted row">{t('history.bar.more', { count: hidden })}</li>}
      {levels.slice(hidden).map((entry, i) => {
        const level = hidden + i + 1;
        return (
          <li className="row" key={entry.key}>
            <Tap
              className={`shrinks rounded hovers clips high24 pad0-5 dots outlinesInside lights ${classes.level} ${level === levels.length ? 'plainText medium' : ''}`}
              aria-current={level === levels.length ? 'step' : undefined}
              aria-label={t('history.bar.level', { level, title: titleOf(entry), messages: entry.messagesAfter, tokens: entry.tokensAfter })}
              onClick={() => openHistory(entry.key)}
            >
              <i className="inlineBlock framed rounded surface second">{n.whole(level)}</i> {titleOf(entry)}{' '}
              <b className="plainText">{n.whole(entry.messagesAfter)}</b>
              <span className={classes.tokens}> · {t('tokens.count', { count: entry.tokensAfter })}</span>
            </Tap>
          </li>
        );
      })}
    </ol>
  );
}

/** The step of a link that could not be carried out, and the fate of the others. */
function Stopped({ history }: { readonly history: HistoryView }) {
  const { t } = useText();
  const scenario = useApp((s) => s.scenario);
  const pending = stepsPending(scenario, history);
  if (!history.stopped || pending.length === 0) return null;
  const { entry, step } = history.stopped;
  const untried = pending.slice(1);
  return (
    <p className={`row gap8 bad pad4-12 narrowWrap ${classes.stopped}`} role="alert">
      <Icon name="warning" />
      <span className="grows">
        {t('history.bar.stopped', { step: step + 1, title: titleOf(entry), reason: entry.why ? formatReason(entry.why) : '' })}
        {untried.length > 0 && (
          <>
            <br />
            {t('history.bar.untried', {
              count: untried.length,
              titles: untried.map(({ strategy, params }) => strategyTitle(strategy, strategy, params)).join(t('list.separator')),
            })}
          </>
        )}
      </span>
      <Button onClick={actions.dropPending} text={t('history.bar.drop')} />
    </p>
  );
}

export function LevelBar() {
  const { t, n } = useText();
  const history = useApp((s) => s.comparison?.history ?? null);
  const total = useApp((s) => s.comparison?.transcript.total ?? 0);
  const pending = useApp((s) => stepsPending(s.scenario, s.comparison?.history ?? null).length);
  const level = history?.levels.length ?? 0;
  if (!history || level + pending === 0) {
    return (
      <TabTools>
        <Button {...iconOf('history')} aria-label={undefined} text={<span className="narrowHidden">{t('history.title')}</span>} />
      </TabTools>
    );
  }
  return (
    <section className="fixed ruled bgSel" aria-label={t('history.bar')}>
      {level > 0 && (
        <div className={`row gap8 leastHigh30 narrowWrap ${classes.levels}`}>
          <h2 className="fixed">{t('history.bar')}</h2>
          <Chain history={history} />
          <span className={`fill gone narrowBlock ${classes.brief} num`}>
            {t('history.bar.brief', { level, tokens: total, full: history.full.tokens })}
          </span>
          <span className={`fixed second ${classes.saved} num`}>
            {t('history.bar.saved', { saved: 1 - total / Math.max(1, history.full.tokens) })}
          </span>
          <Button
            icon="undo"
            className={classes.small}
            onClick={() => void actions.undoLevel()}
            text={t('history.bar.undo', { level: n.whole(level) })}
          />
          <Button kind="ghost" {...buttonOf('history')} className={classes.small} />
        </div>
      )}
      <Stopped history={history} />
    </section>
  );
}
