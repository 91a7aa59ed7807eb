/** The tab Tune: what to set, what it wins where it was not chosen, and the curves, map and front behind it. */
import '../../i18n/set-words.ts';
import { type Best, type Point, type Setting, TUNED } from '../../engine/tune/contract.ts';
import { useCallback, useMemo } from 'react';
import { SURE } from '../../engine/answer/contract.ts';
import { csvLine } from '../../engine/lib/csv.ts';
import '../../i18n/answer-words.ts';
import { sayBest, sayTuneDoubts, tuneValue } from '../../i18n/tune-words.ts';
import line from '../answer/answer.module.css';
import { Button } from '../components/Button.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { TabTools } from '../frame/TabBar.tsx';
import { useSet } from '../set/state.ts';
import { download, fileName } from '../share/files.ts';
import { useApp, useText } from '../store/index.ts';
import { openDialog, toast } from '../store/ui.ts';
import { apply, budgetsNow, depends, makeRow } from './actions.ts';
import { Curve, CURVES, placesOf, type Step } from './Curves.tsx';
import { Form } from './Form.tsx';
import { Front } from './Front.tsx';
import { HeatMap, sideOf, sideOfTarget } from './HeatMap.tsx';
import { type Found, show, SHOWN, targetField, targetsOf, useTune } from './state.ts';
import { labelOf, type TunableRow, useRows } from './useRow.ts';
import { settingWords, valueText } from './values.ts';
import styles from './tune.module.css';

interface View {
  readonly found: Found;
  readonly row: TunableRow;
  readonly best: Best;
  readonly settings: ReadonlyMap<string, Setting>;
  readonly now: Setting;
  /** A setting in words, as far as it differs from what is set now, or from another one. */
  readonly words: (key: string, against?: string) => string;
}

function useView(rows: readonly TunableRow[]): View | null {
  const found = useTune((s) => s.found);
  const at = useTune((s) => s.at);
  const { n } = useText();
  const row = rows.find(({ key }) => key === found?.row);
  const settings = useMemo(() => new Map(found?.result.settings.map((setting) => [setting.key, setting])), [found]);
  const now = found && settings.get(found.result.now);
  const words = useCallback(
    (key: string, against?: string): string => {
      const setting = settings.get(key);
      const other = against === undefined ? now : settings.get(against);
      return setting && other && row ? settingWords(setting, other, row.info, n, labelOf) : key;
    },
    [settings, now, row, n],
  );
  const best = found?.result.best.find(({ target }) => target === at) ?? found?.result.best[0];
  return found && row && now && best ? { found, row, best, settings, now, words } : null;
}

