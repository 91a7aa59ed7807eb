/** What the set says, with how many sessions: one sentence, and one of doubts. */
import { type Answer as Found, rowToUse, SURE, WISHES } from '../../engine/answer/contract.ts';
import { saySet } from '../../i18n/answer-words.ts';
import line from '../answer/answer.module.css';
import { Chooser } from '../answer/Verdict.tsx';
import { type RowLabel, Pieces, replayBeside, Why } from '../answer/AnswerRows.tsx';
import { Button } from '../components/Button.tsx';
import { useApp, useText } from '../store/index.ts';
import { wishesOfSet } from '../../engine/answer/sets.ts';
import { show } from '../replay/replay-state.ts';
import type { FoundSession } from '../../worker/sets/set-worker-protocol.ts';
import { openSession } from './set-actions.ts';
import { type ResultRow, toldSet, useSet } from './set-state.ts';
import styles from './set.module.css';

/** Replays a session with what one has and another row, which is the one that the replay shows. */
async function replaySession(session: Pick<FoundSession, 'file' | 'conversation'>, base: string | null, key: string): Promise<void> {
  replayBeside(base, key);
  show({ key });
  await openSession(session, 'replay');
}

function Sure({ found }: { readonly found: Found }) {
  const { t } = useText();
  const level = SURE.indexOf(found.sure);
  return (
    <p className="row gap8 wrap second leastHigh24">
      <span title={t('answer.sure.help')}>
        {t('answer.sure')}: <b>{t(`answer.sure.${found.sure}`)}</b>
      </span>
      <span className={`row gap2 ${line.bars}`} aria-hidden>
        {SURE.map((name, i) => (
          <i key={name} data-on={i <= level || undefined} />
        ))}
      </span>
      {t('tab.set.count', { count: found.sessions })}
    </p>
  );
}

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
      text={t('set.replay')}
    />
  );
}

const SWITCHES = ['accepted', 'withinBudget', 'constraints'] as const;

export function Answer({ rows, found }: { readonly rows: readonly ResultRow[]; readonly found: Found | null }) {
  const { t } = useText();
  const tables = useSet((s) => s.tables);
  const stale = useSet((s) => s.stale);
  const all = useSet((s) => s.sessions.length);
  const run = useSet((s) => s.run);
  const scenario = useApp((s) => s.scenario);
  if (!tables || !found || tables.sessions === 0) return null;
  const wishes = wishesOfSet(scenario.view.wishes ?? WISHES);
  const top = (
    <div className={`row wrap spread gap2-16 ${line.spread}`}>
      <Chooser wishes={wishes} switches={SWITCHES} />
      {found.row && <Sure found={found} />}
    </div>
  );
  const told = toldSet(scenario, { rows, tables, found, wishes, all });
  const { say, doubts } = saySet(told);
  const names = new Map(rows.map(({ key, title, letter }): readonly [string, RowLabel] => [key, { key, title, pin: letter }]));
  const answer = rows.find(({ key, kept }) => key === rowToUse(found) && kept !== null);
  return (
    <section className={`surface fixed ruled ${styles.answer} ${stale ? 'second' : ''}`} aria-label={t('tab.answer')} data-stale={stale || undefined}>
      {top}
      <div className={`row wrap spread gap2-16 ${line.spread}`}>
        <div className="fill" style={{ flexBasis: 420 }}>
          <p className="size15 line22">
            {run && `${t('set.soFar', { count: tables.sessions, of: run.of })} `}
            <Pieces pieces={say} rows={names} />
          </p>
          <p className="second marginTop2">
            <Pieces pieces={doubts} rows={names} short />
          </p>
        </div>
        <div className={`row gap8 ${line.acts}`}>
          <Why
            answer={found}
            how={`${t('answer.why.how')} ${t('set.why.how')}`}
            titleOf={told.titleOf}
            costOf={(key) => (wishes.matters === 'cost' ? (rows.find((row) => row.key === key)?.cost ?? null) : null)}
          />
          {answer?.kept && (
            <Replay answer={{ ...answer, kept: answer.kept }} base={found.base?.key ?? rows.find(({ letter }) => letter === 'A')?.key ?? null} />
          )}
        </div>
      </div>
    </section>
  );
}
