/**
 * Sessions of OpenClaw: pi's, version 3, with entries of its own. A parent may be the session itself, or a call: such an entry follows the line
 * before, or the entry with the call. Shapes: fixtures of jazzyalex/agent-sessions @651e854f.
 */
import type { Format, Source, SourceRecord } from '../contract.ts';
import { filled, isObject, type JsonObject, objectOf, objectsOf, textOf } from '../json.ts';
import { parsePi } from '../pi/index.ts';
import { firstObjects, stated } from '../lists.ts';

const isOwn = (value: JsonObject): boolean =>
  [value.customType, value.provider, value.modelId].some((own) => textOf(own)?.startsWith('openclaw')) ||
  (isObject(value.message) && textOf(value.message.provider)?.startsWith('openclaw') === true);

function detect(source: Source): number {
  const values = firstObjects(source);
  return values.some(isOwn) && values.some(({ type, message }) => type === 'session' || (type === 'message' && isObject(message))) ? 0.96 : 0;
}

function linked(records: readonly SourceRecord[]): readonly SourceRecord[] {
  const entries = new Set<string>();
  const calls = new Map<string, string>();
  let session: string | undefined;
  let before: string | undefined;
  return records.map((record) => {
    const { value } = record;
    if (!isObject(value)) return record;
    const id = filled(value.id);
    if (value.type === 'session') {
      session = id;
      before = undefined;
      return record;
    }
    const parent = filled(value.parentId);
    const own = parent === undefined || entries.has(parent) ? parent : (calls.get(parent) ?? (parent === session ? before : parent));
    if (id !== undefined) {
      entries.add(id);
      before = id;
      for (const part of objectsOf(objectOf(value.message).content)) if (filled(part.id)) calls.set(filled(part.id)!, id);
    }
    return own === parent ? record : { ...record, value: { ...value, parentId: own ?? null } };
  });
}

export const openclaw: Format = {
  id: 'openclaw',
  evidence: 'fixtures',
  written: { by: "pi's session format", tested: '3', version: stated('version', ({ type }) => type === 'session') },
  extension: 'jsonl',
  detect,
  parse: (source, report) =>
    parsePi({ ...source, records: linked(source.records) }, report).map((transcript) => ({ ...transcript, format: 'openclaw' })),
};
