/** Composer of a pipeline: its strategies in order, each with its parameters and its effect in this run. */
import { Select } from '../components/NumberField.tsx';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { FATES, type Reason } from '../../engine/strategies/contract.ts';
import type { StagesParam, StageValue } from '../../engine/strategies/params.ts';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { RowResult, StrategyInfo } from '../../worker/protocol.ts';
import { Button, Icon, Tap } from '../components/Button.tsx';
import { FateChip } from '../rows/Chips.tsx';
import { Section } from '../rows/Lines.tsx';
import { paramText, strategyTitle, SYSTEMS } from '../rows/compare-rows.ts';
import details from '../rows/rows.module.css';
import { useApp, useText } from '../store/index.ts';
import { ListTable } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import { ParamLine, type Value } from './ParamLine.tsx';
import styles from './stages.module.css';

type StageOfRun = NonNullable<RowResult['stages']>[number];

export const beyondStages = (trace: readonly Reason[], stages: readonly StageOfRun[] | null): readonly Reason[] =>
  !stages ? trace : trace.filter((reason) => !reason.key.startsWith('stage-') && !stages.some((stage) => stage.why?.key === reason.key));

/** One entry per stage as the person wrote the list: a nested pipeline represents its stages (from the first one's tokens to the last one's). */
export function topStages(stages: readonly StageOfRun[]): readonly StageOfRun[] {
  const top: StageOfRun[] = [];
  let within: string | null = null;
  for (const stage of stages) {
    const [outer = null] = stage.within;
    const last = top.at(-1);
    if (outer !== null && outer === within && last) {
      top[top.length - 1] = { ...last, outcome: last.outcome === 'compacted' ? 'compacted' : stage.outcome, tokensAfter: stage.tokensAfter };
    } else top.push(outer === null ? stage : { ...stage, strategy: outer, knob: null });
    within = outer;
  }
  return top;
}

const stageBrief = (stage: StageOfRun): string =>
  stage.outcome === 'compacted' ? t('stages.tokens', { before: stage.tokensBefore, after: stage.tokensAfter }) : t(`compare.note.${stage.outcome}`);

function stageLine(stage: StageOfRun, info: StrategyInfo | undefined): string {
  const n = numbers();
  const tokens = stageBrief(stage);
  if (stage.outcome === 'not-run' && stage.why) return formatReason(stage.why);
  if (stage.outcome !== 'compacted') return stage.why ? t('list.pair', { name: tokens, value: formatReason(stage.why) }) : tokens;
  const { knob } = stage;
  const aimed =
    knob && info
      ? t('compare.note.knob', {
          label: (lookup(`param.${knob.param}`) ?? knob.param).toLocaleLowerCase(),
          value: paramText(info, knob.param, knob.value, n),
        })
      : '';
  const note = stage.note ? formatReason(stage.note) : '';
  return [tokens, aimed, note].filter(Boolean).join(' · ');
}

interface StageRow {
  readonly stage: StageOfRun;
  readonly info: StrategyInfo | undefined;
  readonly whole: number;
}

function StageBar({ stage, whole }: { readonly stage: StageOfRun; readonly whole: number }) {
  const share = (tokens: number): string => `${(100 * Math.max(0, tokens)) / Math.max(1, whole)}%`;
  return (
    <span className={`flex high6 margin2-0 bgTrack ${details.stageBar}`} aria-hidden>
      <i className="bgKeep" style={{ width: share(Math.min(stage.tokensBefore, stage.tokensAfter)) }} />
      <i className="bgKeep" data-gone style={{ width: share(stage.tokensBefore - stage.tokensAfter) }} />
    </span>
  );
}

const nameOf = ({ stage }: StageRow): string => `${stage.stage}. ${[...stage.within, stage.strategy].map((id) => strategyTitle(id, id)).join(' → ')}`;

function Stage({ row }: { readonly row: StageRow }) {
  const { stage, info, whole } = row;
  return (
    <>
      <span className="row wrap gap0-10">
        <b className="medium">{nameOf(row)}</b>
        {stage.outcome === 'compacted' &&
          FATES.map(
            (fate) =>
              fate !== 'keep' &&
              stage.messagesByFate[fate] > 0 && (
                <span key={fate} className="inline gap4 caption">
                  <FateChip fate={fate} /> {numbers().whole(stage.messagesByFate[fate])}
                </span>
              ),
          )}
      </span>
      <StageBar stage={stage} whole={whole} />
      {stageLine(stage, info)}
    </>
  );
}

