/**
 * What stays beside a summary. Codex writes the context that goes on after a compaction as a list of items: what the user had said, newest
 * first while it fits, then the summary. They are found again among the earlier messages by what they say.
 */
import type { RecordedCompaction } from '../../transcript/types.ts';
import type { Draft } from '../finish.ts';
import { filled, jsonText, objectsOf, type JsonObject } from '../json.ts';
import { readItem } from '../openai-responses/items.ts';

export interface Kept {
  /** Earlier messages that stayed, in order. */
  readonly messages: readonly Draft[];
  /** Number of items that no earlier message says: cut ones, and what Codex puts in anew. */
  readonly unknown: number;
}

const sealed = ({ type }: JsonObject): boolean => type === 'compaction' || type === 'compaction_summary' || type === 'context_compaction';

/** `hasSummary`: the list ends with the readable summary. */
export function keptBy(history: unknown, hasSummary: boolean, messages: readonly Draft[]): Kept {
  const list = objectsOf(history);
  const items = list.filter((item, i) => !sealed(item) && !(hasSummary && i === list.length - 1));
  const places = new Map<string, number[]>();
  messages.forEach((message, i) => {
    const said = saidBy(message.role, message.parts);
    if (said === undefined || message.compaction) return;
    const same = places.get(said);
    if (same) same.push(i);
    else places.set(said, [i]);
  });
  const found: Draft[] = [];
  let unknown = 0;
  // From the end on: the newest of equal messages is the one that stayed.
  let before = messages.length;
  for (const item of items.toReversed()) {
    const read = readItem(item, () => undefined);
    const said = read?.kind === 'answer' ? saidBy('assistant', read.parts) : read?.kind === 'input' ? saidBy(read.role, read.parts) : undefined;
    const at = said === undefined ? undefined : places.get(said)?.findLast((place) => place < before);
    if (at === undefined) unknown++;
    else {
      found.push(messages[at]!);
      before = at;
    }
  }
  return { messages: found.reverse(), unknown };
}

/** What a message says without its reasoning, as a key; undefined where it does more than that. */
function saidBy(role: string, parts: Draft['parts']): string | undefined {
  const said = parts.filter(({ type }) => type !== 'reasoning');
  return said.length > 0 && said.every(({ type }) => type === 'text' || type === 'image') ? `${role} ${jsonText(said)}` : undefined;
}

/** The compaction with what it kept: the first of messages in a row up to it, else each of them. */
export function withKept(compaction: RecordedCompaction, kept: readonly Draft[], messages: readonly Draft[]): RecordedCompaction {
  const ids = kept.flatMap(({ id }) => filled(id) ?? []);
  const [first] = ids;
  if (first === undefined) return compaction;
  const inRow = kept.every((message, i) => messages[compaction.at - kept.length + i] === message);
  return { ...compaction, ...(inRow ? { keptFrom: first } : { kept: ids }) };
}
