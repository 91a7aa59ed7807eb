/** The effect of each stage of a pipeline, in words. */
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { Reason } from '../../engine/strategies/contract.ts';
import type { StageResult, StrategyInfo } from '../../worker/protocol.ts';
import { paramText } from './rows.ts';

/** A pipeline's trace without its stages, which have a list of their own. */
export const beyondStages = (trace: readonly Reason[], stages: readonly StageResult[]): readonly Reason[] =>
  stages.length === 0 ? trace : trace.filter((reason) => !reason.key.startsWith('stage-') && !stages.some((stage) => stage.why?.key === reason.key));

/**
 * One entry per stage as the person wrote the list: a nested pipeline represents its stages (from the first one's tokens to the last
 * one's).
 */
export function topStages(stages: readonly StageResult[]): readonly StageResult[] {
  const top: StageResult[] = [];
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

/** "128,317 → 96,020 tokens", or that the stage did nothing. */
export const stageBrief = (stage: StageResult): string =>
  stage.outcome === 'compacted' ? t('stages.tokens', { before: stage.tokensBefore, after: stage.tokensAfter }) : t(`stages.outcome.${stage.outcome}`);

/** "128,317 → 96,020 tokens, window 41", or why the stage did nothing. */
export function stageLine(stage: StageResult, info: StrategyInfo | undefined): string {
  const n = numbers();
  const tokens = stageBrief(stage);
  if (stage.outcome === 'not-run' && stage.why) return formatReason(stage.why);
  if (stage.outcome !== 'compacted') return stage.why ? t('stages.why', { outcome: tokens, why: formatReason(stage.why) }) : tokens;
  const { knob } = stage;
  const aimed =
    knob && info
      ? t('stages.knob', {
          label: (lookup(`param.${knob.param}`) ?? knob.param).toLocaleLowerCase(),
          value: paramText(info, knob.param, knob.value, n),
        })
      : '';
  const note = stage.note ? formatReason(stage.note) : '';
  return [tokens, aimed, note].filter(Boolean).join(' · ');
}
