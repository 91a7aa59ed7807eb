/** What is left of the original after the same strategy has compacted its own result again and again; asked for by a person. */
import { useEffect, useState } from 'react';
import type { DecayRound, StatementCounts } from '../../engine/measures/types.ts';
import { formatReason } from '../../i18n/index.ts';
import type { Decay } from '../../worker/loss-protocol.ts';
import { Section } from '../compare/Lines.tsx';
import { Button } from '../components/Button.tsx';
import { client, useApp, useText } from '../store/index.ts';
import styles from './measures.module.css';
import { Term } from './Term.tsx';

type State =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly done: number; readonly of: number }
  | { readonly phase: 'done'; readonly decay: Decay }
  | { readonly phase: 'failed'; readonly message: string };

const preserved = (counts: StatementCounts): number => counts.preserved / Math.max(1, counts.preserved + counts.degraded + counts.lost);

/** The columns: shares of the original; null where it has nothing of the kind. */
const COLUMNS = [
  [
    'facts',
    ({ values: { facts } }: DecayRound) => facts && facts.all.retained / Math.max(1, facts.all.retained + facts.all.recoverable + facts.all.lost),
  ],
  ['constraints', ({ values: { constraints } }: DecayRound) => constraints && preserved(constraints.all)],
  ['artifacts', ({ values: { artifacts } }: DecayRound) => artifacts?.f1 ?? null],
  ['open-work', ({ values: { openWork } }: DecayRound) => openWork && preserved(openWork.all)],
  [
    'pairs',
    ({ values: { errorFixPairs: pairs } }: DecayRound) =>
      pairs && pairs.both / Math.max(1, pairs.both + pairs.errorOnly + pairs.fixOnly + pairs.neither),
  ],
] as const;

function Rounds({ rounds }: { readonly rounds: readonly DecayRound[] }) {
  const { t, n } = useText();
  const columns = COLUMNS.filter(([, of]) => rounds.some((round) => of(round) !== null));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('loss.decay.round')}</th>
          <th scope="col">{t('loss.decay.tokens')}</th>
          {columns.map(([group]) => (
            <th key={group} scope="col">
              {t(`loss.group.${group}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <tr key={round.round}>
            <th scope="row">{round.round === 0 ? t('loss.decay.original') : n.whole(round.round)}</th>
            {round.round > 0 && round.outcome !== 'compacted' ? (
              <td colSpan={columns.length + 1}>{t(`loss.decay.${round.outcome}`)}</td>
            ) : (
              <>
                <td>{n.whole(round.tokens)}</td>
                {columns.map(([group, of]) => {
                  const share = of(round);
                  return <td key={group}>{share === null ? '—' : n.share(share)}</td>;
                })}
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `writer`: who writes the row's summaries. Rounds that somebody else wrote are not this row's: they say so, and show nothing. */
export function DecayPanel({ row, writer }: { readonly row: string; readonly writer: string }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const [state, setState] = useState<State>({ phase: 'idle' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another comparison makes the rounds stale
  useEffect(() => setState({ phase: 'idle' }), [comparison]);
  const run = async (): Promise<void> => {
    const mine = comparison;
    const stillWanted = (): boolean => useApp.getState().comparison === mine;
    setState({ phase: 'running', done: 0, of: 0 });
    const reply = await client.decay(row, ({ done, of }) => {
      if (stillWanted()) setState({ phase: 'running', done, of });
    });
    if (!stillWanted()) return;
    if (reply.ok) setState({ phase: 'done', decay: reply.value });
    else setState(reply.error.code === 'cancelled' ? { phase: 'idle' } : { phase: 'failed', message: reply.error.message });
  };
  const other = state.phase === 'done' && state.decay.writer !== null && state.decay.writer !== writer;
  return (
    <Section
      title={<Term measure="decay">{t('loss.decay')}</Term>}
      action={
        <Button kind="link" disabled={state.phase === 'running'} onClick={() => void run()}>
          {t('loss.decay.run')}
        </Button>
      }
    >
      <div className={styles.measures}>
        <p className={styles.line}>{t('loss.decay.help')}</p>
        <p className={styles.line} role="status">
          {state.phase === 'running' && t('loss.decay.running', { done: Math.min(state.of, state.done + 1), of: state.of })}
          {state.phase === 'failed' && t('loss.decay.failed', { message: state.message })}
          {state.phase === 'done' && state.decay.failed && formatReason(state.decay.failed)}
          {other && formatReason({ key: 'measure-other-writer' })}
        </p>
        {state.phase === 'done' && !other && state.decay.rounds.length > 0 && <Rounds rounds={state.decay.rounds} />}
      </div>
    </Section>
  );
}
