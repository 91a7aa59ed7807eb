/** A real model asked over what rows leave: what is sent and its price first, then, after a yes, scores and answers; a judge after a second. */
import { useMemo, useState } from 'react';
import type { AskReport, AskRow, Correlation, CorrelationRow, Interval, ProbeAnswer } from '../../engine/ask/contract.ts';
import { FULL, OUTCOMES } from '../../engine/ask/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import { choiceId, isEmbedding, keySlot, needsKey, PRICE_LIST } from '../../models/contract.ts';
import type { AskingView, AskView, AskWish } from '../../worker/loss-protocol.ts';
import { Section } from '../rows/Lines.tsx';
import { strategyTitle, type TableRow } from '../rows/compare-rows.ts';
import { Button } from '../components/Button.tsx';
import { Check, Field, Fields, Select } from '../components/NumberField.tsx';
import { KeyField, PromptFold, ToModel, FactPairs } from '../models/ToModel.tsx';
import { isOnDevice } from '../store/model-network.ts';
import { modelName, money } from '../rows/model-words.ts';
import { type AskState, client, useApp, useAsk, useText, useUi } from '../store/index.ts';
import { ListTable } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import styles from './loss.module.css';

const SCORES = ['tool', 'args', 'files', 'recorded', 'right', 'used', 'madeUp', 'repeated', 'reRead', 'tokens'] as const;
type Score = (typeof SCORES)[number];

function valueIn(score: Score, row: AskRow): number | null {
  if (score === 'recorded') return row.recorded.args;
  return score === 'tool' || score === 'args' || score === 'files' ? row.full[score] : row[score];
}

const COUNTS: ReadonlySet<Score> = new Set<Score>(['repeated', 'reRead']);

function textOf(score: Score, row: AskRow): string {
  const value = valueIn(score, row);
  if (value === null) return '—';
  return COUNTS.has(score) ? value.toFixed(2) : numbers().percent(value);
}

const INTERVALS: Readonly<Partial<Record<Score, (row: AskRow) => Interval | null>>> = {
  args: ({ fullInterval }) => fullInterval,
  right: ({ rightInterval }) => rightInterval,
};

function ScoreCell({ score, row }: { readonly score: Score; readonly row: AskRow }) {
  const interval = INTERVALS[score]?.(row);
  return (
    <>
      {textOf(score, row)}
      {interval && <small>{`${numbers().percent(interval[0])}–${numbers().percent(interval[1])}`}</small>}
    </>
  );
}

const titleOf = ({ key, strategy }: AskRow): string => (key === FULL ? t('ask.full') : strategyTitle(strategy, key));

interface Line {
  readonly score: Score;
}
const scores = columnsFor<Line>();
const scoreColumns = (rows: readonly AskRow[]) => [
  scores.words('score', {
    title: () => t('ask.score'),
    width: 110,
    value: ({ score }) => t(`ask.score.${score}`),
    grow: true,
    names: true,
    wraps: true,
  }),
  ...rows.map((row) =>
    scores.number(row.key, {
      title: () => (row.rolledBack ? `${titleOf(row)} ⚠ ${row.rolledBack.cuts.length}/${row.cuts}` : titleOf(row)),
      width: 80,
      value: ({ score }) => valueIn(score, row),
      cell: ({ score }) => <ScoreCell score={score} row={row} />,
    }),
  ),
];

type ProbeRow = ProbeAnswer & { readonly id: string; readonly of: AskRow };

const { words } = columnsFor<ProbeRow>();
const ANSWER_COLUMNS = [
  words('question', { title: 'ask.question', width: 130, value: ({ probe }) => probe.question, grow: true, names: true, wraps: true }),
  words('row', { title: 'label.policy', width: 80, value: ({ of }) => titleOf(of), wraps: true }),
  words('expected', { title: 'ask.expected', width: 96, value: ({ probe }) => probe.answer, wraps: true }),
  words('said', { title: 'ask.said', width: 96, wraps: true }),
  words('there', { title: 'ask.there', width: 64, value: ({ there }) => t(there ? 'label.yes' : 'label.no'), wraps: true }),
  words('verdict', { title: 'ask.verdict', width: 84, value: ({ verdict }) => t(`ask.verdict.${verdict}`), wraps: true }),
];

