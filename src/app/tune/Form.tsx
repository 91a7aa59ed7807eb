/** What is tried: row, parameters, budgets, what decides, halves and runs. */
import { DECIDES, MOST_STEPS, type Decides } from '../../engine/tune/contract.ts';
import { lookup } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import { Field } from '../components/Field.tsx';
import { chosenOf, useSet } from '../set/state.ts';
import { useApp, useText } from '../store/index.ts';
import { budgetsNow, cancel, drawAgain, run, scaleOf, wish } from './actions.ts';
import { type Asked, askedOf, show, targetsOf, useTune } from './state.ts';
import { labelOf, type TunableRow, useNow } from './useRow.ts';
import styles from './tune.module.css';
import shared from '../theme/shared.module.css';

const LEAST_RUNS = 10;
const MOST_RUNS = 20_000;

interface ParameterProps {
  readonly row: TunableRow;
  readonly asked: Asked;
  readonly title: string;
  /** Those that the other axis has. */
  readonly taken: string | null;
  readonly set: (asked: Asked | null) => void;
  readonly optional?: boolean;
}

function Parameter({ row, asked, title, taken, set, optional = false }: ParameterProps) {
  const { t, n } = useText();
  const now = useNow(row);
  const p = row.info.params[asked.param];
  const scale = scaleOf(p);
  const names = row.names.filter((name) => name !== taken);
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <small>{t('tune.now', { value: now(asked.param) })}</small>
      </div>
      <select
        aria-label={title}
        value={asked.param}
        title={lookup(`param.${asked.param}.help`) ?? undefined}
        onChange={(e) => set(e.currentTarget.value === '' ? null : askedOf(e.currentTarget.value))}
      >
        {optional && <option value="">{t('tune.second.none')}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
      </select>
      {p?.kind === 'number' ? (
        <div className={styles.range}>
          <label>
            {scale === 100 ? t('tune.from.percent') : t('tune.from')}
            <input
              inputMode="decimal"
              value={asked.from}
              placeholder={n.plain(p.min * scale)}
              onChange={(e) => set({ ...asked, from: e.currentTarget.value })}
            />
          </label>
          <label>
            {scale === 100 ? t('tune.to.percent') : t('tune.to')}
            <input
              inputMode="decimal"
              value={asked.to}
              placeholder={n.plain(p.max * scale)}
              onChange={(e) => set({ ...asked, to: e.currentTarget.value })}
            />
          </label>
          <label>
            {t('tune.steps')}
            <input
              type="number"
              min={2}
              max={MOST_STEPS}
              value={asked.steps}
              onChange={(e) => set({ ...asked, steps: Math.max(2, Math.min(MOST_STEPS, Math.round(Number(e.currentTarget.value)) || 2)) })}
            />
          </label>
        </div>
      ) : (
        <p className={shared.muted}>{t('tune.all-values')}</p>
      )}
    </div>
  );
}

function Wrong() {
  const { t } = useText();
  const wrong = useTune((s) => s.wrong);
  if (!wrong) return null;
  return (
    <p className={styles.wrong} role="alert">
      {wrong.kind === 'budgets' && t('tune.wrong.budgets')}
      {wrong.kind === 'values' && t('tune.wrong.values', { param: labelOf(wrong.param), expected: wrong.expected })}
      {wrong.kind === 'failed' && t('tune.wrong.failed', { message: wrong.message })}
    </p>
  );
}

