/** The effect of each stage of a pipeline: tokens before and after it, its knob's value, or why it did nothing. */
import { useMemo } from 'react';
import { FATES, type Reason } from '../../engine/strategies/contract.ts';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { RowResult, StrategyInfo } from '../../worker/protocol.ts';
import { FateChip } from '../rows/Chips.tsx';
import { useApp, useText } from '../store/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/DataTable.tsx';
import styles from '../rows/details.module.css';
import { Section } from '../rows/Lines.tsx';
import { paramText, strategyTitle } from '../rows/compare-rows.ts';
import shared from '../theme/shared.module.css';

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

export const stageBrief = (stage: StageOfRun): string =>
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
    <span className={styles.stageBar} aria-hidden>
      <i style={{ width: share(Math.min(stage.tokensBefore, stage.tokensAfter)) }} />
      <i data-gone style={{ width: share(stage.tokensBefore - stage.tokensAfter) }} />
    </span>
  );
}

const nameOf = ({ stage }: StageRow): string => `${stage.stage}. ${[...stage.within, stage.strategy].map((id) => strategyTitle(id, id)).join(' → ')}`;

function Stage({ row }: { readonly row: StageRow }) {
  const { stage, info, whole } = row;
  return (
    <>
      <span className={styles.stageHead}>
        <b>{nameOf(row)}</b>
        {stage.outcome === 'compacted' &&
          FATES.map(
            (fate) =>
              fate !== 'keep' &&
              stage.messagesByFate[fate] > 0 && (
                <span key={fate} className={`${shared.inline} ${shared.gap4} ${shared.caption}`}>
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
  words('stage', {
    title: () => t('row.stage'),
    width: 160,
    value: nameOf,
    cell: (row) => <Stage row={row} />,
    names: true,
    grow: true,
    wraps: true,
  }),
  number('removed', { title: () => t('row.stage.removed'), width: 72, value: ({ stage }) => stage.tokensBefore - stage.tokensAfter }),
  number('left', { title: () => t('row.stage.left'), width: 72, value: ({ stage }) => stage.tokensAfter }),
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
