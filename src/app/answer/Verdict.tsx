/** The answer as a sentence, the doubt about it, and three acts: large on the first view, one line on the others. */
import { type Names, sayAnswer, sayDoubts } from '../../i18n/answer-words.ts';
import { CONSTRAINTS_FLOOR, MATTERS, type Matters, rowToUse, WISHES, type Wishes } from '../../engine/answer/contract.ts';
import { formatReason } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import { showRow } from '../compare/row-context.ts';
import { type Answered, notByItself, useAnswered } from '../compare/useTableRows.ts';
import { useEffect } from 'react';
import { findSmallest } from '../store/loss.ts';
import { actions, useApp, useText } from '../store/index.ts';
import { isSent, matchIn } from '../store/store-state.ts';
import { openLoss, openUse } from '../store/ui.ts';
import styles from './answer.module.css';
import { Pieces, Why } from './AnswerRows.tsx';

// Where nothing works at a budget of one's own, the page looks for the smallest at which something does.

function useSmallest(found: Answered | null): void {
  const recalled = useApp((s) => s.recalled);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const isAsked = useApp((s) => !isSent(s) && matchIn(s) === null && s.recalled !== null && s.recalled.of === s.comparison);
  const isNothing = found?.answer.verdict === 'nothing' && found.answer.smallest === undefined;
  useEffect(() => {
    if (isAsked && isNothing && recalled) void findSmallest(recalled, wishes);
  }, [isAsked, isNothing, recalled, wishes]);
}

const SWITCHES = ['accepted', 'withinBudget', 'noModel', 'constraints'] as const;

const isOn = (wishes: Wishes, name: (typeof SWITCHES)[number]): boolean => wishes[name] !== null && wishes[name] !== false;

interface ChooserProps {
  readonly wishes: Wishes;
  /** Those that there are; absent = all. */
  readonly switches?: readonly (typeof SWITCHES)[number][];
}

const change = (wishes: Wishes, next: Partial<Wishes>): void => actions.setView('wishes', { ...wishes, ...next });

/** What decides between policies. */
export function MattersSelect({ wishes }: Pick<ChooserProps, 'wishes'>) {
  const { t } = useText();
  return (
    <label className={styles.matters}>
      {t('answer.matters')}
      <select value={wishes.matters} onChange={(e) => change(wishes, { matters: e.currentTarget.value as Matters })}>
        {MATTERS.map((matters) => (
          <option key={matters} value={matters}>
            {t(`answer.matters.${matters}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Chooser({ wishes, switches = SWITCHES }: ChooserProps) {
  const { t } = useText();
  return (
    <div className={styles.chooser}>
      <MattersSelect wishes={wishes} />
      {switches.map((name) => (
        <label key={name} className={styles.wish} title={t(`answer.wish.${name}.help`, { floor: CONSTRAINTS_FLOOR })}>
          <input
            type="checkbox"
            checked={isOn(wishes, name)}
            onChange={(e) => {
              const on = e.currentTarget.checked;
              change(wishes, name === 'constraints' ? { constraints: on ? CONSTRAINTS_FLOOR : null } : { [name]: on });
            }}
          />
          {t(`answer.wish.${name}`)}
        </label>
      ))}
    </div>
  );
}

/** What decides, among the settings. */
export function WishesGroup() {
  const { t } = useText();
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  return (
    <section className={styles.wishes} aria-label={t('answer.wishes')}>
      <h2>{t('answer.wishes')}</h2>
      <Chooser wishes={wishes} />
    </section>
  );
}

/** Whose answer it is, and what mattered to them: a receiver cannot choose anew. */
function SentFor({ wishes }: { readonly wishes: Wishes }) {
  const { t } = useText();
  const chosen = [t(`answer.matters.${wishes.matters}`), ...SWITCHES.filter((name) => isOn(wishes, name)).map((name) => t(`answer.wish.${name}`))];
  return <p className={styles.question}>{[t('answer.sent'), ...chosen].join(' · ')}</p>;
}

/** Why there is no answer yet, or none at all. */
function useSilence(): string | null {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const recalling = useApp((s) => s.recalling);
  const recalled = useApp((s) => s.recalled);
  const error = useApp((s) => s.lossError);
  if (recalled) return null;
  if (recalling !== null) return t('answer.say.measuring', { done: Math.round(recalling * 100) / 100 });
  const long = notByItself(comparison);
  if (long) return t('answer.say.why', { reason: formatReason(long) });
  if (error) return t('answer.say.why', { reason: error.code === 'cancelled' ? formatReason({ key: 'recall-cancelled' }) : error.message });
  return t('answer.say.waiting');
}

/** What this page answers, in one line. */
function Question() {
  const { t } = useText();
  const sample = useApp((s) => s.loaded?.ref.kind === 'sample');
  return (
    <p className={styles.question}>
      {t('answer.question')} {sample && t('answer.question.sample')}
    </p>
  );
}

/** @param short one line: the view below it is not about the answer alone */
export function Verdict({ short = false }: { readonly short?: boolean }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const [a, b] = useApp((s) => s.compared);
  const stale = useApp((s) => s.recalled?.of !== s.comparison);
  const found = useAnswered(comparison, true);
  useSmallest(found);
  const silence = useSilence();
  const sent = useApp(isSent);
  const target = useApp((s) => s.scenario.settings.target);
  const told = useApp((s) => s.sent?.snapshot.answer != null);
  if (sent && !told) return null;
  const isTold = comparison !== null && found !== null && silence === null;
  const rows = new Map(found?.rows.map((row) => [row.key, row]));
  const names: Names = { title: (key) => found?.titles.get(key) ?? key, target, idle: found?.idle ?? null };
  const answer = found?.answer ?? null;
  const use = answer && isTold ? (rowToUse(answer) ?? null) : null;
  return (
    <section
      className={styles.verdict}
      data-short={short || undefined}
      data-guide="answer"
      aria-label={t('answer.title')}
      data-stale={(isTold && stale) || undefined}
    >
      {sent ? <SentFor wishes={wishes} /> : !short && <Question />}
      <h1 className={styles.say} aria-live="polite">
        {answer && isTold ? (
          <Pieces pieces={sayAnswer(answer, wishes, names)} rows={rows} plain />
        ) : (
          <>
            {/* Before the engine has named it, A has no title. */}
            {t('answer.blank.before', { title: found?.titles.get(a ?? '') ?? '…' })} <i className={styles.blank} aria-hidden />{' '}
            {t('answer.blank.after')}
          </>
        )}
      </h1>
      {!short && (
        <div className={styles.spread}>
          <p className={styles.doubt}>{answer && isTold ? <Pieces pieces={sayDoubts(answer, wishes, names)} rows={rows} /> : silence}</p>
          <div className={styles.acts}>
            <Button data-act="lost" disabled={!isTold} onClick={() => a !== undefined && openLoss(a)}>
              {t('answer.lost')}
            </Button>
            {answer && isTold ? (
              <Why
                answer={answer}
                how={t('answer.why.how')}
                titleOf={names.title}
                costOf={(key) => (wishes.matters === 'cost' ? (rows.get(key)?.measured?.figures.cost ?? null) : null)}
                onShow={(key) => {
                  actions.setView('tab', 'policies');
                  showRow(key);
                }}
              />
            ) : (
              <Button disabled>{t('answer.why')}</Button>
            )}
            <Button data-act="use" disabled={!isTold || (use ?? b) === undefined} onClick={() => openUse((use ?? b)!)}>
              {t('answer.use')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
