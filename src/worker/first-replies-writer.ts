/** Makes the replies of a first visit, when the site is built. */
import { stringify } from 'devalue';
import { defaultScenario } from '../scenario/defaults.ts';
import { compareRequest } from '../scenario/scenario-rows.ts';
import type { Result } from '../engine/transcript/types.ts';
import { callId, loadId } from './first-replies.ts';
import type { CompareReply } from './protocol.ts';
import { createSession } from './worker-session.ts';

type ReplyResult<T> = Result<T, { readonly message: string }>;

/** Times are of the machine that builds the site: nobody waits for them where the page is read. */
function withoutTimes(reply: CompareReply): CompareReply {
  return { ...reply, ms: 0, rows: reply.rows.map((row) => ({ ...row, ms: 0, figures: { ...row.figures, time: null } })) };
}

/**
 * The text of `FIRST_REPLIES`: what the engine answers to the calls of a visit that opens this sample with the default settings.
 * Throws where it answers with an error.
 */
export async function firstReplies(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const session = createSession();
  const replies: [id: string, reply: string][] = [];
  const kept = <T>(id: string, reply: ReplyResult<T>, shown: (value: T) => T = (value) => value): T => {
    if (!reply.ok) throw new Error(`${id.slice(0, 80)}: ${reply.error.message}`);
    const value = shown(reply.value);
    replies.push([id, stringify({ ok: true, value })]);
    return value;
  };
  const description = kept(callId('describe', []), await session.describe());
  const load = await loadId(new Blob([bytes]), name, null);
  const file = kept(load, await session.load(bytes.slice().buffer, name, null, 1));
  const request = compareRequest(defaultScenario(), description.strategies, file.conversations[0]!.compactions);
  kept(callId('compare', [{ ...request, agreed: [] }]), await session.compare(request, 2), withoutTimes);
  kept(callId('measure', []), await session.measure(3), (value) => ({ ...value, ms: 0 }));
  kept(callId('recall', [null, null]), await session.recall(null, null, 4), (value) => ({ ...value, ms: 0 }));
  return JSON.stringify(replies);
}
