/**
 * The log in which VS Code keeps a session since 2026: changes of one object. Rules: microsoft/vscode
 * `src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts`.
 */
import type { Origin } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { isObject, jsonText, type JsonObject, type Raw } from '../json.ts';

/** A line: 0 the whole object, 1 sets, 2 cuts the list to the length `i` and adds `v`, 3 removes. */
interface Change {
  kind: 0 | 1 | 2 | 3;
  /** Path: keys and indexes. */
  k?: readonly (string | number)[];
  v?: unknown;
  i?: number;
}

export const isChange = (value: unknown): value is JsonObject & { readonly kind: number } =>
  isObject(value) &&
  typeof value.kind === 'number' &&
  [0, 1, 2, 3].includes(value.kind) &&
  (value.kind === 0 ? isObject(value.v) : Array.isArray(value.k));

type Holder = Record<string, unknown> | unknown[];
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
const copied = (value: unknown): unknown => (value === undefined ? undefined : (JSON.parse(jsonText(value)) as unknown));

/** Lists grow by their end: an index far behind it is none. */
const FURTHEST = 10_000;

export class Log {
  state: JsonObject = {};
  #lost = 0;
  #origin: Origin = {};

  /** Applies a change; what cannot be applied is counted. */
  apply(change: JsonObject & { readonly kind: number }, origin: Origin): void {
    if (change.kind === 0) {
      this.state = copied(change.v) as JsonObject;
      return;
    }
    if (this.#change(change)) return;
    if (this.#lost++ === 0) this.#origin = origin;
  }

  report(report: Report): void {
    if (this.#lost > 0)
      report({
        code: 'unread-change',
        message: 'Changes of the log lead to no place in the session and were left out.',
        count: this.#lost,
        ...this.#origin,
      });
  }

  #change({ kind, k, v, i }: Raw<Change>): boolean {
    const path = (k as readonly unknown[]).filter((key): key is string | number => typeof key === 'string' || typeof key === 'number');
    const last = path.at(-1);
    const holder = last === undefined ? undefined : this.#at(path.slice(0, -1), path);
    if (!holder || last === undefined || !fits(holder, last)) return false;
    const own = holder as Record<string | number, unknown>;
    if (kind === 3) {
      if (Array.isArray(holder)) holder.splice(Number(last), 1);
      else delete own[last];
    } else if (kind === 1) own[last] = copied(v);
    else {
      own[last] ??= [];
      const list = own[last];
      if (!Array.isArray(list)) return false;
      if (typeof i === 'number' && i >= 0 && i < list.length) list.length = i;
      for (const item of Array.isArray(v) ? (v as readonly unknown[]) : []) list.push(copied(item));
    }
    return true;
  }

  /** The object or list at a path, made where nothing is; undefined where the path leads through a value. */
  #at(keys: readonly (string | number)[], path: readonly (string | number)[]): Holder | undefined {
    let at: Holder = this.state as Record<string, unknown>;
    for (const [n, key] of keys.entries()) {
      if (!fits(at, key)) return undefined;
      const own = at as Record<string | number, unknown>;
      own[key] ??= typeof path[n + 1] === 'number' ? [] : {};
      const next = own[key];
      if (!isHolder(next)) return undefined;
      at = next;
    }
    return at;
  }
}

const fits = (holder: Holder, key: string | number): boolean =>
  Array.isArray(holder) ? typeof key === 'number' && key >= 0 && key <= holder.length + FURTHEST : key !== '__proto__';
