import { DECIDES, MOST_STEPS } from '../../engine/tune/contract.ts';
import { lookup } from '../../i18n/index.ts';
import { titleOf } from '../../i18n/tune-words.ts';
import { Button } from '../components/Button.tsx';
import { Check, Field, Select } from '../components/NumberField.tsx';
import { chosenOf, useSet } from '../set/set-state.ts';
import { during, useApp, useText } from '../store/index.ts';
import { budgetsNow, cancel, drawAgain, run, scaleOf, wish } from './tune-actions.ts';
import { type RangeInput, askedOf, CHOICE, type Choice, show, targetsOf, useTune } from './tune-state.ts';
import { type TrialRow, labelOf, type TunableRow, useNow } from './useRow.ts';
import styles from './tune.module.css';

const LEAST_RUNS = 10;
const MOST_RUNS = 20_000;

interface ParameterProps {
  readonly row: TunableRow;
  readonly asked: RangeInput;
  readonly title: string;
  readonly taken: string | null;
  readonly set: (asked: RangeInput | null) => void;
  readonly optional?: boolean;
}

/** Choosing it tries all parameters that matter. */
const ALL = '*';

function Parameter({ row, asked, title, taken, set, optional = false }: ParameterProps) {
  const { t, n } = useText();
  const now = useNow(row);
  const p = row.info.params[asked.param];
  const scale = scaleOf(p);
  const names = row.names.filter((name) => name !== taken);
  return (
    <div className={`stack gap6 ${styles.part}`}>
      <div className="row spread">
        <h2>{title}</h2>
        <small className="second">{t('tune.now', { value: now(asked.param) })}</small>
      </div>
      <Select
        aria-label={title}
        value={asked.param}
        title={lookup(`param.${asked.param}.help`) ?? undefined}
        none={optional ? t('table.group.none') : undefined}
        options={[
          ...(!optional && row.names.length > 1 ? [[ALL, t('tune.all')] as const] : []),
          ...names.map((name) => [name, labelOf(name)] as const),
        ]}
        onChange={(value) => (value === ALL ? show({ all: true }) : set(value === '' ? null : askedOf(value)))}
      />
      {p?.kind === 'number' ? (
        <div className="gap4 grid" style={{ gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="shrinks second caption">
              {t(`tune.${end}`)}
              {scale === 100 && ', %'}
              <input
                className="toRight"
                inputMode="decimal"
                value={asked[end]}
                placeholder={n.plain((end === 'from' ? p.min : p.max) * scale)}
                onChange={(e) => set({ ...asked, [end]: e.currentTarget.value })}
              />
            </label>
          ))}
          <label className="shrinks second caption">
            {t('tune.steps')}
            <input
              className="toRight"
              type="number"
              min={2}
              max={MOST_STEPS}
              value={asked.steps}
              onChange={(e) => set({ ...asked, steps: Math.max(2, Math.min(MOST_STEPS, Math.round(Number(e.currentTarget.value)) || 2)) })}
            />
          </label>
        </div>
      ) : (
        <p className="muted">{t('tune.all-values')}</p>
      )}
    </div>
  );
}

function Wrong() {
  const { t } = useText();
  const wrong = useTune((s) => s.wrong);
  if (!wrong) return null;
  return (
    <p className="bad" role="alert">
      {wrong.kind === 'budgets' && t('list.pair', { name: t('tune.budgets'), value: t('tune.budgets.help') })}
      {wrong.kind === 'values' && t('tune.wrong.values', { param: labelOf(wrong.param), expected: wrong.expected })}
      {wrong.kind === 'failed' && t('failed.run', { message: wrong.message })}
    </p>
  );
}

/** Tries the values of what is chosen; `search`: of every parameter. */
export function start(chosen: readonly TrialRow[], search: boolean): void {
  show({ all: search, choices: chosen.map(({ row, first, second }) => ({ row: row.key, first, second })) });
  void during(
    run(chosen.map(({ row, first, second }) => ({ row, schema: row.info.params, asked: search ? [] : second ? [first, second] : [first] }))),
  );
}