const correlated = columnsFor<CorrelationRow>();
const CORRELATION_COLUMNS = [
  correlated.words('measure', {
    title: () => t('ask.measure'),
    width: 110,
    value: ({ measure }) => t(`answer.measure.${measure}`),
    grow: true,
    names: true,
    wraps: true,
  }),
  ...OUTCOMES.map((outcome) =>
    correlated.number(outcome, {
      title: () => t(`ask.score.${outcome}`),
      width: 80,
      value: (row) => row[outcome].value,
      cell: (row) => <CorrelationCell {...row[outcome]} />,
    }),
  ),
];

function CorrelationCell({ value, interval }: Correlation) {
  if (value === null) return '—';
  return (
    <>
      {value.toFixed(2)}
      {interval && <small>{t('list.range', { from: interval[0].toFixed(2), to: interval[1].toFixed(2) })}</small>}
    </>
  );
}

function Correlations({ report: { correlations, supported } }: { readonly report: AskReport }) {
  return (
    <>
      <h4>{t('ask.trust')}</h4>
      <ListTable name="ask-trust" label={t('ask.trust')} columns={CORRELATION_COLUMNS} data={correlations} rowId={({ measure }) => measure} all />
      {OUTCOMES.map((outcome) => (
        <p key={outcome} className={`margin2-0 second ${styles.line}`}>
          {supported[outcome].length === 0
            ? t('ask.supported.none', { outcome: t(`ask.score.${outcome}`) })
            : t('ask.supported', {
                outcome: t(`ask.score.${outcome}`),
                measures: supported[outcome].map((id) => t(`answer.measure.${id}`)).join(t('list.separator')),
              })}
        </p>
      ))}
      <p className={`margin2-0 second ${styles.line}`}>{t('ask.trust.help')}</p>
    </>
  );
}

const LINES: readonly Line[] = SCORES.map((score) => ({ score }));

function AskTables({ report }: { readonly report: AskReport }) {
  const rows = useMemo(() => report.rows.filter(({ failed }) => !failed), [report]);
  const columns = useMemo(() => scoreColumns(rows), [rows]);
  const answers = useMemo(() => {
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return report.cuts.flatMap(({ at, answers: all }) =>
      all.flatMap((one, i): readonly ProbeRow[] => {
        const of = one.row === FULL ? undefined : byKey.get(one.row);
        return of ? [{ ...one, id: `${at} ${i}`, of }] : [];
      }),
    );
  }, [report, rows]);
  return (
    <>
      {report.rows.flatMap((row) =>
        row.failed ? (
          <p key={row.key} className={`margin2-0 second ${styles.line}`} data-warn>
            {t('list.pair', { name: titleOf(row), value: formatReason(row.failed) })}
          </p>
        ) : (
          []
        ),
      )}
      {rows.map(
        (row) =>
          row.rolledBack && (
            <p key={row.key} className={`margin2-0 second ${styles.line}`} data-warn>
              {t('ask.row.rolledBack', {
                title: titleOf(row),
                count: row.rolledBack.cuts.length,
                cuts: row.cuts,
                reason: formatReason(row.rolledBack.reason),
              })}
            </p>
          ),
      )}
      <h4>{t('ask.scores')}</h4>
      <ListTable name="ask-scores" label={t('ask.scores')} columns={columns} data={LINES} rowId={({ score }) => score} all />
      <p className={`margin2-0 second ${styles.line}`}>{t('ask.chance')}</p>
      {rows.length > 2 ? <Correlations report={report} /> : <p className={`margin2-0 second ${styles.line}`}>{t('ask.trust.one')}</p>}
      {answers.length > 0 && (
        <>
          <h4>{t('ask.questions')}</h4>
          <ListTable name="ask-answers" label={t('ask.questions')} columns={ANSWER_COLUMNS} data={answers} rowId={({ id }) => id} stacks />
        </>
      )}
    </>
  );
}

// Before a model is asked: what would be sent where, its price, every request word for word, and the yes.

const SHOWN = 40;

function Facts({ asking, judging }: { readonly asking: AskingView; readonly judging: boolean }) {
  const { t, n } = useText();
  const { endpoint, calls, cuts, remembered, input, output, price, masked } = asking;
  const facts: readonly (readonly [string, string])[] = [
    [t('send.endpoint'), endpoint],
    [t('send.calls'), judging ? t('send.calls.value', { count: calls }) : t('ask.calls.value', { count: calls, cuts })],
    ...(remembered > 0 ? [[t('ask.known'), n.whole(remembered)] as const] : []),
    [t('label.tokens'), t('ask.tokens.value', { input: n.whole(input), output: n.whole(output) })],
    [
      t('send.price'),
      price
        ? t('send.price.value', { price: money(price.total), list: PRICE_LIST.name, version: PRICE_LIST.version, date: PRICE_LIST.date })
        : money(null),
    ],
    ...(masked > 0 ? [[t('ask.secrets'), t('ask.secrets.value', { count: masked })] as const] : []),
  ];
  return <FactPairs facts={facts} />;
}

