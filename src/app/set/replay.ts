/** From the answer of a set to the replay of one of its sessions. */
import { replayBeside } from '../answer/beside.ts';
import { show } from '../replay/state.ts';
import type { FoundSession } from '../../worker/sets/protocol.ts';
import { openSession } from './actions.ts';

/** Replays a session with what one has and another row, which is the one that the replay shows. */
export async function replaySession(session: Pick<FoundSession, 'file' | 'conversation'>, base: string | null, key: string): Promise<void> {
  replayBeside(base, key);
  show({ key });
  await openSession(session, 'replay');
}
