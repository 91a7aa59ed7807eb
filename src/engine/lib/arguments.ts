/** Types of what a program hands over, checked where it does: an error names the argument, what was expected, and what came. */

const KINDS = {
  string: 'a string',
  function: 'a function',
  boolean: 'true or false',
  object: 'an object',
  list: 'a list',
} as const;
type Kind = keyof typeof KINDS;

const LONGEST = 60;

/** A value in an error. Objects are only named: what they print as is theirs to decide, and may throw. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value).slice(0, LONGEST);
}

export const wrong = (name: string, expected: string, value: unknown): RangeError =>
  new RangeError(`${name}: expected ${expected}, got ${shown(value)}`);

export function isOf(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  return kind === 'object' ? typeof value === 'object' && value !== null && !Array.isArray(value) : typeof value === kind;
}

/** Throws a RangeError for a value of another kind. */
export function mustBe(name: string, value: unknown, kind: Kind): void {
  if (!isOf(value, kind)) throw wrong(name, KINDS[kind], value);
}

/** The same for a value that may be left out; null is left out too. */
export function mayBe(name: string, value: unknown, kind: Kind): void {
  if (value !== undefined && value !== null) mustBe(name, value, kind);
}

/** The error unless the value is an object with fields of these kinds; null = it is. `what` = where such a value comes from. */
export function lacking(name: string, value: unknown, what: string, fields: Readonly<Record<string, Kind>>): RangeError | null {
  const is =
    isOf(value, 'object') && Object.entries(fields).every(([field, kind]) => isOf((value as Readonly<Record<string, unknown>>)[field], kind));
  return is ? null : wrong(name, what, value);
}

export function mustHave(...args: Parameters<typeof lacking>): void {
  const error = lacking(...args);
  if (error) throw error;
}

export const mustBePrepared = (value: unknown): void =>
  mustHave('prepared', value, '`prepared` of what open or compare gives', { transcript: 'object', messages: 'list', counts: 'object' });

export const mustBeResult = (name: string, value: unknown): void =>
  mustHave(name, value, 'a result of compact or of a row', { plan: 'object', context: 'function', origins: 'function' });