interface AskSendingProps {
  readonly wish: AskWish;
  readonly judging: boolean;
  readonly asking: AskingView;
  readonly onYes: () => void;
}

function AskSending({ wish, judging, asking, onYes }: AskSendingProps) {
  const { t, n } = useText();
  const choice = useApp((s) => s.scenario.settings.models.find((one) => choiceId(one) === asking.model));
  const keys = useUi((s) => s.keys);
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
        {different > SHOWN && <p className={`margin2-0 second ${styles.line}`}>{t('row.more', { count: different - SHOWN })}</p>}
      </details>
      {choice && <KeyField choice={choice} />}
      <Button
        kind="primary"
        disabled={keyless && calls > 0}
        onClick={onYes}
        text={t(calls === 0 ? 'ask.show' : judging ? 'ask.send.judge' : 'ask.send')}
      />
    </>
  );
}

function AskWriting({ wish, onYes }: { readonly wish: AskWish; readonly onYes: (agreed: readonly string[]) => void }) {
  const { t } = useText();
  const keys = useUi((s) => s.keys);
  const { answer: sendings, failed, loading } = useAsk(client.rehearseAsk, [wish], [], 'ask');
  const toSend = sendings?.map((sending, at) => ({ sending, at })).filter(({ sending }) => sending.calls > 0) ?? [];
  const keyless = toSend.some(({ sending: { choice } }) => needsKey(choice) && keys[keySlot(choice)] === undefined);
  return (
    <>
      {loading && (
        <p className={`margin2-0 second ${styles.line}`} role="status">
          {t('send.preparing')}
        </p>
      )}
      {failed && <p className={`margin2-0 second ${styles.line}`}>{t('failed.run', { message: formatReason(failed) })}</p>}
      {toSend.map(({ sending, at }) => (
        <ToModel key={`${sending.id} ${at}`} sending={sending} at={at} />
      ))}
      {sendings && (
        <>
          <p className={`margin2-0 second ${styles.line}`}>{t(toSend.length > 0 ? 'send.more' : 'send.nothing')}</p>
          <Button
            kind="primary"
            disabled={keyless}
            onClick={() => onYes(toSend.map(({ sending }) => sending.id))}
            text={t(toSend.length > 0 ? 'ask.write' : 'ask.write.none')}
          />
        </>
      )}
    </>
  );
}

function Progress({
  plan,
  asked,
  onCancel,
}: {
  readonly plan?: AskState<unknown>;
  readonly asked: AskState<AskView>;
  readonly onCancel: () => void;
}) {
  const { t } = useText();
  const { done = 0, of = 0 } = asked.progress ?? {};
  const failed = plan?.failed ?? asked.failed;
  return (
    <p className={`margin2-0 second ${styles.line}`} role="status">
      {plan?.loading && t('ask.planning', { share: plan.progress ? plan.progress.done / Math.max(1, plan.progress.of) : 0 })}
      {asked.loading && t('ask.running', { done, of })}
      {failed && t('failed.run', { message: formatReason(failed) })}{' '}
      {(plan?.loading || asked.loading) && <Button kind="link" onClick={onCancel} text={t('progress.cancel')} />}
    </p>
  );
}

function Failures({ asked, onAgain }: { readonly asked: AskState<AskView>; readonly onAgain: () => void }) {
  const { t } = useText();
  const failures = asked.loading ? [] : (asked.answer?.failures ?? []);
  return (
    <>
      {failures.map(({ reason, count }) => (
        <p key={reason.key} className={`margin2-0 second ${styles.line}`} data-warn>
          {t('ask.failure', { count, reason: formatReason(reason) })}
        </p>
      ))}
      {failures.length > 0 && <Button kind="link" onClick={onAgain} text={t('ask.resume')} />}
    </>
  );
}

const NOBODY: readonly string[] = [];

