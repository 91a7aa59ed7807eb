/** The answer beside what one has, in the replay: of a session and of a set. */
import { MAX_REPLAYED } from '../../scenario/limits.ts';
import { actions } from '../store/actions.ts';
import { setReplay } from '../store/replay.ts';
import { app } from '../store/store.ts';

/** Opens the replay with both. Where a person chose which rows are replayed, both are among them. */
export function replayBeside(base: string | null, key: string): void {
  actions.compareWith(key);
  const { strategies } = app().scenario.replay;
  const wanted = base === null ? [key] : [base, key];
  if (strategies !== null && wanted.some((one) => !strategies.includes(one)))
    setReplay({ strategies: [...new Set([...wanted, ...strategies])].slice(0, MAX_REPLAYED) });
  actions.setView('tab', 'replay');
}