const { words, number } = columnsFor<StageRow>();
const COLUMNS = [
  words('stage', { title: 'row.stage', width: 160, value: nameOf, cell: (row) => <Stage row={row} />, names: true, grow: true, wraps: true }),
  number('removed', { title: 'row.stage.removed', width: 72, value: ({ stage }) => stage.tokensBefore - stage.tokensAfter }),
  number('left', { title: 'compare.column.left-at-cuts', width: 72, value: ({ stage }) => stage.tokensAfter }),
];
const idOf = ({ stage }: StageRow): string => String(stage.stage);
const toneOf = ({ stage }: StageRow) => ({ 'data-tone': stage.outcome === 'compacted' ? undefined : ('soft' as const) });

export function StageList({ stages, whole }: { readonly stages: readonly StageOfRun[]; readonly whole: number }) {
  const { t } = useText();
  const strategies = useApp((s) => s.description?.strategies);
  const rows = useMemo(
    () => stages.map((stage): StageRow => ({ stage, info: strategies?.find((s) => s.id === stage.strategy), whole })),
    [stages, whole, strategies],
  );
  return (
    <Section title={t('param.stages')}>
      <ListTable name="stages" label={t('param.stages')} columns={COLUMNS} data={rows} rowId={idOf} rowProps={toneOf} />
    </Section>
  );
}

export const withStage = (stages: readonly StageValue[], strategy: string): readonly StageValue[] => [...stages, { strategy, params: {} }];

export const withoutStage = (stages: readonly StageValue[], at: number): readonly StageValue[] => stages.filter((_, i) => i !== at);

export function movedStage(stages: readonly StageValue[], at: number, by: 1 | -1): readonly StageValue[] {
  const other = at + by;
  if (!stages[at] || !stages[other]) return stages;
  return stages.map((stage, i) => (i === at ? stages[other]! : i === other ? stages[at]! : stage));
}

export function withStageParam(stages: readonly StageValue[], at: number, name: string, value: unknown): readonly StageValue[] {
  return stages.map((stage, i) => {
    if (i !== at) return stage;
    const { [name]: _old, ...rest } = stage.params;
    return { ...stage, params: value === undefined ? rest : { ...rest, [name]: value } };
  });
}

const sameStages = (a: readonly StageValue[], b: readonly StageValue[]): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Props {
  readonly label: string;
  readonly param: StagesParam;
  readonly own: readonly StageValue[] | undefined;
  readonly result: RowResult | null;
  set(value: readonly StageValue[] | undefined): void;
}

