/**
 * A comparison between worker and page without sending an array twice. Its rows come one after another, each with several numbers for every
 * message, and each answer holds all rows so far: for 100,000 messages copying them would stop the page again and again.
 */
import type { Engine } from './worker-calls.ts';
import type { CompareReply, ProgressListener } from './protocol.ts';

const OF_TRANSCRIPT = ['tokens', 'prefix', 'priority', 'priorityRule', 'roles', 'protection'] as const;
const OF_ROW = ['fates', 'left', 'into'] as const;

type Numbers = CompareReply['transcript'][(typeof OF_TRANSCRIPT)[number]] | CompareReply['rows'][number][(typeof OF_ROW)[number]];

/** The reply with other arrays; `other` gets the name of each. */
function mapped(reply: CompareReply, other: <A extends Numbers>(name: string, array: A) => A): CompareReply {
  const transcript = { ...reply.transcript };
  for (const field of OF_TRANSCRIPT) Object.assign(transcript, { [field]: other(field, transcript[field]) });
  const rows = reply.rows.map((row) => {
    const copy = { ...row };
    for (const field of OF_ROW) Object.assign(copy, { [field]: other(`${row.key}/${field}`, copy[field]) });
    return copy;
  });
  return { ...reply, transcript, rows };
}

/** The arrays of one comparison, the newest one that was told of. */
class Arrays {
  #ticket = 0;
  readonly known = new Map<string, Numbers>();

  /** False if there is a newer comparison: what is late is sent whole, and taken as it is. */
  isOf(ticket: number): boolean {
    if (ticket < this.#ticket) return false;
    if (ticket > this.#ticket) this.known.clear();
    this.#ticket = ticket;
    return true;
  }
}

/** The engine as the worker shows it: an array that the page has is an empty one. */
export function sparing(engine: Engine): Engine {
  const there = new Arrays();
  const spared = (ticket: number, reply: CompareReply): CompareReply =>
    there.isOf(ticket)
      ? mapped(reply, (name, array) => (array && there.known.get(name) === array ? (array.slice(0, 0) as typeof array) : array))
      : reply;
  const has = (ticket: number, reply: CompareReply): void => {
    if (!there.isOf(ticket)) return;
    mapped(reply, (name, array) => {
      there.known.set(name, array);
      return array;
    });
  };
  return {
    ...engine,
    listen: (listener: ProgressListener) =>
      engine.listen((ticket, progress, soFar) => {
        // Through Comlink a listener answers. Replies come by another port and could overtake, so an array is there once it has answered.
        const heard: unknown = listener(ticket, progress, soFar && spared(ticket, soFar));
        if (soFar) void Promise.resolve(heard).then(() => has(ticket, soFar));
      }),
    compare: async (request, ticket) => {
      const reply = await engine.compare(request, ticket);
      return reply.ok ? { ...reply, value: spared(ticket, reply.value) } : reply;
    },
  };
}

/** The page's side: puts the arrays that it has into the replies of `sparing`. */
export class ReplyFiller {
  readonly #arrays = new Arrays();

  filled(ticket: number, reply: CompareReply): CompareReply {
    const { known } = this.#arrays;
    if (!this.#arrays.isOf(ticket)) return reply;
    return mapped(reply, (name, array) => {
      const before = known.get(name);
      if (array?.length === 0 && before) return before as typeof array;
      known.set(name, array);
      return array;
    });
  }
}
