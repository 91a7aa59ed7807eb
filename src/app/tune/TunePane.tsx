/** The tab Tune: what to set, what it wins where it was not chosen, and the curves, map and front behind it. */
import '../../i18n/en/set.ts';
import { type Point, TUNED } from '../../engine/tune/contract.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { SURE } from '../../engine/answer/contract.ts';
import { csvLine } from '../../engine/lib/strings.ts';
import '../../i18n/answer-words.ts';
import { sayBest, sayTuneDoubts, titleOf, tuneValue, whatOf } from '../../i18n/tune-words.ts';
import line from '../answer/answer.module.css';
import { Button, Segmented, TabTools } from '../components/Button.tsx';
import { chosenOf, useSet } from '../set/set-state.ts';
import { download, fileName } from '../components/elements.ts';
import { during, openDialog, toast, useApp, useText } from '../store/index.ts';
import { apply, budgetsNow, depends, makeRow, openKey, restore, sourcesKey } from './tune-actions.ts';
import { Curve, Front, stepsOf } from './Curves.tsx';
import { Form, start } from './Form.tsx';
import { HeatMap, mapped, sideOf, sideOfTarget } from './HeatMap.tsx';
import { OverBudgets, RaceCurves, RacePart } from './TuneLines.tsx';
import { type TuneRun, isHeld, show, SHOWN, targetField, targetsOf, useTune } from './tune-state.ts';
import { axisOf, type TrialRow, labelOf, useRows, useView, valueText, type View } from './useRow.ts';
import styles from './tune.module.css';

function Answer({ view, stale }: { readonly view: View; readonly stale: boolean }) {
  const { t, n } = useText();
  const { found, shown, best } = view;
  const { row, words, settings } = shown;
  const { result, space, hows } = shown.found;
  const { targets } = found;
  const { decides } = found.wishes;
  const how = hows?.find(({ target }) => target === best.target);
  const mattering = how ? space.axes.flatMap(({ param }) => (how.idle.includes(param) ? [] : [param])) : [];
  const names = { setting: (key: string) => words(key), now: (chosen: string) => words(result.now, chosen) };
  const level = SURE.indexOf(best.sure);
  const [axis] = space.axes;
  const value = axis && space.axes.length === 1 ? settings.get(best.chosen ?? '')?.values[axis.param] : undefined;
  // Of several parameters the sentence says which.
  const applied = axis && value !== undefined ? valueText(axis.param, row.info.params[axis.param], value, n) : null;
  const changes = best.chosen !== null && best.chosen !== result.now;
  return (
    <section className="row wrap gap12 fixed ruled pad8-12" aria-label={t('tune.answer')}>
      <div className="shrinks flex1-1-420px">
        <div className="row wrap gap12 second spread">
          {targets.length > 1 ? (
            <Segmented
              label={t('control.budget')}
              value={String(best.target)}
              options={targets.map((target) => [String(target), targetField(target)])}
              onChange={(value) => show({ at: targets.find((target) => String(target) === value) ?? null })}
            />
          ) : (
            <span>{t('tune.best.for', { what: whatOf(decides), target: targetField(best.target) })}</span>
          )}
          <p className="row gap8 wrap second leastHigh24">
            {t('answer.sure')}: <b>{t(`answer.sure.${best.sure}`)}</b>
            <span className={`row gap2 ${line.bars}`} aria-hidden>
              {SURE.map((name, i) => (
                <i key={name} data-on={i <= level || undefined} />
              ))}
            </span>
            {t(`tune.halves.${result.of}`, { first: result.halves.first.length, second: result.halves.second.length })}
          </p>
        </div>
        <p className={`size15 line22 ${styles.say}`}>
          <b>{row.title}</b>: {sayBest(result, best, decides, names)}
        </p>
        <p className="second">
          {sayTuneDoubts(best, decides, names)}
          {how && ` ${t('tune.searched', { rungs: how.rungs.map(({ settings, sessions }) => `${settings} × ${sessions}`).join(' → ') })}`}
          {how && how.rungs.at(-1)?.sessions === 1 && ` ${t('tune.searched.one')}`}
          {how && mattering.length > 0 && ` ${t('tune.matter', { params: mattering.map(labelOf).join(t('list.separator')) })}`}
          {how && how.idle.length > 0 && ` ${t('tune.idle', { params: how.idle.map(labelOf).join(t('list.separator')) })}`}
        </p>
        {stale && <p className="warn">{t('tune.old')}</p>}
      </div>
      {changes && (
        <div className="row gap8 wrap">
          <Button
            kind={best.verdict === 'set' ? 'primary' : 'default'}
            onClick={() => {
              apply(shown.found, best);
              toast('list.pair', { name: row.title, value: words(best.chosen!) });
            }}
            text={applied === null ? t('tune.apply.all') : t('tune.apply', { setting: applied })}
          />
          <Button
            onClick={() => {
              makeRow(shown.found, best);
              toast('tune.made', { setting: words(best.chosen!), row: row.title });
            }}
            text={t('tune.make')}
          />
        </div>
      )}
    </section>
  );
}

