/**
 * Results kept in this browser (IndexedDB), by session, and in a session by row and settings: one more session costs one more session.
 * Where the browser refuses, in memory. docs/adr/0054-results-of-a-set-are-kept-by-content.md
 */
import { promisifyRequest } from 'idb-keyval';
import { ENGINE, isResultLine } from '../../engine/sets/sets-lines.ts';
import { isOf } from '../../engine/lib/arguments.ts';
import type { ResultLine } from '../../engine/sets/contract.ts';
import { type BrowserStore, browserStore } from '../browser-store.ts';

/** Sessions whose results are kept; the least recently written make room. */
export const MOST_SESSIONS = 2000;

/** Results of one session by the hash of row and settings. */
export type Lines = Readonly<Record<string, ResultLine>>;
interface StoredLines {
  readonly at: number;
  readonly lines: Lines;
}

const LIST = 'sessions';
const NOTES = 'notes';
const MOST_NOTES = 20;
/** A list of names with this one first. */
const firstIn = (listed: unknown, key: string): string[] => [
  key,
  ...(Array.isArray(listed) ? (listed as string[]).filter((one) => one !== key) : []),
];
const keyOf = (session: string): string => `${ENGINE} ${session}`;
const isKept = (value: unknown): value is StoredLines => typeof value === 'object' && value !== null && 'lines' in value;

export const SETS = { database: 'compaction-playground-sets', most: MOST_SESSIONS } as const;
/** Of tuning: by session, strategy and target, so that a second run has to read little. Settings are many, so they have a room of their own. */
export const TUNING = { database: 'compaction-playground-tuning', most: 4000 } as const;

export class Results {
  readonly #most: number;
  /** Of the sessions that were asked for. */
  readonly #memory = new Map<string, Lines>();
  /** Sessions whose results are nowhere else. */
  readonly #unstored = new Set<string>();
  /** By session: stored results that are none, which are left aside and run again. */
  readonly #aside = new Map<string, number>();
  readonly #stored: BrowserStore;

  constructor({ database, most }: { readonly database: string; readonly most: number } = SETS) {
    this.#most = most;
    this.#stored = browserStore(database, 'results');
  }

  async of(session: string): Promise<Lines> {
    const known = this.#memory.get(session);
    if (known) return known;
    const stored: unknown = await this.#stored((store) => store('readonly', (inside) => promisifyRequest(inside.get(keyOf(session)))));
    const kept = Object.entries(isKept(stored) && isOf(stored.lines, 'object') ? stored.lines : {});
    const lines = Object.fromEntries(kept.filter(([, line]) => isResultLine(line)));
    if (kept.length > Object.keys(lines).length) this.#aside.set(session, kept.length - Object.keys(lines).length);
    this.#memory.set(session, lines);
    return lines;
  }

  /** Stored results of these sessions that were damaged. */
  aside(sessions: readonly string[]): number {
    return sessions.reduce((sum, session) => sum + (this.#aside.get(session) ?? 0), 0);
  }

  /** Adds results of one session. Other tabs write too: what is stored is read and written in one transaction. */
  async add(session: string, lines: Lines, now: number): Promise<void> {
    this.#memory.set(session, { ...(await this.of(session)), ...lines });
    const done = await this.#stored((store) =>
      store('readwrite', async (inside) => {
        const key = keyOf(session);
        const [before, listed] = await Promise.all<unknown>([promisifyRequest(inside.get(key)), promisifyRequest(inside.get(LIST))]);
        const kept: StoredLines = { at: now, lines: { ...(isKept(before) ? before.lines : {}), ...lines } };
        inside.put(kept, key);
        const keys = firstIn(listed, key);
        for (const gone of keys.slice(this.#most)) inside.delete(gone);
        inside.put(keys.slice(0, this.#most), LIST);
        await promisifyRequest(inside.transaction);
        return true;
      }),
    );
    if (!done) this.#unstored.add(session);
  }

  /** Lets go of what is in memory but for these sessions, where it is stored. */
  only(sessions: readonly string[]): void {
    const wanted = new Set(sessions);
    for (const session of this.#memory.keys()) if (!wanted.has(session) && !this.#unstored.has(session)) this.#memory.delete(session);
  }

  /** Something that is shown of them, kept and deleted with them; null = nothing, or of another version of the engine. */
  async note(name: string): Promise<unknown> {
    return (await this.#stored((store) => store('readonly', (inside) => promisifyRequest(inside.get(`${ENGINE} note ${name}`))))) ?? null;
  }

  async keepNote(name: string, note: unknown): Promise<void> {
    await this.#stored((store) =>
      store('readwrite', async (inside) => {
        const key = `${ENGINE} note ${name}`;
        const listed: unknown = await promisifyRequest(inside.get(NOTES));
        const keys = firstIn(listed, key);
        inside.put(note, key);
        for (const gone of keys.slice(MOST_NOTES)) inside.delete(gone);
        inside.put(keys.slice(0, MOST_NOTES), NOTES);
        await promisifyRequest(inside.transaction);
      }),
    );
  }

  async clear(): Promise<void> {
    this.#memory.clear();
    this.#unstored.clear();
    this.#aside.clear();
    await this.#stored((store) => store('readwrite', (inside) => void inside.clear()));
  }
}
