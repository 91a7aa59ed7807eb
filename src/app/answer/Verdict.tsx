/** The answer as a sentence, the doubt about it, and three acts: large on the first view, one line on the others. */
import { buttonOf } from '../components/acts.ts';
import { type CSSProperties, useEffect } from 'react';
import { type Answer, CONSTRAINTS_FLOOR, MATTERS, rowToUse, WISHES, type Wishes } from '../../engine/answer/contract.ts';
import { type Names, number, piecesOf, sayAnswer, sayDoubts } from '../../i18n/answer-words.ts';
import type { TextKey } from '../../i18n/index.ts';
import { choiceId } from '../../models/contract.ts';
import { BUDGETS } from '../../scenario/schema.ts';
import { Button, Icon, Segmented } from '../components/Button.tsx';
import { Check, Select, Slider } from '../components/NumberField.tsx';
import type { TableRow } from '../rows/compare-rows.ts';
import { waitsForYes, writerName } from '../rows/model-words.ts';
import { notByItself, showRow, type TableAnswer, useAnswered } from '../rows/useTableRows.ts';
import { useChanged } from '../settings/Controls.tsx';
import { actions, findSmallest, isSent, matchIn, recallAgain, recordedIn, useApp, useText } from '../store/index.ts';
import { askForRecall, openDialog, openLoss, openUse, showControls, showSet } from '../store/ui.ts';
import { targetTokens, useTarget, useWindow } from '../store/numbers.ts';
import { Pieces, Why } from './AnswerRows.tsx';
import styles from './answer.module.css';

// Where nothing works at a budget of one's own, the page looks for the smallest at which something does.

