/**
 * Finds secrets by their published formats, so that none leaves a transcript unnoticed. No format covers every secret, so the page says "found",
 * never "none". Every expression starts at the beginning of a run or at a literal and reads a bounded length, so the search is linear on any input.
 */

const LONGEST = 1 << 16;
const NEWLINE = 10;

class CodePool {
  readonly #codes = new Uint16Array(LONGEST + 1);
  #held = '';

  of(text: string): Uint16Array {
    const n = text.length;
    if (n <= LONGEST && text === this.#held) return this.#codes;
    const codes = n > LONGEST ? new Uint16Array(n + 1) : this.#codes;
    if (codes === this.#codes) this.#held = text;
    for (let i = 0; i < n; i++) codes[i] = text.charCodeAt(i);
    codes[n] = NEWLINE;
    return codes;
  }
}
const pool = new CodePool();

/**
 * codes[i] = text.charCodeAt(i), with a line break after the last. The array is longer than the text and valid only until the next call, so
 * do not keep it.
 */
export const codesOf = (text: string): Uint16Array => pool.of(text);

// Finds all occurrences of many short texts in one pass with one look-up per character, so that costlier regular expressions run only where
// they can match.

export type Needle = readonly string[];

export const anyCase = (text: string): Needle => [...text].map((c) => (/[a-z]/.test(c) ? c + c.toUpperCase() : c));

export class Needles {
  readonly #classOf = new Uint8Array(1 << 16);
  readonly #classes: number;
  readonly #next: Uint16Array;
  readonly #found: number;
  readonly #needlesAt: readonly (readonly number[])[];
  readonly #lengths: readonly number[];

  constructor(needles: readonly Needle[]) {
    this.#lengths = needles.map((needle) => needle.length);
    // Characters that occur at the same positions form a class; 0 = at none. A position is a needle and the number of characters read.
    const placesOf = new Map<string, number[]>();
    for (const [k, needle] of needles.entries()) {
      for (const [read, set] of needle.entries()) {
        for (const c of set) {
          const places = placesOf.get(c);
          if (places) places.push((k << 8) | read);
          else placesOf.set(c, [(k << 8) | read]);
        }
      }
    }
    const numberOf = new Map<string, number>([['', 0]]);
    const classesAt = new Map<number, number[]>();
    for (const [c, places] of placesOf) {
      const name = places.join();
      let known = numberOf.get(name);
      if (known === undefined) {
        known = numberOf.size;
        numberOf.set(name, known);
        for (const place of places) classesAt.set(place, [...(classesAt.get(place) ?? []), known]);
      }
      this.#classOf[c.charCodeAt(0)] = known;
    }
    this.#classes = numberOf.size;
    // A state is the set of started needles: the positions that come next, longer prefixes before shorter ones.
    const begun: (readonly number[])[] = [[]];
    const stateOf = new Map<string, number>([['', 0]]);
    const beginnings = needles.map((_, k) => k << 8);
    const first = new Map<number, number[]>();
    const moves: number[][] = [];
    for (let state = 0; state < begun.length; state++) {
      const after = new Map<number, number[]>();
      for (const place of state === 0 ? beginnings : begun[state]!) {
        for (const c of classesAt.get(place) ?? []) {
          const places = after.get(c);
          if (places) places.push(place + 1);
          else after.set(c, [place + 1]);
        }
      }
      const row = state === 0 ? Array.from({ length: this.#classes }, () => 0) : [...moves[0]!];
      for (const [c, places] of after) {
        if (state === 0) first.set(c, places);
        else places.push(...(first.get(c) ?? []));
        const name = places.join();
        const known = stateOf.get(name) ?? begun.push(places) - 1;
        stateOf.set(name, known);
        row[c] = known;
      }
      moves.push(row);
    }
    const foundBy = begun.map((places) => places.flatMap((place) => (needles[place >> 8]!.length === (place & 255) ? [place >> 8] : [])));
    const order = [...foundBy.keys()].filter((state) => foundBy[state]!.length === 0);
    const silent = order.length;
    for (const [state, list] of foundBy.entries()) if (list.length > 0) order.push(state);
    const placeOf = new Int32Array(order.length);
    for (const [place, state] of order.entries()) placeOf[state] = place * this.#classes;
    this.#next = new Uint16Array(order.length * this.#classes);
    for (const [place, state] of order.entries()) {
      const row = moves[state]!;
      for (let c = 0; c < row.length; c++) this.#next[place * this.#classes + c] = placeOf[row[c]!]!;
    }
    this.#needlesAt = order.map((state) => foundBy[state]!);
    this.#found = silent * this.#classes;
  }

  scan(codes: Uint16Array, n: number, found: (needle: number, start: number) => void): void {
    const classOf = this.#classOf;
    const next = this.#next;
    const from = this.#found;
    let state = 0;
    for (let i = 0; i < n; i++) {
      state = next[state + classOf[codes[i]!]!]!;
      if (state < from) continue;
      for (const needle of this.#needlesAt[state / this.#classes]!) found(needle, i + 1 - this.#lengths[needle]!);
    }
  }
}

export const SECRET_KINDS = [
  'private-key',
  'openai-key',
  'anthropic-key',
  'google-key',
  'aws-key',
  'azure-key',
  'github-token',
  'gitlab-token',
  'slack-token',
  'stripe-key',
  'npm-token',
  'hugging-face-token',
  'api-key',
  'json-web-token',
  'bearer-token',
  'password',
  'e-mail',
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

interface Secret {
  readonly kind: SecretKind;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

interface Shape {
  readonly kind: SecretKind;
  /** A text without any of these contains no such secret and is not searched. */
  readonly hints: readonly string[];
  readonly also?: string;
  readonly pattern: RegExp;
  readonly group?: number;
  readonly accept?: (value: string) => boolean;
}

const isRandom = (value: string): boolean => /\d.*\d/.test(value);
const isPassword = (value: string): boolean =>
  /[^A-Za-z_.\s-]/.test(value) && !/^[\d.,]+$/.test(value) && !/[()]|^your|placeholder|change[-_]?me|redacted|dummy|…/i.test(value);
/** Without quotes: letters and digits, so that it is not an ordinary word. */
const isSetting = (value: string): boolean => /[A-Za-z]/.test(value) && /\d/.test(value) && isPassword(value);

const PREFIXED: readonly (readonly [string, string])[] = [
  ['gsk_', '[A-Za-z0-9]{40,60}'],
  ['xai-', '[A-Za-z0-9]{60,100}'],
  ['pplx-', '[A-Za-z0-9]{40,60}'],
  ['r8_', '[A-Za-z0-9]{30,50}'],
  ['tvly-', '[A-Za-z0-9-]{20,60}'],
  ['fc-', '[a-f0-9]{32}'],
  ['dop_v1_', '[a-f0-9]{64}'],
  ['dckr_pat_', '[A-Za-z0-9_-]{20,60}'],
  ['shpat_', '[a-fA-F0-9]{32}'],
  ['shpca_', '[a-fA-F0-9]{32}'],
  ['shppa_', '[a-fA-F0-9]{32}'],
  ['shpss_', '[a-fA-F0-9]{32}'],
  ['lin_api_', '[A-Za-z0-9]{30,60}'],
  ['ntn_', '[A-Za-z0-9]{40,60}'],
  ['figd_', '[A-Za-z0-9_-]{30,60}'],
  ['pypi-AgE', '[A-Za-z0-9_-]{50,400}'],
  ['SG.', '[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'],
];

/** Where a key may begin: after anything but a letter or digit, or after an escape that ends in one: `%22ghp_…` in a URL, `\\nghp_…` in JSON. */
const ESCAPED = String.raw`(?<=%[0-9A-Fa-f]{2}|\\[nrtbf]|\\u[0-9A-Fa-f]{4})`;
const BEGINS = `(?:(?<!\\w)|${ESCAPED})`;
const BEGINS_APART = `(?:(?<![\\w-])|${ESCAPED})`;
/** The text before is checked after the first characters: an expression that begins with letters is much faster. */
const at = (before: string, first: string, rest: RegExp): RegExp => new RegExp(`(?:${first})(?<=${before}(?:${first}))${rest.source}`, rest.flags);

const NAMED = ['ass', 'ASS', 'pwd', 'PWD', 'Pwd', 'ecret', 'ECRET', 'key', 'Key', 'KEY', 'oken', 'OKEN'];

const SHAPES: readonly Shape[] = [
  { kind: 'anthropic-key', hints: ['sk-ant-'], pattern: at(BEGINS, 'sk-ant-', /[\w-]{16,200}/g), accept: isRandom },
  { kind: 'openai-key', hints: ['sk-'], pattern: at(BEGINS_APART, 'sk-', /(?!ant-)[\w-]{20,200}/g), accept: isRandom },
  {
    kind: 'google-key',
    hints: ['AIza', 'GOCSPX-', 'ya29.'],
    pattern: at(BEGINS, 'AIza|GOCSPX-|ya29\\.', /(?:(?<=AIza)[\w-]{35}|(?<=GOCSPX-)[\w-]{20,40}|(?<=ya29\.)[\w-]{30,400})(?![\w-])/g),
  },
  { kind: 'aws-key', hints: ['AKIA', 'ASIA'], pattern: at(BEGINS, 'AKIA|ASIA', /[0-9A-Z]{16}(?!\w)/g) },
  {
    kind: 'aws-key',
    hints: ['ccess', 'CCESS'],
    pattern: /(?<![A-Za-z])secret_?access_?key["'\\]{0,2}\s{0,3}[:=]\s{0,3}["'\\]{0,2}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
    group: 1,
  },
  { kind: 'azure-key', hints: ['AccountKey='], pattern: /AccountKey=([A-Za-z0-9+/]{40,100}={0,2})/g, group: 1 },
  {
    kind: 'github-token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: at(BEGINS, 'gh[pousr]_|github_pat_', /(?:(?<=gh[pousr]_)[A-Za-z0-9]{36,255}|(?<=github_pat_)\w{22,255})/g),
  },
  { kind: 'gitlab-token', hints: ['glpat-'], pattern: at(BEGINS, 'glpat-', /[\w-]{20,64}/g) },
  { kind: 'slack-token', hints: ['xox'], pattern: at(BEGINS, 'xox[abeoprs]-', /[A-Za-z0-9-]{10,250}/g), accept: isRandom },
  {
    kind: 'slack-token',
    hints: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/services\/([A-Z0-9]{8,14}\/[A-Z0-9]{8,14}\/[A-Za-z0-9]{20,30})/g,
    group: 1,
  },
  { kind: 'stripe-key', hints: ['_live_', '_test_', 'whsec_'], pattern: at(BEGINS, '[rs]k_(?:live|test)_|whsec_', /[A-Za-z0-9]{16,120}/g) },
  { kind: 'npm-token', hints: ['npm_'], pattern: at(BEGINS, 'npm_', /[A-Za-z0-9]{36}(?!\w)/g) },
  { kind: 'hugging-face-token', hints: ['hf_'], pattern: at(BEGINS, 'hf_', /[A-Za-z0-9]{30,64}(?!\w)/g) },
  ...PREFIXED.map(
    ([prefix, rest]): Shape => ({
      kind: 'api-key',
      hints: [prefix],
      pattern: at(BEGINS_APART, prefix.replace('.', '\\.'), new RegExp(`${rest}(?![\\w-])`, 'g')),
    }),
  ),
  { kind: 'api-key', hints: [':AA'], pattern: /(?<=\d{8}):(AA[\w-]{32,36})(?![\w-])/g, group: 1 },
  { kind: 'json-web-token', hints: ['eyJ'], pattern: at(BEGINS_APART, 'eyJ', /[\w-]{10,8000}\.eyJ[\w-]{10,8000}\.[\w-]{5,2000}/g) },
  {
    kind: 'bearer-token',
    hints: ['earer'],
    pattern: at(BEGINS, '[Bb]earer', /\s{1,4}([\w.~+/-]{20,4000}={0,2})/g),
    group: 1,
    accept: (value) => /\d/.test(value),
  },
  {
    kind: 'bearer-token',
    hints: ['asic'],
    pattern: at(BEGINS, '[Aa]uthorization', /["'\\]{0,2}\s{0,3}:\s{0,3}["'\\]{0,2}[Bb]asic\s{1,4}([\w+/]{12,2000}={0,2})/g),
    group: 1,
  },
  // In programs and settings: password = "…", "api_key": "…", also inside escaped JSON.
  {
    kind: 'password',
    hints: NAMED,
    pattern:
      /(?:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token|client[_-]?secret)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']([^"'\s\\]{8,200})\\?["']/gi,
    group: 1,
    accept: isPassword,
  },
  {
    kind: 'password',
    hints: ['PASS', 'SECRET', 'TOKEN', 'KEY'],
    pattern: /(?<![A-Z])(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|KEY)(?:=|:\s{0,2})([^\s"'`$<{\\][^\s"'`,;\\]{7,200})/g,
    group: 1,
    accept: isSetting,
  },
  { kind: 'password', hints: ['://'], also: '@', pattern: /(?<=[a-z0-9]):\/\/[^\s/:@"'<>]{0,80}:([^\s/:@"'<>]{3,120})@/gi, group: 1 },
];

/** After an @, but not a domain: a version (`name@0.1.0`, `name@v1.2-beta.tgz`), an image of double resolution (`icon@2x.png`). */
const isDomain = (address: string): boolean => !/@(?:v?\d+\.\d+(?:[.-]|$)|\dx\.(?:png|jpe?g|webp|gif|svg)$)/i.test(address);
const EMAIL: Shape = {
  kind: 'e-mail',
  hints: ['@'],
  // A domain ends in letters. An escape before it is not part of the address: `%22name@…`.
  pattern:
    /(?<![\w.%+-])(?:%[0-9A-Fa-f]{2}){0,4}([A-Za-z0-9][\w.%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,62}){0,4}\.[A-Za-z][A-Za-z0-9-]{1,61})/g,
  group: 1,
  accept: isDomain,
};
const WITH_EMAIL: readonly Shape[] = [...SHAPES, EMAIL];
/** Most characters of a match before its hint: `Authorization` and the text before `Basic`. */
const BEFORE_HINT = 64;
const KEY_BEGINS = '-----BEGIN ';
const HINTS = new Needles([...WITH_EMAIL.flatMap(({ hints }) => hints), KEY_BEGINS].map((hint) => [...hint]));
const SHAPE_OF_HINT = Uint8Array.from([...WITH_EMAIL.flatMap(({ hints }, shape) => hints.map(() => shape)), WITH_EMAIL.length]);

const PLACEHOLDER =
  /^(?:[x*•.]{4,}|\[.*\]|<.*>|\{.*\}|\$\{?\w+\}?|%\w+%|process\.env\b.*|os\.environ\b.*|(?:your|my|the|some)[_-].*|change[_-]?me.*|[\w-]*\.{3,})$/i;

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y;
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y;
const KEY_BODY = /[A-Za-z0-9+/=\s\\:,-]{0,8000}/y;
/** Longer blocks are not keys: the END belongs to something else. */
const LONGEST_KEY = 16_000;

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

function privateKeys(text: string): Secret[] {
  const found: Secret[] = [];
  let end = -1;
  for (let start = text.indexOf(KEY_BEGINS); start >= 0; ) {
    const body = matchAt(BEGIN, text, start);
    let next = start + 1;
    if (body >= 0) {
      // The next END is searched for once, however many BEGIN precede it.
      if (end < body && end !== Number.POSITIVE_INFINITY) {
        const at = text.indexOf('-----END ', body);
        end = at < 0 ? Number.POSITIVE_INFINITY : at;
      }
      next = end - body <= LONGEST_KEY ? Math.max(end, matchAt(END, text, end)) : matchAt(KEY_BODY, text, body);
      found.push({ kind: 'private-key', start, end: next });
    }
    start = text.indexOf(KEY_BEGINS, next);
  }
  return found;
}

interface SecretOptions {
  readonly emails?: boolean;
}

/** Secrets in order, not overlapping; of two that overlap, the one that starts first. */
export function findSecrets(text: string, { emails = false }: SecretOptions = {}): Secret[] {
  const hinted = new Map<number, number>();
  HINTS.scan(codesOf(text), text.length, (hint, start) => {
    const shape = SHAPE_OF_HINT[hint]!;
    if (start < (hinted.get(shape) ?? text.length)) hinted.set(shape, start);
  });
  const found = hinted.has(WITH_EMAIL.length) ? privateKeys(text) : [];
  const shapes = emails ? WITH_EMAIL : SHAPES;
  for (let shape = 0; shape < shapes.length && hinted.size > 0; shape++) {
    const hint = hinted.get(shape);
    const { kind, also, pattern, group = 0, accept } = shapes[shape]!;
    if (hint === undefined || (also !== undefined && !text.includes(also))) continue;
    pattern.lastIndex = Math.max(0, hint - BEFORE_HINT);
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const value = match[group] as string;
      if (PLACEHOLDER.test(value) || (accept && !accept(value))) continue;
      const start = match.index + (group === 0 ? 0 : match[0].lastIndexOf(value));
      found.push({ kind, start, end: start + value.length });
    }
  }
  if (found.length < 2) return found;
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const separate: Secret[] = [];
  for (const secret of found) if (secret.start >= (separate.at(-1)?.end ?? 0)) separate.push(secret);
  return separate;
}

export function maskSecrets(text: string, options: SecretOptions = {}): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text, options);
  if (secrets.length === 0) return { text, masked: 0 };
  let masked = '';
  let at = 0;
  for (const { kind, start, end } of secrets) {
    masked += `${text.slice(at, start)}[${kind}]`;
    at = end;
  }
  return { text: masked + text.slice(at), masked: secrets.length };
}
