/** What the set says, with how many sessions: one sentence, and one of doubts. */
import '../../i18n/answer-words.ts';
import { type Answer as Found, SURE, WISHES } from '../../engine/answer/contract.ts';
import { lookup } from '../../i18n/index.ts';
import { piecesOf, row as named } from '../../i18n/pieces.ts';
import line from '../answer/answer.module.css';
import { Chooser } from '../answer/AnswerLine.tsx';
import { type Named, Pieces, RowName } from '../answer/RowName.tsx';
import { Why } from '../answer/Why.tsx';
import { Button } from '../components/Button.tsx';
import { useApp, useText } from '../store/index.ts';
import { resolveShare } from './budget.ts';
import { wishesOfSet } from '../../engine/answer/sets.ts';
import { replaySession } from './replay.ts';
import type { ResultRow } from './rows.ts';
import { useSet } from './state.ts';
import styles from './set.module.css';

/** One word and four bars, with the sessions behind them. */
function Sure({ found }: { readonly found: Found }) {
  const { t } = useText();
  const level = SURE.indexOf(found.sure);
  return (
    <p className={line.sure}>
      <span title={t('answer.sure.help')}>
        {t('answer.sure')}: <b>{t(`answer.sure.${found.sure}`)}</b>
      </span>
      <span className={line.bars} aria-hidden>
        {SURE.map((name, i) => (
          <i key={name} data-on={i <= level || undefined} />
        ))}
      </span>
      {t('answer.counts.sessions', { count: found.units })}
    </p>
  );
}

/** The session in which the answer loses most, replayed with it and with A. */
function Replay({ answer, base }: { readonly answer: ResultRow & { readonly kept: NonNullable<ResultRow['kept']> }; readonly base: string | null }) {
  const { t } = useText();
  const session = useSet((s) => s.sessions.find((one) => one.session === answer.kept.worstSession));
  const count = useSet((s) => s.sessions.filter(({ file }) => file === session?.file).length);
  const here = useSet((s) => s.files.some(({ path, blob }) => path === session?.file && blob !== null));
  if (!session) return null;
  const name = count > 1 ? t('set.of', { name: session.file, index: session.conversation + 1, count }) : session.file;
  return (
    <Button
      icon="next"
      disabled={!here}
      title={here ? t('set.replay.help', { session: name, row: answer.title, share: answer.kept.worst }) : t('set.replay.gone', { session: name })}
      onClick={() => void replaySession(session, base, answer.key)}
    >
      {t('set.replay')}
    </Button>
  );
}

/** A set calls no model. */
const SWITCHES = ['accepted', 'withinBudget', 'constraints'] as const;

/** Rows that are named as good as the answer. */
const MOST_NAMED = 3;

export function Answer({ rows, found }: { readonly rows: readonly ResultRow[]; readonly found: Found | null }) {
  const { t, n } = useText();
  const tables = useSet((s) => s.tables);
  const stale = useSet((s) => s.stale);
  const all = useSet((s) => s.sessions.length);
  const { settings, view } = useApp((s) => s.scenario);
  if (!tables || !found || tables.sessions === 0) return null;
  const wishes = wishesOfSet(view.wishes ?? WISHES);
  const top = (
    <div className={line.spread}>
      <Chooser wishes={wishes} switches={SWITCHES} />
      {found.row && <Sure found={found} />}
    </div>
  );
  const answer = rows.find((row) => row.answer);
  const base = rows.find((row) => row.key === view.pinned[0]);
  const share = resolveShare(settings.own, settings.target);
  const counted = t('set.counted', { enough: tables.enough, sessions: tables.sessions, all, facts: tables.facts });
  if (!answer?.kept || !found.row)
    return (
      <section className={styles.answer} aria-label={t('answer.title')} data-stale={stale || undefined}>
        {top}
        <p className={styles.say}>{tables.enough === 0 ? t('set.none.facts') : t('set.none')}</p>
        <p className={styles.doubt}>{counted}</p>
      </section>
    );
  const better = answer.difference;
  const same = base?.key === answer.key;
  const names = new Map(rows.map(({ key, title, letter }): readonly [string, Named] => [key, { key, title, pin: letter }]));
  const titleOf = (key: string): string => names.get(key)?.title ?? key;
  const equals = found.equals.filter((key) => names.has(key));
  const first = equals.slice(0, MOST_NAMED).map(named).join(t('list.separator'));
  const more = equals.length - MOST_NAMED;
  const byWords = wishes.matters === 'userWords';
  const doubts = [
    same && t('set.say.nothing'),
    // Sessions are counted by what was needed later; the user's words have their difference alone.
    byWords &&
      base &&
      found.difference &&
      t('answer.doubt.difference', {
        mean: n.shareDelta(found.difference.mean),
        base: named(base.key),
        from: n.shareDelta(found.difference.interval[0]),
        to: n.shareDelta(found.difference.interval[1]),
      }),
    !byWords &&
      better &&
      t('set.say.better', {
        better: better.better,
        count: better.sessions,
        mean: n.shareDelta(better.mean),
        from: n.shareDelta(better.interval[0]),
        to: n.shareDelta(better.interval[1]),
      }),
    first !== '' && t('answer.doubt.equals', { rows: more > 0 ? t('answer.doubt.more', { rows: first, count: more }) : first }),
    answer.own !== null && t('set.say.ownRecall', { share: answer.own }),
    t('set.say.worst', { share: answer.kept.worst }),
    answer.over > 0 && t('set.say.over', { count: answer.over }),
    answer.cost === null
      ? t('set.say.cost.none')
      : base && !same && base.cost !== null
        ? t('set.say.cost.base', { cost: answer.cost, base: named(base.key), other: base.cost })
        : t('set.say.cost', { cost: answer.cost }),
    wishes.accepted && (share === null || !wishes.withinBudget ? t('set.say.own') : t('set.say.budget', { share })),
    counted,
  ].filter((sentence) => typeof sentence === 'string');
  return (
    <section className={styles.answer} aria-label={t('answer.title')} data-stale={stale || undefined}>
      {top}
      <div className={line.spread}>
        <div className={styles.words}>
          <p className={styles.say}>
            {!same && <>{lookup('set.say.use')} </>}
            <RowName row={names.get(answer.key)!} />:{' '}
            {t('set.say.keeps', {
              share: found.row.share,
              count: found.units,
              what: t(byWords ? 'answer.what.userWords' : 'answer.what.kept'),
            })}
            {base?.kept && !same && (
              <>
                {' '}
                {base.wrote === null || base.wrote === 1 ? t(base.wrote === 1 ? 'set.say.agent' : 'set.say.base') : ''}{' '}
                <RowName row={names.get(base.key)!} />
                {base.wrote !== null && base.wrote < 1 && t('set.say.wrote', { share: base.wrote })}{' '}
                {t('set.say.base.keeps', { share: found.base?.share ?? base.kept.mean })}
              </>
            )}
            {tables.chance !== null && t('set.say.chance', { share: found.row.chance })}
          </p>
          <p className={styles.doubt}>
            <Pieces pieces={piecesOf(doubts.join(' '), titleOf)} rows={names} short />
          </p>
        </div>
        <div className={line.acts}>
          <Why
            answer={found}
            how={t('set.why.how')}
            titleOf={titleOf}
            costOf={(key) => (wishes.matters === 'cost' ? (rows.find((row) => row.key === key)?.cost ?? null) : null)}
          />
          <Replay answer={{ ...answer, kept: answer.kept }} base={base?.key ?? null} />
        </div>
      </div>
    </section>
  );
}
