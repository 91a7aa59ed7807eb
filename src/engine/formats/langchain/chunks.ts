import { filled, isObject, listOf, objectsOf, textOf, type JsonObject } from '../json.ts';

/** Whether a chunk goes on with the answer that another one began: a stream gives all its chunks one id. */
export const goesOn = (chunk: JsonObject, first: JsonObject): boolean => filled(chunk.id) !== undefined && chunk.id === first.id;

/** One answer from its chunks: texts and arguments are pieces, counts of tokens add up, and what is known of the model comes with any of them. */
export function joinChunks(chunks: readonly JsonObject[]): JsonObject {
  if (chunks.length === 1) return chunks[0]!;
  const calls = joinedCalls(chunks.flatMap((chunk) => objectsOf(chunk.tool_call_chunks)));
  const all = (key: string): JsonObject => Object.assign({}, ...chunks.map((chunk) => chunk[key])) as JsonObject;
  const usage = chunks.map((chunk) => chunk.usage_metadata).filter(isObject);
  return {
    ...(Object.assign({}, ...chunks) as JsonObject),
    content: joinedContent(chunks.map(({ content }) => content)),
    // What a chunk has in `tool_calls` was read from a piece of the arguments.
    ...(calls.length > 0 && { tool_calls: calls, invalid_tool_calls: [] }),
    response_metadata: all('response_metadata'),
    additional_kwargs: all('additional_kwargs'),
    ...(usage.length > 0 && { usage_metadata: usage.reduce(added) }),
  };
}

/** Counts of both, details too. */
function added(one: JsonObject, other: JsonObject): JsonObject {
  const sum: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = sum[key];
    if (typeof value === 'number') sum[key] = (typeof before === 'number' ? before : 0) + value;
    else if (isObject(value)) sum[key] = added(isObject(before) ? before : {}, value);
  }
  return sum;
}

function joinedCalls(pieces: readonly JsonObject[]): readonly JsonObject[] {
  const calls = new Map<unknown, { id: unknown; name: string; args: string }>();
  for (const [i, piece] of pieces.entries()) {
    const key = piece.index ?? piece.id ?? `piece ${i}`;
    const call = calls.get(key) ?? { id: undefined, name: '', args: '' };
    calls.set(key, {
      id: call.id ?? piece.id ?? undefined,
      name: call.name + (textOf(piece.name) ?? ''),
      args: call.args + (textOf(piece.args) ?? ''),
    });
  }
  return [...calls.values()].map((call) => ({ ...call, args: call.args === '' ? '{}' : call.args }));
}

const PIECES = ['text', 'thinking', 'reasoning', 'signature'];

/** Blocks with one index are pieces of one block. */
function joinedContent(contents: readonly unknown[]): unknown {
  if (contents.every((content) => typeof content === 'string')) return contents.join('');
  const blocks: Record<string, unknown>[] = [];
  const byIndex = new Map<unknown, Record<string, unknown>>();
  for (const content of contents) {
    for (const piece of typeof content === 'string' ? [content] : listOf(content)) {
      const block = isObject(piece) ? { ...piece } : { type: 'text', text: textOf(piece) ?? '' };
      const { index } = block as JsonObject;
      const known = index === undefined ? undefined : byIndex.get(index);
      if (known)
        for (const key of PIECES)
          if (filled((block as JsonObject)[key])) known[key] = `${textOf(known[key]) ?? ''}${String((block as JsonObject)[key])}`;
      if (known) continue;
      blocks.push(block);
      if (index !== undefined) byIndex.set(index, block);
    }
  }
  return blocks;
}
