/** What the set says, with how many sessions: one sentence, and one of doubts. */
import { lookup } from '../../i18n/index.ts';
import { useApp, useText } from '../store/index.ts';
import { resolveShare } from './budget.ts';
import type { ResultRow } from './rows.ts';
import { useSet } from './state.ts';
import styles from './set.module.css';

const Letter = ({ letter }: { readonly letter: string | null }) => (letter ? <span className={styles.letter}>{letter}</span> : null);

export function Answer({ rows }: { readonly rows: readonly ResultRow[] }) {
  const { t, n } = useText();
  const tables = useSet((s) => s.tables);
  const stale = useSet((s) => s.stale);
  const all = useSet((s) => s.sessions.length);
  const { settings, view } = useApp((s) => s.scenario);
  if (!tables || tables.sessions === 0) return null;
  const answer = rows.find((row) => row.answer);
  const base = rows.find((row) => row.key === view.pinned[0]);
  const share = resolveShare(settings.own, settings.target);
  const counted = t('set.counted', { enough: tables.enough, sessions: tables.sessions, all, facts: tables.facts });
  if (!answer?.kept)
    return (
      <div className={styles.answer} data-stale={stale || undefined}>
        <p className={styles.say}>{tables.enough === 0 ? t('set.none.facts') : t('set.none')}</p>
        <p className={styles.doubt}>{counted}</p>
      </div>
    );
  const better = answer.difference;
  const same = base?.key === answer.key;
  return (
    <div className={styles.answer} data-stale={stale || undefined}>
      <p className={styles.say}>
        {!same && <>{lookup('set.say.use')} </>}
        <Letter letter={answer.letter} /> <b>{answer.title}</b>: {t('set.say.keeps', { share: answer.kept.median, count: answer.kept.sessions })}
        {base?.kept && !same && (
          <>
            {' '}
            {base.wrote === null || base.wrote === 1 ? t(base.wrote === 1 ? 'set.say.agent' : 'set.say.base') : ''} <Letter letter={base.letter} />{' '}
            <b>{base.title}</b>
            {base.wrote !== null && base.wrote < 1 && t('set.say.wrote', { share: base.wrote })}{' '}
            {t('set.say.base.keeps', { share: base.kept.median })}
          </>
        )}
        {tables.chance !== null && t('set.say.chance', { share: tables.chance })}
      </p>
      <p className={styles.doubt}>
        {same && `${t('set.say.nothing')} `}
        {better &&
          `${t('set.say.better', {
            better: better.better,
            count: better.sessions,
            mean: n.shareDelta(better.mean),
            from: n.shareDelta(better.interval[0]),
            to: n.shareDelta(better.interval[1]),
          })} `}
        {answer.own !== null && `${t('set.say.ownRecall', { share: answer.own })} `}
        {t('set.say.worst', { share: answer.kept.worst })} {answer.over > 0 && `${t('set.say.over', { count: answer.over })} `}
        {share === null ? t('set.say.own') : t('set.say.budget', { share })} {counted}
      </p>
    </div>
  );
}
