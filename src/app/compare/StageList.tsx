/** The effect of each stage of a pipeline: tokens before and after it, its knob's value, or why it did nothing. */
import { FATES } from '../../engine/strategies/contract.ts';
import type { RowResult, StageResult } from '../../worker/protocol.ts';
import { FateChip } from '../diff/Chips.tsx';
import { useApp, useText } from '../store/index.ts';
import styles from './details.module.css';
import { Section } from './Lines.tsx';
import { strategyTitle } from './rows.ts';
import { stageLine } from './stages.ts';

/** Bar of the tokens left after a stage, with its own reduction highlighted. */
function StageBar({ stage, whole }: { readonly stage: StageResult; readonly whole: number }) {
  const share = (tokens: number): string => `${(100 * Math.max(0, tokens)) / Math.max(1, whole)}%`;
  return (
    <div className={styles.stageBar} aria-hidden>
      <i style={{ width: share(Math.min(stage.tokensBefore, stage.tokensAfter)) }} />
      <i data-gone style={{ width: share(stage.tokensBefore - stage.tokensAfter) }} />
    </div>
  );
}

export function StageList({ result }: { readonly result: RowResult }) {
  const { t, n } = useText();
  const strategies = useApp((s) => s.description?.strategies);
  return (
    <Section title={t('row.stages')}>
      <ol className={styles.stages}>
        {result.stages.map((stage) => (
          <li key={stage.stage} data-idle={stage.outcome !== 'compacted' || undefined}>
            <span className={styles.stageHead}>
              <b>
                {stage.stage}. {[...stage.within, stage.strategy].map((id) => strategyTitle(id, id)).join(' → ')}
              </b>
              {stage.outcome === 'compacted' &&
                FATES.map(
                  (fate) =>
                    fate !== 'keep' &&
                    stage.counts[fate] > 0 && (
                      <span key={fate} className={styles.stageFate}>
                        <FateChip fate={fate} /> {n.whole(stage.counts[fate])}
                      </span>
                    ),
                )}
            </span>
            <StageBar stage={stage} whole={result.tokensBefore} />
            <span>
              {stageLine(
                stage,
                strategies?.find((s) => s.id === stage.strategy),
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
