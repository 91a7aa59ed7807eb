/** The line above the table: what matters, which row to use, what speaks against being sure of it, and what to do with it. */
import '../../i18n/answer-words.ts';
import { type Answer, CONSTRAINTS_FLOOR, MATTERS, type Matters, rowToUse, SURE, WISHES, type Wishes } from '../../engine/answer/contract.ts';
import { type Names, sayAnswer, sayDoubts } from '../../i18n/answer-words.ts';
import { formatReason } from '../../i18n/index.ts';
import type { Piece } from '../../i18n/pieces.ts';
import { Button } from '../components/Button.tsx';
import { showRow } from '../compare/linked.ts';
import { notByItself, useAnswered } from '../compare/useTableRows.ts';
import { useSmallest } from './useSmallest.ts';
import { actions, useApp, useText } from '../store/index.ts';
import { isSent } from '../store/state.ts';
import { openUse, showSet } from '../store/ui.ts';
import styles from './answer.module.css';
import { replayBeside } from './beside.ts';
import { Pieces } from './RowName.tsx';
import { Why } from './Why.tsx';

const SWITCHES = ['accepted', 'withinBudget', 'noModel', 'constraints'] as const;

const isOn = (wishes: Wishes, name: (typeof SWITCHES)[number]): boolean => wishes[name] !== null && wishes[name] !== false;

interface ChooserProps {
  readonly wishes: Wishes;
  /** Those that there are; absent = all. */
  readonly switches?: readonly (typeof SWITCHES)[number][];
}

export function Chooser({ wishes, switches = SWITCHES }: ChooserProps) {
  const { t } = useText();
  const set = (change: Partial<Wishes>): void => actions.setView('wishes', { ...wishes, ...change });
  return (
    <div className={styles.chooser}>
      <label className={styles.matters}>
        {t('answer.matters')}
        <select value={wishes.matters} onChange={(e) => set({ matters: e.currentTarget.value as Matters })}>
          {MATTERS.map((matters) => (
            <option key={matters} value={matters}>
              {t(`answer.matters.${matters}`)}
            </option>
          ))}
        </select>
      </label>
      <span aria-hidden>{t('answer.with')}</span>
      {switches.map((name) => (
        <label key={name} className={styles.wish} title={t(`answer.wish.${name}.help`, { floor: CONSTRAINTS_FLOOR })}>
          <input
            type="checkbox"
            checked={isOn(wishes, name)}
            onChange={(e) => {
              const on = e.currentTarget.checked;
              set(name === 'constraints' ? { constraints: on ? CONSTRAINTS_FLOOR : null } : { [name]: on });
            }}
          />
          {t(`answer.wish.${name}`)}
        </label>
      ))}
    </div>
  );
}

/** Whose answer it is, and what mattered to them: a receiver cannot choose anew. */
function SentFor({ wishes }: { readonly wishes: Wishes }) {
  const { t } = useText();
  const chosen = [t(`answer.matters.${wishes.matters}`), ...SWITCHES.filter((name) => isOn(wishes, name)).map((name) => t(`answer.wish.${name}`))];
  return <p className={styles.chooser}>{[t('answer.sent'), ...chosen].join(' · ')}</p>;
}

