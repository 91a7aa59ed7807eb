/**
 * Translates sentences that arrive as English text rather than a key: why a file was not understood, what a format expects, the titles of
 * the samples. Other languages look them up by the English sentence, with varying pieces written as `{{name}}` on both sides.
 */

interface Sentences {
  readonly exact: ReadonlyMap<string, string>;
  readonly patterns: readonly { readonly pattern: RegExp; readonly names: readonly string[]; readonly text: string }[];
}

const PLACE = /\{\{(\w+)\}\}/g;
/** Separates the shapes of a list such as `pi session: …; ShareGPT: …`. */
const BETWEEN_SHAPES = /;\s+(?=[\p{L}][^:;]{1,40}: )/u;
/** A name before its description: `pi session: one JSON object per line`. */
const NAMED = /^([^:"{]{1,40}): (.+)$/s;

const known = new Map<string, Sentences>();

/** English sentence → sentence of the language. */
export function addSentences(language: string, sentences: Readonly<Record<string, string>>): void {
  const entries = Object.entries(sentences);
  const hasPlace = ([english]: readonly [string, string]): boolean => english.search(PLACE) >= 0;
  known.set(language, {
    exact: new Map(entries.filter((entry) => !hasPlace(entry))),
    patterns: entries.filter(hasPlace).map(([english, text]) => {
      const literal = english.split(/\{\{\w+\}\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return { pattern: new RegExp(`^${literal.join('(.*?)')}$`, 's'), names: [...english.matchAll(PLACE)].map(([, name]) => name!), text };
    }),
  });
}

/** The sentence in the language; null if it is unknown there. */
function find(language: Sentences, english: string): string | null {
  const exact = language.exact.get(english);
  if (exact !== undefined) return exact;
  for (const { pattern, names, text } of language.patterns) {
    const found = pattern.exec(english);
    if (found) return text.replace(PLACE, (_, name: string) => found[names.indexOf(name) + 1] ?? '');
  }
  const named = NAMED.exec(english);
  if (!named) return null;
  const [, name, rest] = named as unknown as [string, string, string];
  const nameThere = language.exact.get(name);
  const restThere = find(language, rest);
  return nameThere || restThere ? `${nameThere ?? name}：${restThere ?? rest}` : null;
}

/** An English sentence of the engine in the language; unchanged where it has no translation. */
export function saidIn(language: string, english: string): string {
  const found = known.get(language);
  return found ? (find(found, english) ?? english) : english;
}

/** The items of a list of shapes; any other sentence is one item. */
export const shapesOf = (expected: string): readonly string[] => expected.split(BETWEEN_SHAPES);
