/** The result of a call as part of a line: short answers verbatim, JSON by its first plain values. */
import { readJson } from '../transcript/json.ts';

const MAX_GIST = 200;
const MAX_VALUE = 60;
/** Longer results are documents, which can be fetched again. */
const MAX_RESULT = 8000;
const MAX_LINES = 3;
const MAX_DEPTH = 3;
/** Acknowledgements of tools are empty. */
const EMPTY =
  /^(?:ok|done|success\w*|true|null|none|\(?no (?:output|content|result)s?\)?|command (?:executed|completed|ran) success\w*|todos have been|the file .{1,300} has been|successfully (?:replaced|wrote|created|updated|edited)|file (?:created|written|updated|saved))\b/i;

/** `key: value` of plain values, outer ones before inner ones. */
function* plainValues(value: unknown, name: string, depth: number): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const text = String(value).replace(/\s+/g, ' ').trim();
    if (text !== '' && text.length <= MAX_VALUE) yield name === '' ? text : `${name}: ${text}`;
  } else if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string' || typeof item === 'number')) yield* plainValues(value.slice(0, 6).join(' / '), name, depth);
    else for (const item of value.slice(0, 3)) yield* plainValues(item, name, depth + 1);
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    const entries = Object.entries(value);
    for (const [key, inner] of entries) if (typeof inner !== 'object') yield* plainValues(inner, key, depth + 1);
    for (const [key, inner] of entries) if (typeof inner === 'object') yield* plainValues(inner, key, depth + 1);
  }
}

function ofJson(text: string): string {
  // Cut JSON, or no JSON after all: nothing to name.
  const value = readJson(text);
  let gist = '';
  for (const pair of plainValues(value, '', 0)) {
    if (gist.length + pair.length > MAX_GIST) break;
    gist += gist === '' ? pair : `, ${pair}`;
  }
  return gist;
}

/** The gist of a result's text; empty where there is none. */
export function gistOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_RESULT || EMPTY.test(trimmed)) return '';
  if (/^[{[]/.test(trimmed)) return ofJson(trimmed);
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MAX_LINES || trimmed.length > MAX_GIST || !/[\p{L}\d]{2}/u.test(trimmed)) return '';
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('; ');
}
