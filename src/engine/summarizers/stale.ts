/** Which lines of earlier summaries no longer hold, and how past states are worded. */
import type { Ahead } from './later.ts';
import { type CarriedLine, LANGUAGES } from './merge.ts';
import { type Language, WORDS } from './words.ts';

/** Labels of open items in a summary: stale once anything follows it. */
const OPEN = ['unanswered', 'doing', 'asked', 'lastCall', 'lastRequest', 'broken'] as const;
const startsWith = (text: string, keys: readonly ('open' | 'failing' | 'tests' | 'proposed' | (typeof OPEN)[number])[]): boolean =>
  LANGUAGES.some((language) => keys.some((key) => text.startsWith(WORDS[language][key])));

/** Whether the conversation continues after message `i`. */
const goesOn = (i: number, ahead: Ahead): boolean => !ahead.now || ahead.after('acted', i) || ahead.after('spoken', i);

/** Whether a line of the earlier summary in message `i` no longer holds, given what follows in the context. */
export function isStale(text: string, i: number, ahead: Ahead): boolean {
  if (goesOn(i, ahead) && startsWith(text, [...OPEN, 'proposed'])) return true;
  return (
    (ahead.after('listed', i) && startsWith(text, ['open'])) || ((ahead.after('tested', i) || !ahead.now) && startsWith(text, ['failing', 'tests']))
  );
}

/** A line of the earlier summary in message `i`, with momentary statements worded in the past. */
export function toldThen(text: string, i: number, ahead: Ahead): string {
  if (!goesOn(i, ahead)) return text;
  for (const language of LANGUAGES) {
    const { open, planned, fails, failsThen, commands } = WORDS[language];
    if (text.startsWith(open) && !ahead.now) return planned + text.slice(open.length);
    if (text.startsWith(commands)) return text.replaceAll(`(${fails})`, `(${failsThen})`);
  }
  return text;
}

/** … and moved to the section for past plans. */
export function carriedThen(line: CarriedLine, ahead: Ahead, language: Language): CarriedLine {
  const { source, section } = line;
  const text = toldThen(line.text, source, ahead);
  const isPlan = section === 'next' && !startsWith(text, ['open', 'failing']);
  if (!isPlan || !(ahead.after('asked', source) || ahead.after('answered', source) || !ahead.now))
    return text === line.text ? line : { ...line, text };
  const { planned } = WORDS[language];
  return { source, section: 'state', text: text.startsWith(planned) ? text : planned + text };
}