function Asking({ wish, onCancel }: { readonly wish: AskWish; readonly onCancel: () => void }) {
  const [agreed, setAgreed] = useState(false);
  const [judges, setJudges] = useState(false);
  const [writers, setWriters] = useState<readonly string[] | null>(wish.written ? null : NOBODY);
  const plan = useAsk(client.planAsk, writers && [wish, writers], [], 'ask');
  const asked = useAsk(client.ask, agreed && plan.answer ? [wish] : null, [], 'ask');
  const view = asked.loading ? null : asked.answer;
  const judged = useAsk(client.judgeAsked, judges && view?.judging ? [wish] : null, [view], 'ask');
  const verdicts = judged.loading ? null : judged.answer;
  const askAgain = (): void => {
    // What the judge would be sent changes with the answers: it needs a yes of its own.
    setJudges(false);
    asked.again();
  };
  return (
    <>
      {writers === null && <AskWriting wish={wish} onYes={setWriters} />}
      <Progress plan={plan} asked={asked} onCancel={onCancel} />
      {plan.answer && !agreed && <AskSending wish={wish} judging={false} asking={plan.answer} onYes={() => setAgreed(true)} />}
      <Failures asked={asked} onAgain={askAgain} />
      {view?.judging && !judges && <AskSending wish={wish} judging asking={view.judging} onYes={() => setJudges(true)} />}
      {judges && <Progress asked={judged} onCancel={() => setJudges(false)} />}
      <Failures asked={judged} onAgain={judged.again} />
      {view && <AskTables report={(verdicts ?? view).report} />}
    </>
  );
}

export function AskPanel({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const pinned = useApp((s) => s.compared);
  const all = useApp((s) => s.scenario.settings.models);
  const models = all.filter((choice) => !isEmbedding(choice) && !isOnDevice(choice)).map(choiceId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [chosenJudge, setJudge] = useState<string | null>(null);
  const [together, setTogether] = useState(false);
  const [byOwn, setByOwn] = useState(false);
  const model = models.find((id) => id === chosen) ?? models[0];
  const judge = models.find((id) => id === chosenJudge) ?? null;
  const others = (comparison?.rows ?? []).filter(({ key, outcome }) => key !== row.key && outcome === 'compacted' && pinned.includes(key));
  const rows = [row.key, ...(together ? others.map(({ key }) => key) : [])];
  const own = (comparison?.rows ?? []).filter(({ key, summarizer }) => rows.includes(key) && summarizer !== BUILT_IN);
  const written = byOwn && own.length > 0;
  // Wanted for one comparison: with another one the contexts are others.
  const [wanted, setWanted] = useState<{ readonly of: object | null; readonly wish: AskWish } | null>(null);
  const wished = model === undefined ? null : { rows, model, judge, written };
  const wish = wanted && wanted.of === comparison && JSON.stringify(wanted.wish) === JSON.stringify(wished) ? wanted.wish : null;
  const names = others.map(({ key, strategy, params }) => strategyTitle(strategy, key, params)).join(t('list.separator'));
  const options = models.map((id) => [id, modelName(id, models)] as const);
  return (
    <div className="whole">
      <Section
        title={t('ask.title')}
        action={wished && !wish && <Button kind="link" onClick={() => setWanted({ of: comparison, wish: wished })} text={t('ask.plan')} />}
      >
        <div className={styles.measures}>
          <p className={`margin2-0 second ${styles.line}`}>{t('ask.help')}</p>
          {model === undefined && <p className={`margin2-0 second ${styles.line}`}>{t('ask.none')}</p>}
          {model !== undefined && (
            <Fields>
              <Field label={t('control.model')}>
                <Select value={model} options={options} onChange={setChosen} />
              </Field>
              <Field label={t('ask.judge')}>
                <Select value={judge ?? ''} none={t('ask.judge.none')} options={options} onChange={setJudge} />
              </Field>
            </Fields>
          )}
          {model !== undefined && others.length > 0 && (
            <Check
              className="row gap8 leastHigh28"
              checked={together}
              onChange={setTogether}
              text={t('ask.together', { count: others.length, names })}
            />
          )}
          {model !== undefined && own.length > 0 && (
            <Check className="row gap8 leastHigh28" checked={byOwn} onChange={setByOwn} text={t('ask.written')} />
          )}
          {wish && <Asking key={JSON.stringify(wish)} wish={wish} onCancel={() => setWanted(null)} />}
        </div>
      </Section>
    </div>
  );
}