function Runs({ chosen }: { readonly chosen: readonly TrialRow[] }) {
  const { t } = useText();
  const running = useTune((s) => s.running);
  const runs = useTune((s) => s.runs);
  const all = useTune((s) => s.all);
  const found = useTune((s) => s.found);
  const among = running?.row && chosen.length > 1 ? chosen.find(({ row }) => row.key === running.row)?.row.title : undefined;
  return (
    <div className={`stack gap6 ${styles.part}`}>
      <div className="row spread">
        <h2>{t('tune.runs')}</h2>
        {running && running.of > 0 && <small className="second">{t('tune.runs.done', { done: running.done, of: running.of })}</small>}
      </div>
      {running ? (
        <>
          <progress className="wideFull high6 accented" max={Math.max(1, running.of)} value={running.done} aria-label={t('tune.runs')} />
          <p className="muted" role="status">
            {among && `${among}: `}
            {running.step
              ? t(`tune.step.${running.step.step}`, { settings: running.step.settings, sessions: running.step.sessions })
              : t('progress.label')}
          </p>
          <Button onClick={cancel} aria-label={t('tune.cancel')} text={t('progress.cancel')} />
        </>
      ) : (
        <>
          <Button kind="primary" onClick={() => start(chosen, all)} text={found ? t('status.again') : t('action.run')} />
          <label className="second grid middle" style={{ gridTemplateColumns: '1fr 76px' }} title={t('tune.search.help')}>
            {t('tune.search.runs')}
            <input
              className="toRight"
              type="number"
              min={LEAST_RUNS}
              max={MOST_RUNS}
              value={runs}
              onChange={(e) => show({ runs: Math.max(LEAST_RUNS, Math.min(MOST_RUNS, Math.round(Number(e.currentTarget.value)) || LEAST_RUNS)) })}
            />
          </label>
          {!all && <Button title={t('tune.search.help')} onClick={() => start(chosen, true)} text={t('tune.search')} />}
          {found && (
            <p className="muted" role="status">
              {t('tune.ran', { runs: found.runs, seconds: Math.max(1, Math.round(found.ms / 1000)) })}
              {found.kept > 0 && ` ${t('tune.ran.kept', { count: found.kept })}`}
              {found.failed > 0 && ` ${t('tune.ran.failed', { count: found.failed })}`}
            </p>
          )}
        </>
      )}
      <Wrong />
    </div>
  );
}

function Halves() {
  const { t } = useText();
  const result = useTune((s) => s.found?.rows[0]?.result ?? null);
  const sessions = useSet((s) => chosenOf(s).length);
  const name = useSet((s) => s.name);
  const open = useApp((s) => s.loaded?.name ?? '');
  const [first, second] = result ? [result.halves.first.length, result.halves.second.length] : [0, 0];
  return (
    <div className={`stack gap6 ${styles.part}`}>
      <div className="row spread">
        <h2>{t('tune.on')}</h2>
        <small className="second">{sessions > 0 ? t('tab.set.count', { count: sessions }) : ''}</small>
      </div>
      <p className="oneLine" title={sessions > 0 ? name : open}>
        {sessions > 0 ? name : open}
      </p>
      {result && (
        <>
          <div className="flex high6" style={{ gap: 1 }} aria-hidden>
            <i className="bgKeep" style={{ flex: first }} />
            <i style={{ flex: second, background: 'var(--series-2)' }} />
          </div>
          <p>{t(`tune.halves.${result.of}`, { first, second })}</p>
          <Button kind="link" onClick={drawAgain} text={t('tune.draw')} />
        </>
      )}
      <p className="muted">{sessions > 1 ? t('tune.why') : t('tune.why.one')}</p>
    </div>
  );
}

function choose(at: number, change: Partial<Choice> | null): void {
  const { choices } = useTune.getState();
  show({ choices: change ? choices.map((choice, i) => (i === at ? { ...choice, ...change } : choice)) : choices.filter((_, i) => i !== at) });
}