function Charts({ view }: { readonly view: View }) {
  const { t } = useText();
  const { found, shown, best, rows: all, race } = view;
  const { settings, words, write } = shown;
  const { result, space, hows } = shown.found;
  const { targets } = found;
  const { decides } = found.wishes;
  const [first, second] = space.axes;
  const steps = useMemo(() => (first && !hows ? stepsOf(shown, best.target) : []), [shown, best.target, first, hows]);
  const halves = [result.halves.first.length, result.halves.second.length] as const;
  const title = useCallback(
    (point: Point): string => (targets.length > 1 ? `${words(point.setting)} · ${targetField(point.target)}` : words(point.setting)),
    [targets, words],
  );
  const columns = first && { name: labelOf(first.param), sides: first.values.map((value) => sideOf(first.param, value, write(first.param, value))) };
  const rows = second
    ? { name: labelOf(second.param), sides: second.values.map((value) => sideOf(second.param, value, write(second.param, value))) }
    : { name: t('control.budget'), sides: targets.map((target) => sideOfTarget(target, targetField(target))) };
  const hasMap = !hows && columns && (second || targets.length > 1);
  const ofMaps = hasMap && {
    result,
    settings,
    best,
    columns,
    rows,
    points: second ? result.points.filter(({ target }) => target === best.target) : result.points,
  };
  const [more, setMore] = useState(false);
  const measures = mapped(decides);
  const [deciding, ...others] = more ? [...measures.shown, ...measures.more] : measures.shown;
  const hasCurves = steps.length > 1 && first !== undefined;
  const hasRace = race !== null && all.every((one) => one.found.hows === null);
  return (
    <>
      {(hasRace || targets.length > 1) && (
        <div className={`grid ${styles.wide}`}>
          {hasRace && <RaceCurves found={found} views={all} target={best.target} />}
          {targets.length > 1 && <OverBudgets found={found} views={all} shown={shown} best={best} />}
        </div>
      )}
      {hasCurves && (
        <div className={`fixed grid ${styles.charts}`}>
          {[deciding!, ...others].map((measure) => (
            <Curve
              key={measure}
              measure={measure}
              steps={steps}
              best={best}
              now={result.now}
              param={labelOf(first.param)}
              across={axisOf(first.param, shown.row.info.params[first.param])}
              halves={halves}
              of={result.of}
            />
          ))}
        </div>
      )}
      <div className={`grid ${styles.wide}`}>
        {ofMaps && <HeatMap measure={deciding!} {...ofMaps} />}
        <Front result={result} best={best} points={result.points} title={title} />
      </div>
      {ofMaps && (
        <div className={`fixed grid ${styles.maps}`} style={{ '--columns': ofMaps.columns.sides.length } as React.CSSProperties}>
          {others.map((measure) => (
            <HeatMap key={measure} measure={measure} small {...ofMaps} />
          ))}
        </div>
      )}
      {(hasCurves || ofMaps) && (
        <p className="pad4-12">
          <Button
            kind="link"
            aria-expanded={more}
            onClick={() => setMore(!more)}
            text={t(more ? 'tune.measures.fewer' : 'tune.measures.more', { count: measures.more.length })}
          />
        </p>
      )}
    </>
  );
}