function useSmallest(found: TableAnswer | null): void {
  const recalled = useApp((s) => s.recalled);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const isAsked = useApp((s) => !isSent(s) && matchIn(s) === null && s.recalling === null && s.recalled !== null && s.recalled.of === s.comparison);
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

function MattersSelect({ wishes }: Pick<ChooserProps, 'wishes'>) {
  const { t } = useText();
  return (
    <label className={`row gap8 ${styles.matters}`}>
      {t('answer.matters')}
      <Select
        value={wishes.matters}
        options={MATTERS.map((matters) => [matters, t(`answer.matters.${matters}`)])}
        onChange={(chosen) => change(wishes, { matters: chosen })}
      />
    </label>
  );
}

export function Chooser({ wishes, switches = SWITCHES }: ChooserProps) {
  const { t } = useText();
  return (
    <div className="row wrap second gap0-8">
      <MattersSelect wishes={wishes} />
      {switches.map((name) => (
        <Check
          key={name}
          className="row gap4 oneLine leastHigh24"
          title={t(`answer.wish.${name}.help`, { floor: CONSTRAINTS_FLOOR })}
          checked={isOn(wishes, name)}
          onChange={(on) => {
            change(wishes, name === 'constraints' ? { constraints: on ? CONSTRAINTS_FLOOR : null } : { [name]: on });
          }}
          text={t(`answer.wish.${name}`)}
        />
      ))}
    </div>
  );
}

export function WishesGroup() {
  const { t } = useText();
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  return (
    <section className="pad8-12" aria-label={t('answer.wishes')}>
      <h2 className="marginBottom4 second bold11-18">{t('answer.wishes')}</h2>
      <Chooser wishes={wishes} />
    </section>
  );
}

/** Whose answer it is, and what mattered to them: a receiver cannot choose anew. */
function SentFor({ wishes }: { readonly wishes: Wishes }) {
  const { t } = useText();
  const chosen = [t(`answer.matters.${wishes.matters}`), ...SWITCHES.filter((name) => isOn(wishes, name)).map((name) => t(`answer.wish.${name}`))];
  return <p className="second size13 line20">{[t('answer.sent'), ...chosen].join(' · ')}</p>;
}

interface Act {
  readonly label: TextKey;
  readonly run: () => void;
}

/** What stands in the place of the answer while there is none. */
interface Silence {
  /** null = the sentence of the answer, with blanks. */
  readonly heading: string | null;
  readonly doubt: string;
  readonly failed?: boolean;
  readonly act?: Act;
  readonly other?: Act;
}

/** Why there is no answer yet, or none at all; null = there is one. */
function useSilence(): Silence | null {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const running = useApp((s) => s.running !== null);
  const stopped = useApp((s) => s.compareError);
  const recalling = useApp((s) => s.recalling);
  const recalled = useApp((s) => s.recalled);
  const error = useApp((s) => s.lossError);
  if (!running && stopped) {
    const done = comparison?.waiting ? comparison.rows.length : 0;
    const of = done + (comparison?.waiting ?? 0);
    const heading = done > 0 ? t('answer.stopped.at', { done: number(n.whole(done)), of: number(n.whole(of)) }) : t('answer.stopped');
    const failed = stopped.code !== 'cancelled';
    const doubt = [failed ? stopped.message : '', t(done > 0 ? 'answer.stopped.done' : 'answer.stopped.before')].filter(Boolean).join(' ');
    return { heading, doubt, failed, act: { label: 'status.again', run: actions.runAgain } };
  }
  if (recalled) return null;
  if (recalling !== null) return { heading: null, doubt: t('answer.say.measuring', { done: Math.round(recalling * 100) / 100 }) };
  const act = { label: 'answer.measure', run: recallAgain } as const;
  if (error?.code === 'cancelled') return { heading: t('answer.cancelled'), doubt: t('answer.unmeasured'), act };
  if (error) return { heading: t('answer.stopped.measuring'), doubt: `${error.message} ${t('answer.unmeasured')}`, failed: true, act };
  if (comparison && notByItself(comparison))
    return { heading: t('answer.long', { messages: number(n.whole(comparison.transcript.n)) }), doubt: t('answer.unmeasured'), act };
  return { heading: null, doubt: t('answer.say.waiting') };
}

/** A's summaries wait for a yes: now, or at the checkpoints; null = they do not. */
function useWaits(row: TableRow | null): Silence | null {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const checkpoints = useApp((s) => s.recalled?.reply.cuts.length ?? 0);
  if (!row) return null;
  const waits = waitsForYes(row.result);
  if (!waits && row.recall?.otherWriter !== true) return null;
  const { key, title, result } = row;
  const model = number(writerName(result?.summarizer ?? '', models.map(choiceId)));
  return {
    heading: t('answer.waits', { title, model }),
    doubt: t(waits ? 'answer.waits.why' : 'answer.waits.checkpoints', { count: checkpoints }),
    act: { label: 'models.bar.review', run: () => (waits ? openDialog('send') : askForRecall(key)) },
    other: { label: 'answer.waits.standIn', run: () => actions.writeBuiltIn([key]) },
  };
}

function Question() {
  const { t } = useText();
  const sample = useApp((s) => s.loaded?.ref.kind === 'sample');
  return (
    <p className="second size13 line20">
      {t('start.title')} {sample && t('answer.question.sample')}
    </p>
  );
}

interface ActsProps {
  readonly answer: Answer | null;
  readonly silence: Silence | null;
  readonly names: Names;
  readonly rows: ReadonlyMap<string, TableRow>;
}

function Acts({ answer, silence, names, rows }: ActsProps) {
  const { t } = useText();
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const [a, b] = useApp((s) => s.compared);
  const use = answer && (rowToUse(answer) ?? b);
  const smallest = answer?.verdict === 'nothing' ? (answer.smallest ?? null) : null;
  // What was recorded happened, however little can be ranked.
  const isShort = answer?.verdict === 'short' && answer.compactions === null;
  return (
    <div className={`row gap8 ${styles.acts}`}>
      {silence?.act && <Button kind="primary" data-act="again" onClick={silence.act.run} text={t(silence.act.label)} />}
      {silence?.other && <Button onClick={silence.other.run} text={t(silence.other.label)} />}
      {smallest !== null && (
        <Button
          kind="primary"
          data-act="leave"
          onClick={() => actions.set('target', smallest)}
          text={t('answer.leave.smallest', { share: smallest })}
        />
      )}
      <Button data-act="lost" disabled={!answer} onClick={() => a !== undefined && openLoss(a)} text={t('answer.lost')} />
      {answer ? (
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
        <Button disabled text={t('row.why')} />
      )}
      {isShort ? (
        <Button kind="primary" data-act="longer" onClick={() => showSet(true)} text={t('answer.longer')} />
      ) : (
        !silence?.act && smallest === null && <Button data-act="use" disabled={!use} onClick={() => use && openUse(use)} text={t('row.agent')} />
      )}
    </div>
  );
}

/** @param short one line: the view below it is not about the answer alone */
export function Verdict({ short = false }: { readonly short?: boolean }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const a = useApp((s) => s.compared[0]);
  const stale = useApp((s) => s.recalled?.of !== s.comparison);
  const found = useAnswered(comparison, true);
  useSmallest(found);
  const quiet = useSilence();
  const waits = useWaits(found?.rows.find(({ key }) => key === a) ?? null);
  const silence = quiet ?? waits;
  const sent = useApp(isSent);
  const target = useApp((s) => s.scenario.settings.target);
  const told = useApp((s) => s.sent?.snapshot.answer != null);
  const recorded = useApp(recordedIn);
  if (sent && !told) return null;
  const isTold = comparison !== null && found !== null && silence === null;
  const rows = new Map(found?.rows.map((row) => [row.key, row] as const));
  const names: Names = { title: (key) => found?.titles.get(key) ?? key, target, idle: found?.idle ?? null, recorded };
  const answer = isTold ? found.answer : null;
  return (
    <section
      className={`stack gap4 fixed surface ruled ${styles.verdict}`}
      data-short={short || undefined}
      data-guide="answer"
      aria-label={t('tab.answer')}
      data-stale={(isTold && stale) || undefined}
    >
      {sent ? <SentFor wishes={wishes} /> : !short && <Question />}
      <h1 className={`size15 line22 ${styles.say}`} aria-live="polite">
        {silence?.failed && <Icon name="warning" size={22} />}
        {answer ? (
          <Pieces pieces={sayAnswer(answer, wishes, names)} rows={rows} plain />
        ) : silence?.heading ? (
          <Pieces pieces={piecesOf(silence.heading, names.title)} rows={rows} plain />
        ) : (
          <>
            {/* Before the engine has named it, A has no title. */}
            {t('answer.blank.before', { title: found?.titles.get(a ?? '') ?? '…' })}{' '}
            <i className={`inlineBlock rounded bgSunk ${styles.blank}`} aria-hidden /> {t('answer.blank.after')}
          </>
        )}
      </h1>
      {!short && (
        <div className={`row wrap spread gap2-16 ${styles.spread}`}>
          <p className={`second fill size13 line20 ${styles.doubt}`}>
            {answer ? <Pieces pieces={sayDoubts(answer, wishes, names)} rows={rows} /> : silence?.doubt}
          </p>
          <Acts answer={answer} silence={silence} names={names} rows={rows} />
        </div>
      )}
    </section>
  );
}

export function BudgetBar({ short = false }: { readonly short?: boolean }) {
  const { t, n } = useText();
  const budget = useApp((s) => s.scenario.settings.budget);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const target = useTarget();
  const window = useWindow();
  const total = useApp((s) => s.comparison?.transcript.total ?? 0);
  const left = useApp((s) => s.comparison?.rows.find(({ key }) => key === s.compared[0])?.measures.tokensAfter ?? null);
  const changed = useChanged();
  const whole = Math.min(total, window);
  const mine = left === null || whole === 0 ? null : Math.min(1, left / whole);
  const tokens = budget === 'own' ? targetTokens(target, total, window) : (left ?? targetTokens(target, total, window));
  const share = budget === 'own' ? (target <= 1 ? target : tokens / Math.max(1, whole)) : (mine ?? 0);
  const texts = {
    same: () => t('control.target.same', { tokens: n.axis(tokens) }),
    own: () => t('answer.leave.own', { share: n.percent(share), tokens: n.axis(tokens) }),
    shipped: () => t('answer.leave.shipped'),
  };
  const text = total === 0 ? '…' : texts[budget]();
  return (
    <section
      className={`row wrap fixed ruled bgApp size13 gap4-12 pad4-Gutter ${styles.budget}`}
      data-short={short || undefined}
      aria-label={t('control.budget')}
    >
      <span className="second">{t('answer.leave')}</span>
      <span className={`relative ${styles.track}`} data-setting="target" style={{ '--mine': mine ?? 0 } as CSSProperties}>
        <Slider
          label={t('control.target')}
          value={Math.round(share * 100)}
          min={1}
          max={100}
          step={1}
          text={text}
          onChange={(shown) => actions.set('target', Math.max(1, shown) / 100)}
        />
        {mine !== null && (
          <i className="absolute second through" aria-hidden>
            A
          </i>
        )}
      </span>
      <b className="medium num" style={{ minWidth: 116 }}>
        {text}
      </b>
      <Segmented
        label={t('control.compare')}
        value={budget}
        options={BUDGETS.map((value) => [value, t(`control.compare.${value}`)])}
        onChange={(value) => actions.set('budget', value)}
      />
      {budget === 'own' && mine !== null && <span className="second">{t('answer.leave.mine', { share: mine })}</span>}
      {!short && changed > 0 && (
        <span className={`row gap8 ${styles.changed}`}>
          <Button kind="link" onClick={() => showControls(true)} text={t('frame.controls.changed', { count: changed })} />
          <Button kind="link" {...buttonOf('reset')} />
        </span>
      )}
      {!short && <MattersSelect wishes={wishes} />}
    </section>
  );
}
