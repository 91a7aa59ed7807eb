/**
 * A tolerant reader for what JSON.parse refuses: NaN and Infinity, trailing commas, Python's repr (single quotes, None, True), invalid
 * escapes and values that a redactor replaced (`:12[REDACTED_PHONE]4`). Every repair is counted, so that the importer can report it. Not
 * recursive: nesting costs no stack.
 */
import { finished, type Share, type Work } from '../lib/work.ts';

export const REPAIRS = ['non-finite', 'trailing-comma', 'python', 'escape', 'control', 'redacted', 'key', 'truncated'] as const;
export type Repair = (typeof REPAIRS)[number];

export type TolerantResult =
  | { readonly ok: true; readonly value: unknown; readonly end: number; readonly repairs: ReadonlyMap<Repair, number> }
  | { readonly ok: false; readonly offset: number; readonly expected: string };

interface Frame {
  readonly list: unknown[] | null;
  readonly object: Record<string, unknown> | null;
  key: string;
}

const WORDS: Readonly<Record<string, { readonly value: unknown; readonly repair?: Repair }>> = {
  true: { value: true },
  false: { value: false },
  null: { value: null },
  True: { value: true, repair: 'python' },
  False: { value: false, repair: 'python' },
  None: { value: null, repair: 'python' },
  NaN: { value: null, repair: 'non-finite' },
  nan: { value: null, repair: 'non-finite' },
  Infinity: { value: null, repair: 'non-finite' },
  inf: { value: null, repair: 'non-finite' },
  undefined: { value: null, repair: 'non-finite' },
};

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const REDACTED = /[\d.]*\[[A-Z][A-Z_]+\][\d.]*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const PYTHON_ESCAPES: Readonly<Record<string, string>> = { a: '\x07', v: '\v', '0': '\0', '\n': '' };

class Reader {
  readonly repairs = new Map<Repair, number>();
  at: number;
  private python = false;
  readonly text: string;

  constructor(text: string, start: number) {
    this.text = text;
    this.at = start;
  }

  repair(kind: Repair): void {
    this.repairs.set(kind, (this.repairs.get(kind) ?? 0) + 1);
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private plain(): string {
    const start = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      // At the end of the text this is NaN, which fails the first comparison.
      if (!(code >= 32) || code === 34 || code === 39 || code === 92) return this.text.slice(start, this.at);
      this.at++;
    }
  }

  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff) this.at++;
      else return;
    }
  }

  /** After the opening quote at `at`. Undefined = the text ends inside the string. */
  string(isKey: boolean): { readonly text: string; readonly closed: boolean } {
    const quote = this.text[this.at]!;
    if (quote === "'") {
      this.python = true;
      this.repair('python');
    }
    this.at++;
    let out = '';
    while (this.at < this.text.length) {
      out += this.plain();
      const char = this.text[this.at];
      if (char === undefined) break;
      if (char === '\\') out += this.escape();
      else if (char !== quote) {
        if (char < ' ') this.repair('control');
        out += char;
        this.at++;
      } else if (quote === '"' || this.endsHere(isKey)) {
        this.at++;
        return { text: out, closed: true };
      } else {
        out += char;
        this.at++;
      }
    }
    return { text: out, closed: false };
  }

  private endsHere(isKey: boolean): boolean {
    const after = this.text.slice(this.at + 1, this.at + 40).trimStart();
    if (after === '') return true;
    if (isKey) return after.startsWith(':');
    return /^[}\]]/.test(after) || /^,\s*(?:$|['"{[\]}\-\d]|None\b|True\b|False\b|NaN\b|Infinity\b|null\b|true\b|false\b)/.test(after);
  }

  private escape(): string {
    const next = this.text[this.at + 1];
    if (next === undefined) {
      this.at++;
      return '\\';
    }
    const simple = SIMPLE_ESCAPES[next] ?? (this.python ? PYTHON_ESCAPES[next] : undefined);
    if (simple !== undefined) {
      this.at += 2;
      return simple;
    }
    const digits = next === 'u' ? 4 : this.python && next === 'x' ? 2 : this.python && next === 'U' ? 8 : 0;
    const hex = this.text.slice(this.at + 2, this.at + 2 + digits);
    if (digits > 0 && hex.length === digits && /^[\da-fA-F]+$/.test(hex)) {
      const code = Number.parseInt(hex, 16);
      if (code <= 0x10ffff) {
        this.at += 2 + digits;
        return digits === 8 ? String.fromCodePoint(code) : String.fromCharCode(code);
      }
    }
    this.repair('escape');
    this.at++;
    return '\\';
  }

  /** At an opening bracket: a redactor's mark such as `[REDACTED_PHONE]` rather than a list. */
  isRedacted(): boolean {
    const next = this.text.charCodeAt(this.at + 1);
    return next >= 65 && next <= 90 && /^\[[A-Z][A-Z_]+\]/.test(this.text.slice(this.at, this.at + 80));
  }

  /** A number, word or redacted value; undefined where there is none. */
  scalar(): { readonly value: unknown } | undefined {
    if (this.match(REDACTED) !== undefined) {
      this.repair('redacted');
      return { value: null };
    }
    const start = this.at;
    const negative = this.text[this.at] === '-';
    const number = this.match(NUMBER);
    if (number !== undefined) return { value: Number(number) };
    if (negative) this.at++;
    const word = this.match(WORD);
    const known = word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (!known || (negative && known.repair !== 'non-finite')) {
      this.at = start;
      return undefined;
    }
    if (known.repair) this.repair(known.repair);
    return { value: known.value };
  }
}