function Answer({ view: { found, row, best, words, settings }, stale }: { readonly view: View; readonly stale: boolean }) {
  const { t, n } = useText();
  const { result, targets, space } = found;
  const { decides } = found.wishes;
  const names = { setting: (key: string) => words(key), now: (chosen: string) => words(result.now, chosen) };
  const level = SURE.indexOf(best.sure);
  const [axis] = space.axes;
  const value = axis && space.axes.length === 1 ? settings.get(best.chosen ?? '')?.values[axis.param] : undefined;
  // Of several parameters the sentence says which.
  const applied = axis && value !== undefined ? valueText(axis.param, row.info.params[axis.param], value, n) : null;
  const changes = best.chosen !== null && best.chosen !== result.now;
  return (
    <section className={styles.answer} aria-label={t('tune.answer')}>
      <div className={styles.words}>
        <div className={styles.top}>
          {targets.length > 1 ? (
            <Segmented
              label={t('tune.at')}
              value={String(best.target)}
              options={targets.map((target) => ({ value: String(target), label: targetField(target) }))}
              onChange={(value) => show({ at: targets.find((target) => String(target) === value) ?? null })}
            />
          ) : (
            <span>{t('tune.best.for', { what: t(`tune.what.${decides}`), target: targetField(best.target) })}</span>
          )}
          <p className={line.sure}>
            {t('answer.sure')}: <b>{t(`answer.sure.${best.sure}`)}</b>
            <span className={line.bars} aria-hidden>
              {SURE.map((name, i) => (
                <i key={name} data-on={i <= level || undefined} />
              ))}
            </span>
            {t(`tune.halves.${result.of}`, { first: result.halves.first.length, second: result.halves.second.length })}
          </p>
        </div>
        <p className={styles.say}>
          <b>{row.title}</b>: {sayBest(result, best, decides, names)}
        </p>
        <p className={styles.doubt}>
          {sayTuneDoubts(best, decides, names)}
          {found.search &&
            ` ${t('tune.searched', { rungs: found.search.rungs.map(({ settings, sessions }) => `${settings} × ${sessions}`).join(' → ') })}`}
          {found.search && found.search.idle.length > 0 && ` ${t('tune.idle', { params: found.search.idle.map(labelOf).join(t('list.separator')) })}`}
        </p>
        {stale && <p className={styles.old}>{t('tune.old')}</p>}
      </div>
      {changes && (
        <div className={styles.acts}>
          <Button
            kind={best.verdict === 'set' ? 'primary' : 'default'}
            onClick={() => {
              apply(found, best);
              toast('tune.applied', { setting: words(best.chosen!), row: row.title });
            }}
          >
            {applied === null ? t('tune.apply.all') : t('tune.apply', { setting: applied })}
          </Button>
          <Button
            onClick={() => {
              makeRow(found, best);
              toast('tune.made', { setting: words(best.chosen!), row: row.title });
            }}
          >
            {t('tune.make')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Points of the first parameter's curve: everything else as chosen. */
function stepsOf({ found, best, settings, now }: View, write: (value: Setting['values'][string]) => string): readonly Step[] {
  const [axis] = found.space.axes;
  if (!axis) return [];
  const anchor = settings.get(best.chosen ?? '') ?? now;
  const points = found.result.points.filter(({ target, setting }) => {
    const { values } = settings.get(setting)!;
    return target === best.target && Object.entries(anchor.values).every(([param, value]) => param === axis.param || values[param] === value);
  });
  const inOrder = axis.values.flatMap((value) => points.filter(({ setting }) => settings.get(setting)!.values[axis.param] === value).slice(0, 1));
  const places = placesOf(inOrder.map(({ setting }) => settings.get(setting)!.values[axis.param]!));
  return inOrder.map((point, i) => {
    const setting = settings.get(point.setting)!;
    return { point, setting, text: write(setting.values[axis.param]!), x: places[i]! };
  });
}

function Charts({ view }: { readonly view: View }) {
  const { t, n } = useText();
  const { found, row, best, settings, words } = view;
  const { result, space, targets, search } = found;
  const { decides } = found.wishes;
  const [first, second] = space.axes;
  const write = useCallback((param: string) => (value: Setting['values'][string]) => valueText(param, row.info.params[param], value, n), [row, n]);
  const steps = useMemo(() => (first && !search ? stepsOf(view, write(first.param)) : []), [view, first, search, write]);
  const halves = [result.halves.first.length, result.halves.second.length] as const;
  const title = useCallback(
    (point: Point): string => (targets.length > 1 ? `${words(point.setting)} · ${targetField(point.target)}` : words(point.setting)),
    [targets, words],
  );
  const columns = first && { name: labelOf(first.param), sides: first.values.map((value) => sideOf(first.param, value, write(first.param)(value))) };
  const rows = second
    ? { name: labelOf(second.param), sides: second.values.map((value) => sideOf(second.param, value, write(second.param)(value))) }
    : { name: t('tune.budget'), sides: targets.map((target) => sideOfTarget(target, targetField(target))) };
  const hasMap = !search && columns && (second || targets.length > 1);
  return (
    <>
      {steps.length > 1 && first && (
        <div className={styles.charts}>
          {CURVES.map((measure) => (
            <Curve
              key={measure}
              measure={measure}
              steps={steps}
              best={best}
              now={result.now}
              param={labelOf(first.param)}
              halves={halves}
              of={result.of}
            />
          ))}
        </div>
      )}
      <div className={styles.wide}>
        {hasMap && (
          <HeatMap
            result={result}
            settings={settings}
            best={best}
            decides={decides}
            columns={columns}
            rows={rows}
            points={second ? result.points.filter(({ target }) => target === best.target) : result.points}
          />
        )}
        <Front result={result} best={best} points={result.points} title={title} />
      </div>
    </>
  );
}

/** Every setting in both halves. */
function All({ view: { found, best, words } }: { readonly view: View }) {
  const { t } = useText();
  const { result } = found;
  const { decides } = found.wishes;
  const text = (point: Point, half: 'first' | 'second', measure: (typeof TUNED)[number]): string => {
    const stat = point[half][measure];
    return stat ? tuneValue(measure, stat.mean) : '—';
  };
  const range = (point: Point, half: 'first' | 'second'): string =>
    point[half][decides]?.interval?.map((end) => tuneValue(decides, end)).join(' … ') ?? '—';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className={styles.tableRoom} tabIndex={0} role="region" aria-label={t('tune.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('tune.setting')}</th>
            <th scope="col">{t('tune.budget')}</th>
            <th scope="col">{t('tune.head.first', { measure: t(`tune.measure.${decides}`) })}</th>
            <th scope="col">95 %</th>
            <th scope="col">{t('tune.half.second')}</th>
            <th scope="col">95 %</th>
            {TUNED.filter((measure) => measure !== decides).map((measure) => (
              <th key={measure} scope="col">
                {t(`tune.measure.${measure}`)}
              </th>
            ))}
            <th scope="col">{t('tune.note')}</th>
          </tr>
        </thead>
        <tbody>
          {result.points.map((point) => {
            const isChosen = point.target === best.target && point.setting === best.chosen;
            const notes = [
              ...(isChosen ? [t('tune.note.chosen')] : []),
              ...(point.setting === result.now ? [t('tune.note.now')] : []),
              ...(point.bar ? [t(`tune.bar.${point.bar}`)] : []),
            ];
            return (
              <tr key={`${point.setting} ${point.target}`} data-chosen={isChosen || undefined}>
                <th scope="row">{words(point.setting)}</th>
                <td>{targetField(point.target)}</td>
                <td>{text(point, 'first', decides)}</td>
                <td>{range(point, 'first')}</td>
                <td>{text(point, 'second', decides)}</td>
                <td>{range(point, 'second')}</td>
                {TUNED.filter((measure) => measure !== decides).map((measure) => (
                  <td key={measure}>{text(point, 'second', measure)}</td>
                ))}
                <td>{notes.join(t('list.separator'))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** As the terminal's `--csv`. */
function csvOf({ result, space }: Found): string {
  const settings = new Map(result.settings.map((setting) => [setting.key, setting]));
  const head = ['strategy', 'target', 'setting', 'params', 'half', 'measure', 'mean', 'low', 'high', 'units', 'bar', 'over', 'invalid', 'failed'];
  const lines = result.points.flatMap(({ target, setting, bar, over, invalid, failed, ...halves }) =>
    (['first', 'second'] as const).flatMap((half) =>
      TUNED.flatMap((measure) => {
        const stat = halves[half][measure];
        if (!stat) return [];
        const values = JSON.stringify(settings.get(setting)!.values);
        const own = [measure, stat.mean, ...(stat.interval ?? [null, null]), stat.units];
        return [csvLine([space.strategy, String(target), setting, values, half, ...own, bar, over, invalid, failed])];
      }),
    ),
  );
  return `${[csvLine(head), ...lines].join('\n')}\n`;
}

function Tools({ found }: { readonly found: Found }) {
  const { t } = useText();
  const shown = useTune((s) => s.shown);
  const save = (extension: 'csv' | 'json'): void => {
    const name = fileName(useSet.getState().name || (useApp.getState().loaded?.name ?? ''), `tune-${found.space.strategy}`, extension);
    const { result, space, wishes, search } = found;
    download(name, extension === 'csv' ? csvOf(found) : `${JSON.stringify({ space, wishes, search, ...result }, null, 2)}\n`);
  };
  return (
    <TabTools>
      <Segmented
        label={t('tune.shown')}
        value={shown}
        options={SHOWN.map((value) => ({ value, label: t(`tune.shown.${value}`) }))}
        onChange={(value) => show({ shown: value })}
      />
      <Button kind="ghost" icon="export" onClick={() => save('csv')}>
        CSV
      </Button>
      <Button kind="ghost" icon="export" onClick={() => save('json')}>
        JSON
      </Button>
    </TabTools>
  );
}

function Before() {
  const { t } = useText();
  const sessions = useSet((s) => s.sessions.length);
  return (
    <section className={styles.empty}>
      <h2>{t('tune.before')}</h2>
      <p>{t('tune.before.text')}</p>
      {sessions === 0 && (
        <div>
          <Button icon="import" onClick={() => openDialog('import')}>
            {t('set.import')}
          </Button>
        </div>
      )}
    </section>
  );
}

export function TunePane() {
  const { rows, row } = useRows();
  const view = useView(rows);
  const shown = useTune((s) => s.shown);
  const budgets = useTune((s) => s.budgets);
  const wishes = useTune((s) => s.wishes);
  const seed = useTune((s) => s.seed);
  const settings = useApp((s) => s.scenario.settings);
  if (!row) return null;
  const stale =
    view !== null &&
    ((!view.found.held && (view.found.wishes !== wishes || view.found.seed !== seed)) ||
      view.found.of !== depends(settings) ||
      JSON.stringify(targetsOf(budgets ?? budgetsNow(settings))) !== JSON.stringify(view.found.asked));
  return (
    <div className={styles.pane}>
      <Form rows={rows} row={row} />
      <div className={styles.out} data-stale={stale || undefined}>
        {view ? (
          <>
            <Tools found={view.found} />
            <Answer view={view} stale={stale} />
            {shown === 'charts' ? <Charts view={view} /> : <All view={view} />}
          </>
        ) : (
          <Before />
        )}
      </div>
    </div>
  );
}
