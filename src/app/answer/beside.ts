/** The answer beside what one has, in the replay: of a session and of a set. */
import { MAX_REPLAYED } from '../../scenario/limits.ts';
import { withPinAt } from '../compare/rows.ts';
import { actions } from '../store/actions.ts';
import { setReplay } from '../store/replay.ts';
import { app } from '../store/store.ts';

/** Pins what one has as A and the row as B; the row as A where it is what one has, or where one has none. */
export function pinBeside(base: string | null, key: string): void {
  const { pinned } = app().scenario.view;
  const others = pinned.filter((one) => one !== key && one !== base);
  actions.setView('pinned', base === null || base === key ? withPinAt(others, key, 0) : withPinAt(withPinAt(others, base, 0), key, 1));
}

/** Opens the replay with both pinned. Where a person chose which rows are replayed, both are among them. */
export function replayBeside(base: string | null, key: string): void {
  pinBeside(base, key);
  const { strategies } = app().scenario.replay;
  const wanted = base === null ? [key] : [base, key];
  if (strategies !== null && wanted.some((one) => !strategies.includes(one)))
    setReplay({ strategies: [...new Set([...wanted, ...strategies])].slice(0, MAX_REPLAYED) });
  actions.setView('tab', 'replay');
}
