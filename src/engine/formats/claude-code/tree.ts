import { objectsOf, type JsonObject } from '../json.ts';
import { parentOf, type MessageLine, type Links } from './lines.ts';

/** The conversation of each sidechain line: its agent's id, or the first line of the sidechain. */
export function sidechainRoots(lines: readonly MessageLine[], links: Links): ReadonlyMap<MessageLine, string> {
  const roots = new Map<string, string>();
  const found = new Map<MessageLine, string>();
  for (const line of lines) if (line.sidechain) found.set(line, line.agent ?? rootOf(line.uuid, roots, links));
  return found;
}

/** Follows parents to a line with a known root or without a parent; a cycle ends where it closes. */
function rootOf(uuid: string, roots: Map<string, string>, links: Links): string {
  const path: string[] = [];
  let at = uuid;
  let root = roots.get(at);
  while (root === undefined) {
    path.push(at);
    // Until its root is known, a line is its own root, which ends cycles.
    roots.set(at, at);
    const parent = parentOf(links.get(at));
    if (parent === undefined || links.get(parent)?.isSidechain !== true) root = at;
    else {
      root = roots.get(parent);
      at = parent;
    }
  }
  for (const step of path) roots.set(step, root);
  return root;
}

/**
 * Abandoned branches, by their first line: where two lines of user text have the same parent, the one whose descendants reach furthest into
 * the file continues; the others and everything below them were abandoned (rewind, edit). Parallel tool calls branch the tree too, but
 * their lines hold results, not text, and stay.
 */
export function abandonedLines(lines: readonly MessageLine[]): ReadonlyMap<MessageLine, readonly MessageLine[]> {
  // Ids shared by several lines (anonymised files) tell nothing about the tree.
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { uuid } of lines) (seen.has(uuid) ? shared : seen).add(uuid);
  const children = new Map<string, MessageLine[]>();
  for (const line of lines) {
    if (line.parent === null || shared.has(line.parent) || shared.has(line.uuid)) continue;
    const siblings = children.get(line.parent);
    if (siblings) siblings.push(line);
    else children.set(line.parent, [line]);
  }
  const abandoned = new Map<MessageLine, readonly MessageLine[]>();
  const gone = new Set<MessageLine>();
  const reach = reaches(lines);
  for (const siblings of children.values()) {
    if (siblings.length < 2) continue;
    const texts = siblings.filter((line) => !gone.has(line) && isPrompt(line));
    if (texts.length < 2) continue;
    const kept = texts.reduce((best, line) => ((reach.get(line.uuid) ?? 0) > (reach.get(best.uuid) ?? 0) ? line : best));
    for (const line of texts) {
      if (line === kept) continue;
      const own = descendants(line, children, gone).sort((a, b) => a.order - b.order);
      for (const below of own) gone.add(below);
      abandoned.set(line, own);
    }
  }
  return abandoned;
}

/** Last line below each line, itself included. Going backwards, the first climb to reach a line decides. */
function reaches(lines: readonly MessageLine[]): ReadonlyMap<string, number> {
  const byUuid = new Map(lines.map((line) => [line.uuid, line]));
  const reach = new Map<string, number>();
  for (const last of lines.toSorted((a, b) => b.order - a.order)) {
    let at: MessageLine | undefined = last;
    while (at && !reach.has(at.uuid)) {
      reach.set(at.uuid, last.order);
      at = at.parent === null ? undefined : byUuid.get(at.parent);
    }
  }
  return reach;
}

function descendants(first: MessageLine, children: ReadonlyMap<string, readonly MessageLine[]>, gone: ReadonlySet<MessageLine>): MessageLine[] {
  const found = new Set<MessageLine>([first]);
  for (const line of found) for (const child of children.get(line.uuid) ?? []) if (!gone.has(child)) found.add(child);
  return [...found];
}

/** User text that a person wrote: no results, nothing injected, no summary. */
function isPrompt(line: MessageLine): boolean {
  if (line.kind !== 'user' || line.value.isMeta === true || line.value.isCompactSummary === true || line.message.attachment !== undefined)
    return false;
  const { content } = line.message;
  return typeof content === 'string' || !objectsOf(content).some((block: JsonObject) => block.type === 'tool_result');
}
