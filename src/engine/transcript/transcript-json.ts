/**
 * JSON of unknown depth. JSON.parse reads any depth, but JSON.stringify, structured clones and recursive walks use the stack, so anything
 * nested deeper than `DEEPEST` levels stays text.
 */
import { isOf, lacking, wrong } from '../lib/arguments.ts';
import type { Usage } from './types.ts';

export const DEEPEST = 500;

/** Each level takes two brackets: a shorter text cannot be too deep. */
const SHORTEST = 2 * DEEPEST;

/** The parsed value; undefined for text that is not JSON, or that is nested deeper than `DEEPEST` levels. */
export function readJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return text.length > SHORTEST && isDeeper(value, DEEPEST) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The parsed value with everything deeper than `DEEPEST` levels as text, and how much that was; undefined for text that is not JSON. */
export function flatJson(text: string): { readonly value: unknown; readonly replaced: number } | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return { value, replaced: flattenDeep(value) };
  } catch {
    return undefined;
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isDeeper(value: unknown, levels: number): boolean {
  if (!isNested(value)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

/** Replaces everything deeper than `DEEPEST` levels by its compact JSON text, in place: for freshly parsed values that nobody else holds. */
export function flattenDeep(value: unknown, levels: number = DEEPEST): number {
  if (!isNested(value)) return 0;
  const holder = value as Record<string, unknown>;
  let replaced = 0;
  // Array indexes are keys here too; `for … in` is slow on arrays.
  const visit = (key: string | number): void => {
    const inner = holder[key];
    if (!isNested(inner)) return;
    if (levels > 1) replaced += flattenDeep(inner, levels - 1);
    else {
      Object.defineProperty(holder, key, { value: compactText(inner), enumerable: true, configurable: true, writable: true });
      replaced++;
    }
  };
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) visit(i);
  else for (const key in value) visit(key);
  return replaced;
}

export function compactText(root: unknown): string {
  const pieces: string[] = [];
  /** Pending output, the next item last: finished text, or values to expand. */
  const stack: ({ readonly text: string } | { readonly value: unknown })[] = [{ value: root }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if ('text' in next) {
      pieces.push(next.text);
      continue;
    }
    const { value } = next;
    if (!isNested(value)) {
      pieces.push(JSON.stringify(value) ?? 'null');
      continue;
    }
    const isList = Array.isArray(value);
    pieces.push(isList ? '[' : '{');
    stack.push({ text: isList ? ']' : '}' });
    const entries = Object.entries(value);
    for (let k = entries.length - 1; k >= 0; k--) {
      const [key, inner] = entries[k]!;
      stack.push({ value: inner }, { text: `${k > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(key)}:`}` });
    }
  }
  return pieces.join('');
}

export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isNested(a) || !isNested(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameData(value, right.get(key)));
}

const LISTS = ['tools', 'messages', 'compactions', 'branches', 'subagents'] as const;
const A_TRANSCRIPT = `a transcript, with lists of ${LISTS.join(', ')}`;
const A_MESSAGE = 'a message, with id, role and a list of parts';

/** The error that names the argument, or the message in it that is none; null = a transcript. Reads no texts. */
export function transcriptError(name: string, value: unknown): RangeError | null {
  const lists = Object.fromEntries(LISTS.map((list) => [list, 'list'] as const));
  return lacking(name, value, A_TRANSCRIPT, lists) ?? messagesError(`${name}.messages`, (value as { readonly messages: unknown }).messages);
}

export function messagesError(name: string, value: unknown): RangeError | null {
  if (!Array.isArray(value)) return wrong(name, 'a list of messages', value);
  for (const [i, message] of (value as readonly unknown[]).entries()) {
    const error = lacking(`${name}[${i}]`, message, A_MESSAGE, { id: 'string', role: 'string', parts: 'list' });
    if (error) return error;
    for (const [k, part] of (message as { readonly parts: readonly unknown[] }).parts.entries())
      if (!isOf(part, 'object')) return wrong(`${name}[${i}].parts[${k}]`, 'a part, with a type', part);
  }
  return null;
}

export function checkTranscript(name: string, value: unknown): void {
  const error = transcriptError(name, value);
  if (error) throw error;
}

export function sumOfUsage(a: Usage, b: Usage): Usage {
  const hour = (a.cacheWriteHour ?? 0) + (b.cacheWriteHour ?? 0);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(hour > 0 && { cacheWriteHour: hour }),
  };
}
