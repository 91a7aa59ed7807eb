/** Takes a tree of messages apart: the line that leads to the current message, and what was abandoned. */

export interface Node {
  readonly id: string;
  readonly parent: string | null;
}

export interface Lines<T extends Node> {
  readonly main: readonly T[];
  readonly branches: readonly { readonly forkedFrom: string | null; readonly nodes: readonly T[] }[];
}

export function linesOf<T extends Node>(all: readonly T[], leaf: T): Lines<T> {
  const byId = new Map(all.map((node) => [node.id, node]));
  const taken = new Set<T>();
  const climb = (from: T): { readonly nodes: T[]; readonly from: string | null } => {
    const path: T[] = [];
    let at: T | undefined = from;
    while (at && !taken.has(at)) {
      taken.add(at);
      path.push(at);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
    return { nodes: path.reverse(), from: at?.id ?? null };
  };
  const main = climb(leaf).nodes;
  const onMain = new Set(main.map(({ id }) => id));
  const parents = new Set(all.map(({ parent }) => parent));
  const forks = new Map<string, string | null>();
  const branches: { forkedFrom: string | null; nodes: readonly T[] }[] = [];
  const leaves = all.filter(({ id }) => !onMain.has(id) && !parents.has(id));
  // Nodes in a cycle have no leaf below them; they come last, from the end.
  for (const end of [...leaves, ...all.toReversed()]) {
    if (taken.has(end)) continue;
    const { nodes: path, from } = climb(end);
    const forkedFrom = from === null || onMain.has(from) ? from : (forks.get(from) ?? null);
    for (const { id } of path) forks.set(id, forkedFrom);
    branches.push({ forkedFrom, nodes: path });
  }
  return { main, branches };
}
