/** Next actions: what was done, how far two of them agree, and what repeats work. */
import { argsObject, toolName } from '../formats/encoding.ts';
import { touchesOf } from '../measures/shared/operations.ts';
import { termsOf } from '../signals/similarity/term-index.ts';
import type { Message, ToolCallPart } from '../transcript/types.ts';
import type { Action, Agreement, AskAnswer, AskCall } from './contract.ts';

function dice<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  if (a.size + b.size === 0) return 1;
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return (2 * common) / (a.size + b.size);
}

const quiet = (): void => undefined;

export function actionOf({ parts }: Pick<Message, 'parts'>): Action {
  const calls = parts.flatMap((part): AskCall[] =>
    part.type === 'tool-call' ? [{ name: toolName(part.name, quiet), input: argsObject(part.args, quiet) }] : [],
  );
  return { calls, words: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') };
}

export const actionOfAnswer = ({ text, calls }: AskAnswer): Action => ({ calls, words: text });

const isNothing = ({ calls, words }: Action): boolean => calls.length === 0 && words.trim() === '';

const plain = (text: string): string =>
  text
    .trim()
    .replace(/^cd\s+\S+\s*&&\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/^\.\//, '');

function normal(value: unknown): unknown {
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== '' && one !== false)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, normal(one)]),
  );
}

const normalArgs = (call: AskCall): string => JSON.stringify(normal(call.input));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function argsAgreement(a: AskCall, b: AskCall): number {
  if (normalArgs(a) === normalArgs(b)) return 1;
  const one = normal(a.input) as Record<string, unknown>;
  const other = normal(b.input) as Record<string, unknown>;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  let sum = 0;
  for (const name of names) {
    if (!(name in one) || !(name in other)) continue;
    const [x, y] = [textOf(one[name]), textOf(other[name])];
    sum += x === y ? 1 : dice(termsOf(x), termsOf(y));
  }
  return sum / names.size;
}

const partOf = ({ name, input }: AskCall): ToolCallPart => ({ type: 'tool-call', id: '', name, args: JSON.stringify(input) });

const filesOf = ({ calls }: Action): ReadonlySet<string> => new Set(calls.flatMap((call) => touchesOf(partOf(call)).map(({ path }) => plain(path))));

export function agreementOf(a: Action, b: Action): Agreement {
  if (isNothing(a) && isNothing(b)) return { tool: null, args: null, files: null };
  const [left, right] = [filesOf(a), filesOf(b)];
  const files = left.size + right.size === 0 ? null : dice(left, right);
  if (a.calls.length === 0 && b.calls.length === 0) {
    return { tool: isNothing(a) || isNothing(b) ? 0 : 1, args: dice(termsOf(a.words), termsOf(b.words)), files };
  }
  const pairs = a.calls.flatMap((one, i) =>
    b.calls.flatMap((other, j) => (one.name === other.name ? [{ i, j, agrees: argsAgreement(one, other) }] : [])),
  );
  pairs.sort((x, y) => y.agrees - x.agrees);
  const [usedA, usedB] = [new Set<number>(), new Set<number>()];
  let tools = 0;
  let args = 0;
  for (const { i, j, agrees } of pairs) {
    if (usedA.has(i) || usedB.has(j)) continue;
    usedA.add(i);
    usedB.add(j);
    tools++;
    args += agrees;
  }
  const of = Math.max(1, a.calls.length) + Math.max(1, b.calls.length);
  return { tool: (2 * tools) / of, args: (2 * args) / of, files };
}

export class Past {
  readonly #calls = new Map<string, number>();
  readonly #changed = new Map<string, number>();
  readonly #known = new Map<string, number>();
  #changes = 0;

  constructor(messages: readonly Message[]) {
    for (const message of messages) if (message.role === 'assistant') for (const call of actionOf(message).calls) this.#add(call);
  }

  #add(call: AskCall): void {
    for (const { operation, path } of touchesOf(partOf(call))) {
      const file = plain(path);
      if (operation !== 'read') {
        this.#changes++;
        this.#changed.set(file, (this.#changed.get(file) ?? 0) + 1);
      }
      this.#known.set(file, this.#changed.get(file) ?? 0);
    }
    this.#calls.set(keyOf(call), this.#changes);
  }

  repeatedIn({ calls }: Action): number {
    return calls.filter((call) => this.#calls.get(keyOf(call)) === this.#changes).length;
  }

  /** Calls that read a file that was read or written before and not changed since. */
  reReadIn({ calls }: Action): number {
    return calls.filter((call) => {
      const touched = touchesOf(partOf(call));
      return touched.length > 0 && touched.every(({ operation, path }) => operation === 'read' && this.#knows(plain(path)));
    }).length;
  }

  #knows(file: string): boolean {
    return this.#known.get(file) === (this.#changed.get(file) ?? 0);
  }
}

const keyOf = (call: AskCall): string => `${call.name} ${normalArgs(call)}`;