export function StagesControl({ label, param, own, result, set }: Props) {
  const { t } = useText();
  const strategies = useApp((s) => s.description?.strategies);
  const infos = strategies?.filter((info) => !info.onDemand && !info.preset) ?? [];
  const groups = SYSTEMS.flatMap((system) => {
    const list = infos.filter(({ source }) => source.seed === system).map(({ id }) => [id, strategyTitle(id, id)] as const);
    return list.length > 0 ? [[t(`compare.chip.${system}`), list] as const] : [];
  });
  const stages = own ?? param.default;
  const [chosen, setChosen] = useState('');
  const [opened, setOpened] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** Stage that gets the focus when drawn: a moved stage keeps it, or the neighbour of a removed one gets it. */
  const focus = useRef<number | null>(null);
  useEffect(() => {
    if (focus.current === null) return;
    const heads = list.current?.querySelectorAll<HTMLElement>('[data-stage-name]');
    heads?.[Math.min(focus.current, heads.length - 1)]?.focus();
    focus.current = null;
  });
  const change = (next: readonly StageValue[]): void => set(sameStages(next, param.default) ? undefined : next);
  const move = (at: number, by: 1 | -1): void => {
    if (!stages[at + by]) return;
    focus.current = at + by;
    setOpened((open) => (open === at ? at + by : open === at + by ? at : open));
    change(movedStage(stages, at, by));
  };
  const remove = (at: number): void => {
    focus.current = at;
    setOpened((open) => (open === null || open === at ? null : open > at ? open - 1 : open));
    change(withoutStage(stages, at));
  };
  const keyDown = (event: KeyboardEvent, at: number): void => {
    if (event.altKey && event.key === 'ArrowUp') move(at, -1);
    else if (event.altKey && event.key === 'ArrowDown') move(at, 1);
    else if (event.key === 'Delete' && event.target instanceof HTMLElement && event.target.dataset.stageName !== undefined) remove(at);
    else return;
    event.preventDefault();
  };
  const ran = topStages(result?.stages ?? []);
  const failed = result?.outcome === 'failed' && result.why ? formatReason(result.why) : null;
  const full = stages.length >= param.max;
  return (
    <div className="shrinks whole" role="group" aria-label={label}>
      {failed !== null && (
        <p className="problem" role="alert">
          <Icon name="warning" size={11} /> {failed}
        </p>
      )}
      {stages.length === 0 && <p className="small muted">{t('stages.none')}</p>}
      <ol ref={list}>
        {stages.map((stage, at) => {
          const info = strategies?.find((s) => s.id === stage.strategy);
          const title = strategyTitle(stage.strategy, stage.strategy);
          const open = opened === at;
          const did = ran[at]?.strategy === stage.strategy ? ran[at] : undefined;
          const changed = Object.keys(stage.params).length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a strategy may be in a pipeline twice; its place is its identity
            <li key={`${at} ${stage.strategy}`} className={styles.stage} onKeyDown={(e) => keyDown(e, at)}>
              <div className="row gap6 leastHigh26 narrowLeastHigh36">
                <span className={`fixed second surface framed r3 centered ${styles.number}`}>{at + 1}</span>
                <Tap
                  data-stage-name
                  className={`fill medium toLeft leastHigh24 edge plainText ${styles.name}`}
                  aria-expanded={open}
                  title={t('stages.keys')}
                  onClick={() => setOpened(open ? null : at)}
                >
                  {title}
                  {changed > 0 && <small className="accent"> · {t('stages.changed', { count: changed })}</small>}
                </Tap>
                <span className={`fixed flex ${styles.tools}`}>
                  <Button kind="ghost" icon="up" aria-label={t('stages.up', { title })} disabled={at === 0} onClick={() => move(at, -1)} />
                  <Button
                    kind="ghost"
                    icon="down"
                    aria-label={t('stages.down', { title })}
                    disabled={at === stages.length - 1}
                    onClick={() => move(at, 1)}
                  />
                  <Button kind="ghost" icon="close" aria-label={t('list.pair', { name: t('row.remove'), value: title })} onClick={() => remove(at)} />
                </span>
              </div>
              {did && <p className="small second num marginMinus2-0-2">{stageBrief(did)}</p>}
              {!info && <p className="problem">{t('stages.unknown', { id: stage.strategy })}</p>}
              {open && info && (
                <div className={styles.params}>
                  {Object.keys(info.params).length === 0 && <p className="small muted">{t('row.params.none')}</p>}
                  {Object.entries(info.params).map(([name, p]) =>
                    p.kind === 'stages' ? null : (
                      <ParamLine
                        key={name}
                        info={info}
                        title={title}
                        name={name}
                        param={p}
                        own={stage.params[name] as Value | undefined}
                        aimed={did?.knob?.aimed && did.knob.param === name ? did.knob.value : undefined}
                        set={(value) => change(withStageParam(stages, at, name, value))}
                      />
                    ),
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <div className={`row wrap marginTop4 ${styles.add}`}>
        <Select aria-label={t('stages.choose')} value={chosen} disabled={full} none={t('stages.choose')} groups={groups} onChange={setChosen} />
        <Button
          icon="add"
          disabled={full || chosen === ''}
          onClick={() => {
            change(withStage(stages, chosen));
            setChosen('');
          }}
          text={t('stages.add')}
        />
        {full && <span className="small muted">{t('stages.full', { count: param.max })}</span>}
        {own !== undefined && !sameStages(own, param.default) && param.default.length > 0 && (
          <Button
            kind="link"
            onClick={() => set(undefined)}
            text={t('stages.reset', { stages: param.default.map((s) => lookup(`strategy.${s.strategy}.title`) ?? s.strategy).join(' → ') })}
          />
        )}
      </div>
    </div>
  );
}