function RowPart({ rows, chosen, index }: { readonly rows: readonly TunableRow[]; readonly chosen: readonly TrialRow[]; readonly index: number }) {
  const { t } = useText();
  const all = useTune((s) => s.all);
  const { at, row, first, second } = chosen[index]!;
  const others = new Set(chosen.filter((one) => one.at !== at).map((one) => one.row.key));
  return (
    <>
      <div className={`stack gap6 ${styles.part}`}>
        {index === 0 && <h2>{t('tune.form')}</h2>}
        <Field label={index === 0 ? t('label.policy') : t('tune.row.nth', { number: index + 1 })}>
          <Select
            value={row.key}
            options={rows.filter(({ key }) => !others.has(key)).map(({ key, title }) => [key, title])}
            onChange={(chosen) => choose(at, { row: chosen, first: null, second: null })}
          />
        </Field>
        {index > 0 && <Button kind="link" onClick={() => choose(at, null)} text={t('tune.row.remove', { row: row.title })} />}
      </div>
      {!all && (
        <Parameter
          row={row}
          asked={first}
          title={t('tune.first')}
          taken={second?.param ?? null}
          set={(asked) => choose(at, { row: row.key, first: asked })}
        />
      )}
      {!all && second && (
        <Parameter row={row} asked={second} title={t('tune.second')} taken={first.param} set={(asked) => choose(at, { second: asked })} optional />
      )}
      {!all && !second && row.names.length > 1 && (
        <div className={`stack gap6 ${styles.part}`}>
          <Button
            kind="link"
            onClick={() => choose(at, { row: row.key, first, second: askedOf(row.names.find((name) => name !== first.param)!) })}
            text={t('tune.second.add')}
          />
        </div>
      )}
    </>
  );
}

/** As many as there are colours for lines. */
const MOST_ROWS = 8;

export function Form({ rows, chosen }: { readonly rows: readonly TunableRow[]; readonly chosen: readonly TrialRow[] }) {
  const { t } = useText();
  const { budgets, wishes, all } = useTune();
  const settings = useApp((s) => s.scenario.settings);
  const text = budgets ?? budgetsNow(settings);
  const free = rows.find(({ key }) => chosen.every(({ row }) => row.key !== key));
  return (
    <section className={`stack surface scrolls ruledRight ${styles.form}`} aria-label={t('tune.form')}>
      {chosen.map(({ row }, index) => (
        <RowPart key={row.key} rows={rows} chosen={chosen} index={index} />
      ))}
      {all && (
        <div className={`stack gap6 ${styles.part}`}>
          <h2>{t('tune.all')}</h2>
          <p className="muted">{t('tune.all.help')}</p>
          <Button kind="link" onClick={() => show({ all: false })} text={t('tune.all.not')} />
        </div>
      )}
      {free && chosen.length < MOST_ROWS && (
        <div className={`stack gap6 ${styles.part}`}>
          <Button
            kind="link"
            onClick={() =>
              show({ choices: [...chosen.map(({ row, first, second }) => ({ row: row.key, first, second })), { ...CHOICE, row: free.key }] })
            }
            text={t('tune.row.add')}
          />
        </div>
      )}
      <div className={`stack gap6 ${styles.part}`}>
        <Field label={t('tune.budgets')}>
          <input
            value={text}
            title={t('tune.budgets.help')}
            aria-invalid={targetsOf(text) === null}
            onChange={(e) => show({ budgets: e.currentTarget.value })}
          />
        </Field>
        <Field label={t('tune.decides')}>
          <Select
            value={wishes.decides}
            options={DECIDES.map((measure) => [measure, titleOf(measure)])}
            onChange={(chosen) => wish({ decides: chosen })}
          />
        </Field>
        {(['accepted', 'withinBudget'] as const).map((name) => (
          <Check
            key={name}
            className="row gap6 leastHigh24"
            checked={wishes[name]}
            onChange={(on) => wish({ [name]: on })}
            text={t(`answer.wish.${name}`)}
          />
        ))}
      </div>
      <Halves />
      <Runs chosen={chosen} />
    </section>
  );
}
