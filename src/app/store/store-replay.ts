/** Changes of the replay's part of the scenario. */
import { withoutIdlePins } from '../../scenario/next-file.ts';
import type { Replay } from '../../scenario/schema.ts';
import { app, patch } from './store.ts';

/** The replay runs again by itself; the comparison does not depend on any of it. */
export function setReplay(change: Partial<Replay>): void {
  const { scenario } = app();
  patch({ scenario: withoutIdlePins({ ...scenario, replay: { ...scenario.replay, ...change } }) });
}
