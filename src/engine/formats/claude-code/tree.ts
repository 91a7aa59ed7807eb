import { objectsOf, type JsonObject } from '../json.ts';
import type { Line, Session } from './lines.ts';

/** The conversation that each sidechain line belongs to: its agent's id, or the first line above it in the sidechain. */
export function sidechainRoots(lines: readonly Line[], links: Session['links']): ReadonlyMap<Line, string> {
  const roots = new Map<string, string>();
  const found = new Map<Line, string>();
  for (const line of lines) {
    if (!line.sidechain) continue;
    if (line.agent) {
      found.set(line, line.agent);
      continue;
    }
    const path: string[] = [];
    const onPath = new Set<string>();
    let at = line.uuid;
    for (;;) {
      if (roots.has(at) || onPath.has(at)) break;
      path.push(at);
      onPath.add(at);
      const parent = links.get(at)?.parent;
      if (!parent || links.get(parent)?.sidechain !== true) break;
      at = parent;
    }
    const root = roots.get(at) ?? at;
    for (const uuid of path) roots.set(uuid, root);
    found.set(line, root);
  }
  return found;
}

/**
 * Branches that the person left, by their first line: where two lines of user text have the same parent, the one whose
 * descendants reach furthest in the file goes on, the others and all below them were abandoned (rewind, edit).
 * Parallel tool calls branch the tree too; their lines hold results, not text, and stay.
 */
export function abandonedLines(lines: readonly Line[]): ReadonlyMap<Line, readonly Line[]> {
  // Ids that several lines share (anonymised files) say nothing about the tree.
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { uuid } of lines) (seen.has(uuid) ? shared : seen).add(uuid);
  const children = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.parent === null || shared.has(line.parent) || shared.has(line.uuid)) continue;
    const siblings = children.get(line.parent);
    if (siblings) siblings.push(line);
    else children.set(line.parent, [line]);
  }
  const abandoned = new Map<Line, readonly Line[]>();
  const gone = new Set<Line>();
  for (const siblings of children.values()) {
    if (siblings.length < 2) continue;
    const texts = siblings.filter((line) => !gone.has(line) && isPrompt(line));
    if (texts.length < 2) continue;
    const trees = texts.map((line) => descendants(line, children));
    const reach = trees.map((tree) => tree.reduce((last, line) => Math.max(last, line.order), 0));
    const kept = reach.indexOf(Math.max(...reach));
    texts.forEach((line, i) => {
      if (i === kept) return;
      const own = trees[i]!.filter((below) => !gone.has(below)).sort((a, b) => a.order - b.order);
      for (const below of own) gone.add(below);
      abandoned.set(line, own);
    });
  }
  return abandoned;
}

function descendants(first: Line, children: ReadonlyMap<string, readonly Line[]>): Line[] {
  const found = new Set<Line>([first]);
  for (const line of found) for (const child of children.get(line.uuid) ?? []) found.add(child);
  return [...found];
}

/** User text that a person wrote: no results, nothing injected, no summary. */
function isPrompt(line: Line): boolean {
  if (line.kind !== 'user' || line.value.isMeta === true || line.value.isCompactSummary === true) return false;
  const { content } = line.message;
  return typeof content === 'string' || !objectsOf(content).some((block: JsonObject) => block.type === 'tool_result');
}
