import type { ConversationInfo } from '../../worker/protocol.ts';

export interface Entry {
  readonly info: ConversationInfo;
  readonly depth: number;
}

/** Subagents follow their conversation, indented by one step. */
export function inFamilies(conversations: readonly ConversationInfo[]): readonly Entry[] {
  const children = new Map<number | null, ConversationInfo[]>();
  for (const c of conversations) children.set(c.parent, [...(children.get(c.parent) ?? []), c]);
  const walk = (parent: number | null, depth: number): Entry[] =>
    (children.get(parent) ?? []).flatMap((info) => [{ info, depth }, ...walk(info.index, depth + 1)]);
  return walk(null, 0);
}