function Runs({ row, first }: { readonly row: TunableRow; readonly first: Asked }) {
  const { t } = useText();
  const running = useTune((s) => s.running);
  const runs = useTune((s) => s.runs);
  const found = useTune((s) => s.found);
  const start = (kind: 'sweep' | 'search') => {
    show({ first });
    void run(row, row.info.params, kind);
  };
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{t('tune.runs')}</h2>
        {running && running.of > 0 && <small>{t('tune.runs.done', { done: running.done, of: running.of })}</small>}
      </div>
      {running ? (
        <>
          <progress className={styles.progress} max={Math.max(1, running.of)} value={running.done} aria-label={t('tune.runs')} />
          <p className={shared.muted} role="status">
            {running.step
              ? t(`tune.step.${running.step.step}`, { settings: running.step.settings, sessions: running.step.sessions })
              : t('tune.running')}
          </p>
          <Button onClick={cancel} aria-label={t('tune.cancel')}>
            {t('progress.cancel')}
          </Button>
        </>
      ) : (
        <>
          <Button kind="primary" onClick={() => start('sweep')}>
            {found ? t('tune.again') : t('tune.run')}
          </Button>
          <label className={styles.runs} title={t('tune.search.help')}>
            {t('tune.search.runs')}
            <input
              type="number"
              min={LEAST_RUNS}
              max={MOST_RUNS}
              value={runs}
              onChange={(e) => show({ runs: Math.max(LEAST_RUNS, Math.min(MOST_RUNS, Math.round(Number(e.currentTarget.value)) || LEAST_RUNS)) })}
            />
          </label>
          <Button title={t('tune.search.help')} onClick={() => start('search')}>
            {t('tune.search')}
          </Button>
          {found && (
            <p className={shared.muted} role="status">
              {t('tune.ran', { runs: found.runs, seconds: Math.max(1, Math.round(found.ms / 1000)) })}
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
  const result = useTune((s) => s.found?.result ?? null);
  const sessions = useSet((s) => chosenOf(s).length);
  const name = useSet((s) => s.name);
  const open = useApp((s) => s.loaded?.name ?? '');
  const [first, second] = result ? [result.halves.first.length, result.halves.second.length] : [0, 0];
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{t('tune.on')}</h2>
        <small>{sessions > 0 ? t('tab.set.count', { count: sessions }) : ''}</small>
      </div>
      <p className={shared.oneLine} title={sessions > 0 ? name : open}>
        {sessions > 0 ? name : open}
      </p>
      {result && (
        <>
          <div className={styles.halves} aria-hidden>
            <i style={{ flex: first }} />
            <i style={{ flex: second }} />
          </div>
          <p>{t(`tune.halves.${result.of}`, { first, second })}</p>
          <Button kind="link" onClick={drawAgain}>
            {t('tune.draw')}
          </Button>
        </>
      )}
      <p className={shared.muted}>{sessions > 1 ? t('tune.why') : t('tune.why.one')}</p>
    </div>
  );
}

export function Form({ rows, row }: { readonly rows: readonly TunableRow[]; readonly row: TunableRow }) {
  const { t } = useText();
  const { first: wanted, second: other, budgets, wishes } = useTune();
  const settings = useApp((s) => s.scenario.settings);
  const first = wanted && row.names.includes(wanted.param) ? wanted : askedOf(row.names[0]!);
  const second = other && row.names.includes(other.param) && other.param !== first.param ? other : null;
  const text = budgets ?? budgetsNow(settings);
  return (
    <section className={styles.form} aria-label={t('tune.form')}>
      <div className={styles.part}>
        <h2>{t('tune.form')}</h2>
        <Field label={t('tune.row')}>
          <select value={row.key} onChange={(e) => show({ row: e.currentTarget.value, first: null, second: null })}>
            {rows.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Parameter row={row} asked={first} title={t('tune.first')} taken={second?.param ?? null} set={(asked) => show({ first: asked })} />
      {second ? (
        <Parameter row={row} asked={second} title={t('tune.second')} taken={first.param} set={(asked) => show({ second: asked })} optional />
      ) : (
        row.names.length > 1 && (
          <div className={styles.part}>
            <Button kind="link" onClick={() => show({ first, second: askedOf(row.names.find((name) => name !== first.param)!) })}>
              {t('tune.second.add')}
            </Button>
          </div>
        )
      )}
      <div className={styles.part}>
        <Field label={t('tune.budgets')}>
          <input
            value={text}
            title={t('tune.budgets.help')}
            aria-invalid={targetsOf(text) === null}
            onChange={(e) => show({ budgets: e.currentTarget.value })}
          />
        </Field>
        <Field label={t('tune.decides')}>
          <select value={wishes.decides} onChange={(e) => wish({ decides: e.currentTarget.value as Decides })}>
            {DECIDES.map((measure) => (
              <option key={measure} value={measure}>
                {t(`tune.measure.${measure}`)}
              </option>
            ))}
          </select>
        </Field>
        <label className={styles.check}>
          <input type="checkbox" checked={wishes.accepted} onChange={(e) => wish({ accepted: e.currentTarget.checked })} />
          {t('tune.accepted')}
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={wishes.withinBudget} onChange={(e) => wish({ withinBudget: e.currentTarget.checked })} />
          {t('tune.withinBudget')}
        </label>
      </div>
      <Halves />
      <Runs row={row} first={first} />
    </section>
  );
}
