/**
 * Removes the key of a call from errors and from summaries that a model or a proxy wrote it into. The key is known, so it is searched for
 * in the forms that programs write: as is, in either case, escaped for URLs or JSON (also twice, also letter by letter), and as base64,
 * alone or inside a longer text such as `user:key`.
 */
const MARK = '…';
const SHORTEST_FORM = 8;
/** Shorter strings are not keys. */
const SHORTEST = 4;
/** `ollama`, `lm-studio`, `no-key-required`: placeholders for endpoints that require a key field. Texts contain such words of their own. */
const PLACEHOLDER = /^[a-z]+(?:[-_ ][a-z]+)*$/;

interface FoldedText {
  readonly text: string;
  /** UTF-16 offsets in the original, one for each character. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const BACKSLASH = 0x5c;
/** %2F, also %252F and so on; \u002f with up to eight backslashes; a backslash that escapes something. */
const ESCAPE = /%(?:25)*([0-9a-f]{2})|\\{1,8}u([0-9a-f]{4})|\\/iy;

/** Key and text are both folded, so that every form of the key becomes the same. Keys are ASCII: nothing else can be sent. */
function fold(text: string): FoldedText {
  const codes = new Uint16Array(text.length);
  const starts: number[] = [];
  const ends: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length; ) {
    let code = text.charCodeAt(at);
    let end = at + 1;
    if (code === BACKSLASH || code === 0x25) {
      ESCAPE.lastIndex = at;
      const found = ESCAPE.exec(text);
      if (found) {
        end = ESCAPE.lastIndex;
        const digits = found[1] ?? found[2];
        code = digits === undefined ? BACKSLASH : Number.parseInt(digits, 16);
      }
    }
    if (code !== BACKSLASH) {
      codes[length++] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text: new TextDecoder('utf-16le').decode(codes.subarray(0, length)), starts, ends };
}

function base64Forms(key: string): readonly string[] {
  const bytes = new TextEncoder().encode(key);
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const form = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function withoutForms(text: string, key: string): string {
  const folded = fold(text);
  const found: (readonly [number, number])[] = [];
  for (const form of new Set([key, ...base64Forms(key)].map((one) => fold(one).text))) {
    if (form.length < SHORTEST) continue;
    for (let at = folded.text.indexOf(form); at >= 0; at = folded.text.indexOf(form, at + form.length))
      found.push([folded.starts[at]!, folded.ends[at + form.length - 1]!]);
  }
  found.sort(([a], [b]) => a - b);
  let masked = '';
  let at = 0;
  for (const [start, end] of found) {
    if (start >= at) masked += text.slice(at, start) + MARK;
    at = Math.max(at, end);
  }
  return masked + text.slice(at);
}

export function withoutKey(text: string, key: string): string {
  if (key.length < SHORTEST) return text;
  return key.length < SHORTEST_FORM ? text.replaceAll(key, MARK) : withoutForms(text, key);
}

export function answerWithoutKey(text: string, key: string): string {
  return key.length < SHORTEST_FORM || PLACEHOLDER.test(key) ? text : withoutKey(text, key);
}