function All({ view: { found, best, shown } }: { readonly view: View }) {
  const { t } = useText();
  const { words } = shown;
  const { result } = shown.found;
  const { decides } = found.wishes;
  const text = (point: Point, half: 'first' | 'second', measure: (typeof TUNED)[number]): string => {
    const stat = point[half][measure];
    return stat ? tuneValue(measure, stat.mean) : '—';
  };
  const range = (point: Point, half: 'first' | 'second'): string =>
    point[half][decides]?.interval?.map((end) => tuneValue(decides, end)).join(' … ') ?? '—';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className="fillHeight scrolls" tabIndex={0} role="region" aria-label={t('tune.table')}>
      <table className={`num ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{t('tune.setting')}</th>
            <th scope="col">{t('control.budget')}</th>
            <th scope="col">{t('tune.head.first', { measure: titleOf(decides) })}</th>
            <th scope="col">95 %</th>
            <th scope="col">{t('tune.half.second')}</th>
            <th scope="col">95 %</th>
            {TUNED.filter((measure) => measure !== decides).map((measure) => (
              <th key={measure} scope="col">
                {titleOf(measure)}
              </th>
            ))}
            <th scope="col">{t('label.note')}</th>
          </tr>
        </thead>
        <tbody>
          {result.points.map((point) => {
            const isChosen = point.target === best.target && point.setting === best.chosen;
            const notes = [
              ...(isChosen ? [t('tune.note.chosen')] : []),
              ...(point.setting === result.now ? [t('tune.note.now')] : []),
              ...(point.bar ? [t(`bar.${point.bar}`)] : []),
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
function csvOf({ rows }: TuneRun): string {
  const head = ['strategy', 'target', 'setting', 'params', 'half', 'measure', 'mean', 'low', 'high', 'units', 'bar', 'over', 'invalid', 'failed'];
  const lines = rows.flatMap(({ result, space }) => {
    const settings = new Map(result.settings.map((setting) => [setting.key, setting]));
    return result.points.flatMap(({ target, setting, bar, over, invalid, failed, ...halves }) =>
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
  });
  return `${[csvLine(head), ...lines].join('\n')}\n`;
}

/** As the terminal's `--json`, for programs. */
const jsonOf = ({ rows, races, wishes, seed }: TuneRun) => ({
  wishes,
  seed,
  rows: rows.map(({ key, space, result, hows }) => ({ row: key, ...space, ...result, ...(hows && { searches: hows }) })),
  races,
});

function Tools({ found }: { readonly found: TuneRun }) {
  const { t } = useText();
  const shown = useTune((s) => s.shown);
  const save = (extension: 'csv' | 'json'): void => {
    const what = found.rows.map(({ space }) => space.strategy).join('-');
    const name = fileName(useSet.getState().name || (useApp.getState().loaded?.name ?? ''), `tune-${what}`, extension);
    download(name, extension === 'csv' ? csvOf(found) : `${JSON.stringify(jsonOf(found), null, 2)}\n`);
  };
  return (
    <TabTools>
      <Segmented
        label={t('palette.view')}
        value={shown}
        options={SHOWN.map((value) => [value, t(`tune.shown.${value}`)])}
        onChange={(value) => show({ shown: value })}
      />
      <Button kind="ghost" icon="export" onClick={() => save('csv')} text="CSV" />
      <Button kind="ghost" icon="export" onClick={() => save('json')} text="JSON" />
    </TabTools>
  );
}

function Before({ chosen }: { readonly chosen: readonly TrialRow[] }) {
  const { t } = useText();
  const sessions = useSet((s) => s.sessions.length);
  const open = useApp((s) => s.loaded !== null);
  const running = useTune((s) => s.running !== null);
  const all = useTune((s) => s.all);
  return (
    <section className={`stack gap12 line20 ${styles.empty}`}>
      <h2 className="size15">{t('tune.before')}</h2>
      <p>{t('tune.before.text')}</p>
      <div className="row wrap gap8">
        {(open || sessions > 0) && (
          <Button
            disabled={running}
            onClick={() => start(chosen, all)}
            text={t('tune.before.run', { rows: chosen.map(({ row }) => row.title).join(t('list.separator')) })}
          />
        )}
        {sessions === 0 && <Button icon="import" onClick={() => openDialog('import')} text={t('set.import')} />}
      </div>
    </section>
  );
}

export function TunePane() {
  const { rows, chosen } = useRows();
  const chosenSessions = useSet(useShallow(chosenOf));
  const open = useApp(openKey);
  const sources = useMemo(() => sourcesKey(chosenSessions, open), [chosenSessions, open]);
  const view = useView(rows, sources);
  const shown = useTune((s) => s.shown);
  const budgets = useTune((s) => s.budgets);
  const wishes = useTune((s) => s.wishes);
  const seed = useTune((s) => s.seed);
  const settings = useApp((s) => s.scenario.settings);
  const running = useTune((s) => s.running !== null);
  useEffect(() => {
    if (!running) void during(restore(sources));
  }, [sources, running]);
  if (chosen.length === 0) return null;
  const stale =
    view !== null &&
    ((!isHeld(view.found) && (view.found.wishes !== wishes || view.found.seed !== seed)) ||
      depends(view.found.settings) !== depends(settings) ||
      JSON.stringify(targetsOf(budgets ?? budgetsNow(settings))) !== JSON.stringify(view.found.targets));
  return (
    <div className={`fillHeight grid narrowBlock ${styles.pane}`}>
      <Form rows={rows} chosen={chosen} />
      <div className={`stack shrinks scrolls surface shrinksHeight ${styles.out}`} data-stale={stale || undefined}>
        {view ? (
          <>
            <Tools found={view.found} />
            {view.race && <RacePart found={view.found} race={view.race} views={view.rows} shown={view.shown.found.key} />}
            <Answer view={view} stale={stale} />
            {shown === 'charts' ? <Charts view={view} /> : <All view={view} />}
          </>
        ) : (
          <Before chosen={chosen} />
        )}
      </div>
    </div>
  );
}
