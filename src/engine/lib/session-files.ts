/** Which files of a folder belong together, by their names alone: nothing is read. */

const STORES = /(?:^|\/)(?:state\.vscdb|store\.db|state\.db|opencode[\w-]*\.db|threads\.db|sessions\.db|data\.sqlite3)(?:-wal)?$/i;
export const isStoreName = (path: string): boolean => STORES.test(path);

/** Folders with a file for each message: of Strands Agents (an agent is a session), and opencode's `storage`. */
const AGENT = /^((?:.*\/)?)agents\/(agent_[^/]+)\/(?:agent|messages\/message_\d+)\.json$/;
const MESSAGE = /^((?:.*\/)?)message\/([^/]+)\/(msg_[^/]+)\.json$/;
const PIECE = /(?:^|\/)(?:messages?|part)\//;

/** The files of a folder as sessions: each list of paths is one file when it is put together in its order; most have one path. */
export function sessionFiles(paths: readonly string[]): readonly (readonly string[])[] {
  // By a folder of parts, and by the header of a session of agents.
  const sessionOf = new Map<string, string>();
  const roots = new Set<string>();
  for (const path of paths) {
    const [, root, session, message] = MESSAGE.exec(path) ?? [];
    if (message !== undefined) sessionOf.set(`${root}part/${message}`, `${root}message/${session}`);
    const [, above, agent] = AGENT.exec(path) ?? [];
    if (agent !== undefined && !sessionOf.has(`${above}session`)) sessionOf.set(`${above}session`, `${above}agents/${agent}`);
    const own = root ?? above;
    if (own !== undefined) roots.add(own);
  }
  if (roots.size === 0) return paths.map((path) => [path]);
  const rootOf = (path: string): string | undefined => {
    for (let at = path.lastIndexOf('/'); at >= 0; at = path.lastIndexOf('/', at - 1)) {
      const root = path.slice(0, at + 1);
      if (roots.has(root)) return root;
      if (at === 0) break;
    }
    return roots.has('') ? '' : undefined;
  };
  const lists = new Map<string, string[]>();
  for (const path of paths) {
    const root = rootOf(path);
    const key = root === undefined ? path : ownerIn(root, path.slice(root.length), sessionOf);
    if (key === undefined) continue;
    const list = lists.get(key);
    if (list) list.push(path);
    else lists.set(key, [path]);
  }
  const whole = [...lists.values()].map((list) => list.toSorted((a, b) => Number(PIECE.test(a)) - Number(PIECE.test(b))));
  return whole.filter((list) => list.some((path) => PIECE.test(path) || rootOf(path) === undefined));
}

function ownerIn(root: string, below: string, sessionOf: ReadonlyMap<string, string>): string | undefined {
  const [kind, ...rest] = below.replace(/\.json$/, '').split('/');
  if (kind === 'agents') return `${root}agents/${rest[0]}`;
  if (kind === 'message') return `${root}message/${rest[0]}`;
  if (kind === 'part') return sessionOf.get(`${root}part/${rest[0]}`);
  if (kind !== 'session') return undefined;
  return rest.length > 0 ? `${root}message/${rest.at(-1)}` : sessionOf.get(`${root}session`);
}
