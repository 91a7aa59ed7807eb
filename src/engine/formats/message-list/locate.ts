/** Finds lists of messages at any key, also inside texts that are JSON. */
import type { Source, SourceRecord } from '../contract.ts';
import { isObject, tryJson, type JsonObject } from '../json.ts';
import { isMessage } from './message.ts';

/** A list of messages with the fields around it, the nearest ones first. */
export interface FoundList {
  readonly messages: readonly unknown[];
  readonly headers: readonly JsonObject[];
  readonly line?: number;
  readonly path: string;
}

/** What a value holds: the lists that are its conversations, and the places of lists that are left beside them. */
interface Found {
  readonly lists: readonly FoundList[];
  readonly others: readonly FoundList[];
}

const NOTHING: Found = { lists: [], others: [] };
const DEEPEST = 6;
/** Share of a list's entries that must be messages; of lines fewer, because programs log other things between them. */
const SHARE = 0.8;
const SHARE_OF_LINES = 0.6;
const SAMPLE = 50;
/** Lists that stand for two ends of one conversation. */
const ENDS = ['chosen', 'rejected'];

function isList(values: readonly unknown[], share = SHARE): boolean {
  const some = values.slice(0, SAMPLE);
  return some.filter((value) => isMessage(value)).length >= Math.max(1, some.length * share) && some.some((value) => isMessage(value, true));
}

/** Lines that are messages are one list; else every record, and every item of a list, is looked through. */
export function locateLists({ container, records }: Pick<Source, 'container' | 'records'>, most = Number.POSITIVE_INFINITY): Found {
  const values = records.map(({ value }) => value);
  const [start] = records;
  if (container !== 'json' && start && isList(values, SHARE_OF_LINES))
    return { lists: [{ messages: values, headers: [], path: '$', ...placeOf(start) }], others: [] };
  const only = records.length === 1 && start && isObject(start.value) ? start.value : undefined;
  const found: Found[] = [];
  for (const record of records.slice(0, most)) found.push(inside(record.value, record.path ?? '$', record, [], 0));
  const all = rows(found);
  // One message alone, as a store of single messages has it.
  if (all.lists.length === 0 && only && isMessage(only, true)) return { lists: [{ messages: [only], headers: [], path: '$' }], others: [] };
  return all;
}

const placeOf = ({ line }: SourceRecord): { readonly line?: number } => (line === undefined ? {} : { line });

/** Where most items hold lists they are rows of one table, where few do the list is something else. */
const rows = (found: readonly Found[]): Found => (found.filter(({ lists }) => lists.length > 0).length * 2 >= found.length ? merged(found) : NOTHING);

const merged = (found: readonly Found[]): Found => ({
  lists: found.flatMap(({ lists }) => lists),
  others: found.flatMap(({ others }) => others),
});

const sizeOf = ({ lists }: Found): number => lists.reduce((sum, { messages }) => sum + messages.length, 0);

function inside(given: unknown, path: string, record: SourceRecord, headers: readonly JsonObject[], depth: number): Found {
  if (depth > DEEPEST) return NOTHING;
  const value = typeof given === 'string' && /^\s*[[{"]/.test(given) ? tryJson(given) : given;
  if (typeof value === 'string') return value === given ? NOTHING : inside(value, path, record, headers, depth + 1);
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (isList(list)) return { lists: [{ messages: list, headers, path, ...placeOf(record) }], others: [] };
    return rows(list.map((item, i) => inside(item, `${path}[${i}]`, record, headers, depth + 1)));
  }
  if (!isObject(value)) return NOTHING;
  const around = [value, ...headers];
  const found = Object.entries(value)
    .map(([key, field]) => ({ key, ...inside(field, `${path}.${key}`, record, around, depth + 1) }))
    .filter(({ lists }) => lists.length > 0);
  return found.length === 0 ? NOTHING : longest(found, value);
}

/** The longest list of an object is its conversation. A prompt, and an input, go on in the list beside it. */
function longest(found: readonly (Found & { readonly key: string })[], value: JsonObject): Found {
  const ends = found.filter(({ key }) => ENDS.includes(key));
  const start = found.find(({ key }) => key === 'prompt' || key === 'input' || (ends.length > 0 && !ENDS.includes(key)));
  const next = ends.length > 0 ? ends : found.filter(({ key }) => key === 'completion' || key === 'output');
  if (next.length > 0 && (start || ends.length > 0)) {
    const before = start?.lists[0]?.messages ?? [];
    const read = new Set([start?.key, ...next.map(({ key }) => key)]);
    const beside = Object.fromEntries(Object.entries(value).filter(([key]) => !read.has(key)));
    return {
      lists: next.flatMap(({ key, lists }) =>
        lists.map((list) => ({
          ...list,
          messages: startsWith(list.messages, before) ? list.messages : [...before, ...list.messages],
          headers: ends.length > 0 ? [{ title: key }, beside] : [beside],
        })),
      ),
      others: found.flatMap(({ others }) => others),
    };
  }
  const best = found.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
  return { lists: best.lists, others: [...best.others, ...found.flatMap((one) => (one === best ? [] : [...one.lists, ...one.others]))] };
}

const startsWith = (list: readonly unknown[], before: readonly unknown[]): boolean =>
  before.length > 0 && JSON.stringify(list[0]) === JSON.stringify(before[0]);
