/** Names defined in written program text: they identify what a call created. */

/** Characters of program text that are read. */
const MOST_TEXT = 20_000;
const MOST_NAMES = 24;

/** A definition at the beginning of a line, in the languages that agents mostly write. */
const DEFINITION =
  /^[ \t]*(?:(?:export|default|declare|async|public|static|abstract|final|pub(?:\(crate\))?|unsafe|const|data|sealed|open|override)[ \t]+){0,4}(class|interface|type|enum|struct|trait|protocol|record|function\*?|def|fn|func|fun|module)[ \t]+(?:\([^)\n]{0,60}\)[ \t]*)?([A-Za-z_$][\w$]{2,60})/gm;
/** A method of a class in languages without a keyword for it. Statements with brackets look alike except for their keyword. */
const METHOD =
  /^[ \t]+(?:(?:async|get|set|static|public|override)[ \t]+){0,3}(?!if|for|while|switch|catch|return|function|constructor|await|do|else|with\b)([A-Za-z$][\w$]{2,60})\([^()\n]{0,160}\)(?:[ \t]*:[ \t]*[^;{}=\n]{1,80})?[ \t]*\{[ \t]*$/gm;
const CALLED = /^(?:function\*?|def|fn|func|fun)$/;

/** Names defined in a text in order, functions with brackets, at most 24. Linear. */
export function definitionsIn(text: string): string[] {
  const read = text.slice(0, MOST_TEXT);
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const { 1: word, 2: name, index } of read.matchAll(DEFINITION)) found.push({ name: CALLED.test(word!) ? `${name}()` : name!, at: index });
  for (const { 1: name, index } of read.matchAll(METHOD)) found.push({ name: `${name}()`, at: index });
  const names = found.sort((a, b) => a.at - b.at).map(({ name }) => name);
  return [...new Set(names)].filter((name) => !/^(?:test_|setUp|tearDown|__)/.test(name)).slice(0, MOST_NAMES);
}
