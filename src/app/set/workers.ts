/** The workers of a set, and whose turn it is: what an earlier turn asked for is dropped. */
import { Pool, workersHere } from './pool.ts';

/** Keeps the results and makes the tables: it stays as long as there is a set. */
let keeper: Pool | null = null;
/** Reads files and runs sessions: only as long as there is work. */
let pool: Pool | null = null;
/** Counts what was started: answers of what was cancelled are dropped. */
let turn = 0;

export const keeping = (): Pool => (keeper ??= new Pool(1));
export function working(): Pool {
  clearTimeout(resting);
  pool ??= new Pool(workersHere());
  return pool;
}
export function endPool(): void {
  clearTimeout(resting);
  pool?.end();
  pool = null;
}

/** A started worker has its code compiled and its token tables read: what follows soon begins at full speed. */
const REST_MS = 60_000;
let resting: ReturnType<typeof setTimeout> | undefined;
export function restPool(): void {
  clearTimeout(resting);
  resting = setTimeout(endPool, REST_MS);
}

/** Something new starts, or what runs is given up: asks whether its turn still lasts. */
export function nextTurn(): () => boolean {
  const mine = ++turn;
  return () => mine === turn;
}

/** What belongs to the turn under way: asks whether it still lasts. */
export function thisTurn(): () => boolean {
  const mine = turn;
  return () => mine === turn;
}
