/**
 * Results as a list of values: run → row → field → text. Numbers, short texts and switches stand as they are; of a longer text or an object there
 * is a digest, of a list its length and a digest. Times are left out.
 */
import { createHash } from 'node:crypto';

/** Significant digits: the last ones of Math.pow and Math.log differ between versions of Node. */
const DIGITS = 12;
const TIMES = new Set(['ms', 'meanSummaryMs']);
/** What a row is called, and the name of its file. */
const NAMES = new Set(['key', 'strategy', 'row', 'title', 'file', 'session']);
/** Objects whose values are fields of their own. */
const OPENED =
  /^(?:transcript|budget|prices|answer|answer\.row|recorded|baseline|(?:baseline\.)?(?:cost|monitoring)|trigger|stopped|measures|(?:round\d\.)?factRetention|independent(?:\.\w+)?)$/;
const SHORT = /^[\w.@:/-]{1,40}$/;
/** What is no row: the rest of the output. */
export const HEAD = 'head';
/** Stands for all rows of a run: what they have in common. */
const EVERY = '*';

const rounded = (value) => Number(value.toPrecision(DIGITS));

function digest(value) {
  const text = JSON.stringify(value, (key, inner) => (TIMES.has(key) ? undefined : typeof inner === 'number' ? rounded(inner) : inner));
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}

function cellOf(value) {
  if (typeof value === 'number') return String(rounded(value));
  if (Array.isArray(value)) return value.length === 0 ? '0' : `${value.length}:${digest(value)}`;
  if (value === null || typeof value === 'boolean' || (typeof value === 'string' && SHORT.test(value))) return String(value);
  return value === '' ? '""' : digest(value);
}

/** The fields of a result, by name. */
export function fieldsOf(value, inside = '') {
  const fields = {};
  for (const [key, inner] of Object.entries(value)) {
    if (TIMES.has(key) || NAMES.has(key)) continue;
    const name = inside && inside !== 'measures' ? `${inside}.${key}` : key;
    if (name === 'decay' && inner) for (const { round, ...rest } of inner) Object.assign(fields, fieldsOf(rest, `round${round}`));
    else if (inner && !Array.isArray(inner) && OPENED.test(name)) Object.assign(fields, fieldsOf(inner, name));
    else fields[name] = cellOf(inner);
  }
  return fields;
}

/** Rows as lines of cells between tabs, below the name of their run and the names of the fields that any of them has. */
function tableOf(run, rows) {
  const columns = [...new Set(rows.flatMap(([, fields]) => Object.keys(fields)))];
  const lines = rows.map(([row, fields]) => [row, ...columns.map((column) => fields[column] ?? '')]);
  return rows.length === 0 ? [] : [[[run, ...columns], ...lines].map((cells) => cells.join('\t')).join('\n')];
}

/** A list as text: of each run the head, what every row has in common, and the rows. */
export function textOf(list) {
  const tables = Object.entries(list).flatMap(([run, { [HEAD]: head, ...byRow }]) => {
    const rows = Object.entries(byRow);
    const common = Object.entries(rows[0]?.[1] ?? {}).filter(
      ([name, value]) => rows.length > 1 && rows.every(([, fields]) => fields[name] === value),
    );
    const shared = new Set(common.map(([name]) => name));
    const own = rows.map(([row, fields]) => [row, Object.fromEntries(Object.entries(fields).filter(([name]) => !shared.has(name)))]);
    return [
      ...tableOf(run, head ? [[HEAD, head]] : []),
      ...tableOf(run, common.length > 0 ? [[EVERY, Object.fromEntries(common)]] : []),
      ...tableOf(run, own),
    ];
  });
  return `${tables.join('\n\n')}\n`;
}

/** The list that `textOf` has written. */
export function listIn(text) {
  const list = {};
  const common = {};
  for (const table of text.trimEnd().split('\n\n')) {
    const [[run, ...columns], ...lines] = table.split('\n').map((line) => line.split('\t'));
    list[run] ??= {};
    for (const [row, ...cells] of lines) {
      const fields = Object.fromEntries(columns.flatMap((column, k) => (cells[k] ? [[column, cells[k]]] : [])));
      if (row === EVERY) common[run] = fields;
      else list[run][row] = row === HEAD ? fields : { ...common[run], ...fields };
    }
  }
  return list;
}

/** What differs between two lists of a file, one line for each field, or for a row that only one of them has. */
export function differences(file, before, after) {
  const rowsOf = (list) =>
    new Map(Object.entries(list).flatMap(([run, rows]) => Object.entries(rows).map(([row, fields]) => [`${run} ${row}`, fields])));
  const [old, now] = [rowsOf(before), rowsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((row) => {
    const [was, is] = [old.get(row), now.get(row)];
    if (!was || !is) return [`${file}, ${row}: ${was ? 'the row is no longer there' : 'a new row'}`];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((field) => was[field] !== is[field])
      .map((field) => `${file}, ${row}, ${field}: ${was[field] ?? 'absent'} → ${is[field] ?? 'absent'}`);
  });
}
