/**
 * A comparison on its way to the page. Its runs come one after another, and each answer tells of all so far: a run has several numbers for
 * every message, so it and the transcript are sent once, and later by name.
 */
import type { Result } from '../engine/transcript/types.ts';
import type { CompareReply, ProgressListener, RowResult, TranscriptView, WorkerError } from './protocol.ts';
import type { Engine } from './worker-calls.ts';

export interface CompareNews extends Omit<CompareReply, 'transcript' | 'rows'> {
  /** null = as in the news before. */
  readonly transcript: TranscriptView | null;
  /** A run, or the key of one that was sent. */
  readonly rows: readonly (RowResult | string)[];
}
export type NewsListener = ProgressListener<CompareNews>;

/** The engine as the worker shows it. */
export function inNews({ listen, compare, ...engine }: Engine): Omit<Engine, 'listen' | 'compare'> & NewsCalls {
  const sent = new WeakSet<object>();
  const newsOf = ({ transcript, rows, ...reply }: CompareReply): CompareNews => ({
    ...reply,
    transcript: sent.has(transcript) ? null : transcript,
    rows: rows.map((run) => (sent.has(run) ? run.key : run)),
  });
  return {
    ...engine,
    listen: (listener) =>
      listen((ticket, progress, soFar) => {
        // Through Comlink a listener answers. Replies come by another port and could overtake, so a run is there once it has answered.
        const heard: unknown = listener(ticket, progress, soFar && newsOf(soFar));
        const add = (): void => {
          for (const one of soFar ? [soFar.transcript, ...soFar.rows] : []) sent.add(one);
        };
        void Promise.resolve(heard).then(add);
      }),
    compare: async (request, ticket) => {
      const reply = await compare(request, ticket);
      return reply.ok ? { ...reply, value: newsOf(reply.value) } : reply;
    },
  };
}

interface NewsCalls {
  listen(listener: NewsListener): Promise<void>;
  compare(...args: Parameters<Engine['compare']>): Promise<Result<CompareNews, WorkerError>>;
}

/** The page's side: the runs of the newest comparison that it was told of. */
export class NewsReader {
  #ticket = 0;
  #transcript: TranscriptView | null = null;
  readonly #runs = new Map<string, RowResult>();

  read(ticket: number, { transcript, rows, ...news }: CompareNews): CompareReply {
    const told = rows.filter((run) => typeof run !== 'string');
    // Nobody waits for an older comparison.
    if (ticket < this.#ticket) return { ...news, transcript: transcript ?? this.#transcript!, rows: told };
    if (ticket > this.#ticket) this.#runs.clear();
    this.#ticket = ticket;
    for (const run of told) this.#runs.set(run.key, run);
    this.#transcript = transcript ?? this.#transcript;
    return { ...news, transcript: this.#transcript!, rows: rows.map((run) => (typeof run === 'string' ? this.#runs.get(run)! : run)) };
  }
}
