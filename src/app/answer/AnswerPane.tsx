/** The first view: what the agent forgot, and what would have kept it. */
import { useState } from 'react';
import { RecordedPlaces } from '../compare/RecordedPlaces.tsx';
import { useAnswered } from '../compare/useTableRows.ts';
import { Button } from '../components/Button.tsx';
import { ModelBar } from '../models/ModelBar.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import { openLoss, showSet, showTune } from '../store/ui.ts';
import styles from './answer.module.css';
import factStyles from './facts.module.css';
import { replayBeside } from './beside.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { FactList, factId, Pair, split, useLost } from './Facts.tsx';
import { Strips } from './Strips.tsx';
import { Verdict } from './Verdict.tsx';

/** Facts of the other way that are listed under those that B keeps. */
const MOST_OTHERS = 20;

export function AnswerPane() {
  const { t } = useText();
  const [a, b] = useApp((s) => s.compared);
  const found = useLost();
  // Where nothing is needed later nothing was looked for: that is not nothing lost.
  const isMeasured =
    (useAnswered(
      useApp((s) => s.comparison),
      true,
    )?.answer.items ?? 0) > 0;
  const [chosen, setChosen] = useState<string | null>(null);
  const { kept, lost } = split(found ?? []);
  const others = lost.slice(0, MOST_OTHERS);
  const listed = [...kept, ...others];
  const selected = listed.find((fact) => factId(fact) === chosen) ?? listed[0] ?? null;
  return (
    <div className={styles.pane}>
      <Verdict />
      <BudgetBar />
      <RecordedPlaces />
      <ModelBar />
      <Strips marks={selected && { said: selected.said.message, needed: selected.needed[0]!.message }} />
      <div className={styles.proof}>
        <section className={styles.losses} aria-label={t('answer.facts')}>
          <div className={styles.lossHead}>
            <h2>{t('answer.facts')}</h2>
            {found !== null && isMeasured && (
              <Button kind="link" onClick={() => a !== undefined && openLoss(a)}>
                {t('answer.facts.all', { count: kept.length })}
              </Button>
            )}
          </div>
          {found === null ? (
            <p className={styles.none}>{t('answer.facts.coming')}</p>
          ) : listed.length === 0 ? (
            <p className={styles.none}>{t(isMeasured ? 'answer.facts.none' : 'answer.facts.unmeasured')}</p>
          ) : (
            <FactList
              groups={[
                { title: null, facts: kept },
                { title: t('answer.facts.other', { count: lost.length }), facts: others },
              ]}
              selected={selected}
              onSelect={(fact) => setChosen(factId(fact))}
            />
          )}
        </section>
        {selected ? <Pair fact={selected} /> : <div className={factStyles.pair} />}
      </div>
      <nav className={styles.next} aria-label={t('answer.next')}>
        <span>{t('answer.next')}</span>
        <Button kind="link" onClick={() => replayBeside(a ?? null, b ?? a ?? '')}>
          {t('answer.next.replay')}
        </Button>
        <Button kind="link" onClick={() => showSet(true)}>
          {t('answer.next.set')}
        </Button>
        <Button kind="link" onClick={showTune}>
          {t('answer.next.tune')}
        </Button>
        <Button kind="link" onClick={() => actions.setView('tab', 'plot')}>
          {t('answer.next.plot')}
        </Button>
      </nav>
    </div>
  );
}