function put(frame: Frame, value: unknown): void {
  if (frame.list) frame.list.push(value);
  else if (frame.object) {
    // Plain assignment of `__proto__` would change the object's prototype.
    if (frame.key === '__proto__') Object.defineProperty(frame.object, frame.key, { value, enumerable: true, configurable: true, writable: true });
    else frame.object[frame.key] = value;
  }
}

export const parseTolerant = (text: string, start = 0, closeTruncated = false): TolerantResult =>
  finished(tolerantSteps(text, start, closeTruncated));

/** Characters between two steps: a few hundredths of a second. */
const STEP = 1 << 20;

export function* tolerantSteps(text: string, start = 0, closeTruncated = false): Work<Share, TolerantResult> {
  const reader = new Reader(text, start);
  const stack: Frame[] = [];
  let root: unknown;
  let expect: 'value' | 'first' | 'comma' = 'value';
  const fail = (expected: string): TolerantResult => ({ ok: false, offset: reader.at, expected });
  const truncated = (): TolerantResult => {
    if (!closeTruncated || (stack.length === 0 && root === undefined)) return fail('} ]');
    reader.repair('truncated');
    return { ok: true, value: root, end: reader.at, repairs: reader.repairs };
  };
  const complete = (value: unknown): void => {
    const top = stack.at(-1);
    if (top) put(top, value);
    else root = value;
    expect = 'comma';
  };

  let told = start;
  for (;;) {
    if (reader.at - told >= STEP) {
      told = reader.at;
      yield { done: told, of: text.length };
    }
    reader.skipSpace();
    const top = stack.at(-1);
    if (!top && expect === 'comma') return { ok: true, value: root, end: reader.at, repairs: reader.repairs };
    const char = text[reader.at];
    if (char === undefined) return truncated();

    if (top && (char === '}' || char === ']') && expect !== 'value') {
      if ((char === '}') !== (top.object !== null)) return fail(top.object === null ? ', ]' : ', }');
      reader.at++;
      stack.pop();
      expect = 'comma';
      continue;
    }
    if (expect === 'comma') {
      if (char !== ',') return fail(top?.object ? ', }' : ', ]');
      reader.at++;
      reader.skipSpace();
      const next = text[reader.at];
      if (next === '}' || next === ']') reader.repair('trailing-comma');
      expect = 'first';
      continue;
    }
    if (top?.object && expect !== 'value') {
      if (char === '"' || char === "'") {
        const key = reader.string(true);
        if (!key.closed) return truncated();
        top.key = key.text;
      } else {
        const word = reader.match(WORD);
        if (word === undefined) return fail('" }');
        reader.repair('key');
        top.key = word;
      }
      reader.skipSpace();
      if (reader.at >= text.length) return truncated();
      if (text[reader.at] !== ':') return fail(':');
      reader.at++;
      expect = 'value';
      continue;
    }

    if (char === '{' || (char === '[' && !reader.isRedacted())) {
      const frame: Frame = char === '{' ? { list: null, object: {}, key: '' } : { list: [], object: null, key: '' };
      complete(frame.list ?? frame.object);
      stack.push(frame);
      reader.at++;
      expect = 'first';
    } else if (char === '"' || char === "'" || (char === 'b' && (text[reader.at + 1] === "'" || text[reader.at + 1] === '"'))) {
      if (char === 'b') reader.at++;
      const { text: value, closed } = reader.string(false);
      complete(value);
      if (!closed) return truncated();
    } else {
      const scalar = reader.scalar();
      if (!scalar) return fail('{ [ " 0–9 true false null');
      complete(scalar.value);
    }
  }
}
