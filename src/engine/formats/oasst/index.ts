import type { Branch, Origin, Role, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript } from '../finish.ts';
import { compact, filled, isObject, isoTime, type JsonObject, numberOf, objectsOf, textOf } from '../json.ts';
import { lineOrPath } from '../lists.ts';
import { texts } from '../format-parts.ts';

const isTree = (value: unknown): value is JsonObject => isObject(value) && typeof value.message_tree_id === 'string' && isObject(value.prompt);

interface Tree {
  readonly value: JsonObject;
  readonly origin: Origin;
}

const treesOf = (source: Source): readonly Tree[] =>
  source.records.flatMap(({ value, line, path = '$' }) => {
    const origin = lineOrPath(line, path);
    return (Array.isArray(value) ? value : [value]).filter(isTree).map((tree) => ({ value: tree, origin }));
  });

function message(node: JsonObject, origin: Origin, parent: string | undefined): Draft {
  const role: Role = node.role === 'assistant' ? 'assistant' : 'user';
  const text = textOf(node.text) ?? '';
  return compact({
    id: filled(node.message_id) ?? '',
    role,
    parts: texts(text),
    ts: isoTime(node.created_date),
    parentId: parent,
    origin,
  });
}

const ranked = (replies: readonly JsonObject[]): readonly JsonObject[] =>
  [...replies].sort((a, b) => (numberOf(a.rank) ?? Number.POSITIVE_INFINITY) - (numberOf(b.rank) ?? Number.POSITIVE_INFINITY) || 0);

function line(
  from: JsonObject,
  origin: Origin,
  parent: string | undefined,
  others: { readonly node: JsonObject; readonly parent: string }[],
): Draft[] {
  const found: Draft[] = [];
  let above = parent;
  for (let node: JsonObject | undefined = from; node; ) {
    const read = message(node, origin, above);
    found.push(read);
    above = read.id;
    const [best, ...rest] = ranked(objectsOf(node.replies).filter(({ deleted }) => deleted !== true));
    for (const other of rest) others.push({ node: other, parent: read.id });
    node = best;
  }
  return found;
}

function readTree({ value, origin }: Tree, report: Report): Transcript {
  const others: { readonly node: JsonObject; readonly parent: string }[] = [];
  const messages = line(value.prompt as JsonObject, origin, undefined, others);
  const branches: Branch[] = [];
  const forks = new Map(messages.map(({ id }) => [id, id]));
  for (const { node, parent } of others) {
    const path = line(node, origin, parent, others);
    const forkedFrom = forks.get(parent)!;
    for (const { id } of path) forks.set(id, forkedFrom);
    branches.push({ id: path[0]!.id || `branch-${branches.length + 1}`, forkedFrom, messages: path });
  }
  return finishTranscript({ id: String(value.message_tree_id), format: 'oasst', messages, branches }, report);
}

export const oasst: Format = {
  id: 'oasst',
  evidence: 'source',
  extension: 'jsonl',
  detect: (source) => (treesOf({ ...source, records: source.records.slice(0, 20) }).length > 0 ? 0.97 : 0),
  parse: (source, report) => treesOf(source).map((tree) => readTree(tree, report)),
};