/** One word and four bars, with the counts behind them. */
function Sure({ answer }: { readonly answer: Answer }) {
  const { t } = useText();
  const level = SURE.indexOf(answer.sure);
  return (
    <p className={styles.sure}>
      <span title={t('answer.sure.help')}>
        {t('answer.sure')}: <b>{t(`answer.sure.${answer.sure}`)}</b>
      </span>
      <span className={styles.bars} aria-hidden>
        {SURE.map((name, i) => (
          <i key={name} data-on={i <= level || undefined} />
        ))}
      </span>
      <span title={t('answer.counts.items.help')}>
        {[t('answer.counts.session'), t('answer.counts.cuts', { count: answer.units }), t('answer.counts.items', { count: answer.items })].join(
          ' · ',
        )}
      </span>
      <Button kind="link" onClick={() => showSet(true)}>
        {t('answer.test')}
      </Button>
    </p>
  );
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

/** Keys of a typical answer's rows; their titles are as long as most. */
const TITLES: Readonly<Record<string, string>> = { a: 'Message truncation', b: 'Topic segmentation', c: 'Sliding window' };
const TYPICAL: Answer = {
  order: [],
  kept: {},
  barred: {},
  bars: {},
  verdict: 'use',
  row: { key: 'a', share: 0.864, chance: 0.765, own: 0.864, cost: 0.204, left: 0.294, lost: null, works: true },
  base: { key: 'b', share: 0.764, chance: 0.765, own: 0.764, cost: 0.613, left: 0.294, lost: null, works: true },
  difference: { mean: 0.102, interval: [0.021, 0.184], apart: true },
  equals: ['b', 'c'],
  trade: null,
  instead: null,
  sure: 'fair',
  compactions: null,
  sessions: 1,
  units: 12,
  items: 1234,
};

/** As much room as a text takes, without the text: nobody reads or finds it. */
const Room = ({ text, className }: { readonly text: string; readonly className?: string | undefined }) => (
  <span className={className ? `${styles.room} ${className}` : styles.room} data-text={text} aria-hidden />
);

/** The room of a typical answer: kept before it comes, so that nothing below it moves. */
function WordsRoom({ wishes }: { readonly wishes: Wishes }) {
  const names: Names = { title: (key) => TITLES[key] ?? 'Middle removal', target: 0.5, idle: null };
  // A letter stands before each row's name.
  const text = (pieces: readonly Piece[]): string => pieces.map((piece) => (piece.kind === 'row' ? `MM ${piece.text}` : piece.text)).join('');
  const short: Names = { ...names, title: (key) => (key === 'b' ? 'M' : names.title(key)) };
  return (
    <div className={styles.said} aria-hidden>
      <Room className={styles.say} text={text(sayAnswer(TYPICAL, wishes, names))} />
      <Room className={styles.doubt} text={text(sayDoubts(TYPICAL, wishes, short))} />
    </div>
  );
}

function SureRoom() {
  const { t } = useText();
  const counts = [t('answer.counts.session'), t('answer.counts.cuts', { count: 12 }), t('answer.counts.items', { count: 1234 })].join(' · ');
  return <Room className={styles.sure} text={`${t('answer.sure')}: ${t('answer.sure.fair')} MMMMMMM ${counts} ${t('answer.test')}`} />;
}

function ActsRoom() {
  const { t } = useText();
  return (
    <div className={styles.acts}>
      {(['answer.why', 'answer.replay', 'answer.use'] as const).map((key) => (
        <Room key={key} className={styles.act} text={t(key)} />
      ))}
    </div>
  );
}

export function AnswerLine() {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const pinned = useApp((s) => s.scenario.view.pinned);
  const stale = useApp((s) => s.recalled?.of !== s.comparison);
  const found = useAnswered(comparison);
  useSmallest(found);
  const silence = useSilence();
  const sent = useApp(isSent);
  const target = useApp((s) => s.scenario.settings.target);
  const told = useApp((s) => s.sent?.snapshot.answer != null);
  if (sent && !told) return null;
  if (!comparison || !found)
    return (
      <div className={styles.line}>
        <div className={styles.spread}>
          <Chooser wishes={wishes} />
          <SureRoom />
        </div>
        <div className={styles.spread}>
          <div className={styles.words}>
            <WordsRoom wishes={wishes} />
          </div>
          <ActsRoom />
        </div>
      </div>
    );
  const { answer } = found;
  const rows = new Map(found.rows.map((row) => [row.key, row]));
  const names: Names = { title: (key) => found.titles.get(key) ?? key, target, idle: found.idle };
  const isTold = silence === null;
  const use = isTold ? rowToUse(answer) : null;
  const base = answer.base?.key ?? pinned[0] ?? null;
  const replay = (): void => {
    if (use === null || base === null) return;
    replayBeside(base, use);
  };
  return (
    <section className={styles.line} data-guide="answer" aria-label={t('answer.title')} data-stale={(silence === null && stale) || undefined}>
      <div className={styles.spread}>
        {sent ? <SentFor wishes={wishes} /> : <Chooser wishes={wishes} />}
        {isTold ? <Sure answer={answer} /> : <SureRoom />}
      </div>
      <div className={styles.spread}>
        <div className={styles.words}>
          <WordsRoom wishes={wishes} />
          <div className={styles.said} aria-live="polite">
            <p className={styles.say}>{silence ?? <Pieces pieces={sayAnswer(answer, wishes, names)} rows={rows} />}</p>
            {isTold && (
              <p className={styles.doubt}>
                <Pieces pieces={sayDoubts(answer, wishes, names)} rows={rows} short />
              </p>
            )}
          </div>
        </div>
        {!isTold && <ActsRoom />}
        {isTold && (
          <div className={styles.acts}>
            <Why
              answer={answer}
              how={t('answer.why.how')}
              titleOf={names.title}
              costOf={(key) => (wishes.matters === 'cost' ? (rows.get(key)?.measured?.figures.cost ?? null) : null)}
              onShow={showRow}
            />
            {!sent && base !== null && use !== null && base !== use && (
              <Button icon="next" title={t('answer.replay.help')} onClick={replay}>
                {t('answer.replay')}
              </Button>
            )}
            {use !== null && <Button onClick={() => openUse(use)}>{t('answer.use')}</Button>}
          </div>
        )}
      </div>
    </section>
  );
}
