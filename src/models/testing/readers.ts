/**
 * Models that answer by rule, so that their scores are known beforehand. A reader looks for what it is asked in what it was sent, whatever
 * the protocol; the recording of `askedTalk` says the next step of its agent in so many words.
 */

/** What a reader does; `perfect` reads everything, `last` the end only. */
export const READERS = ['perfect', 'last', 'liar', 'silent', 'slow', 'refusing'] as const;
export type Reader = (typeof READERS)[number];

export interface ReaderAnswer {
  readonly text: string;
  readonly call?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
}

/** 2,000 tokens of four characters. */
export const LAST_CHARACTERS = 8000;
export const SLOW_MS = 30;
const ABSENT = 'Not in the context';
export const REFUSAL = 'I am sorry, this is nothing that I can help with.';
const LIE = 'zebra-42 of src/wrong.ts';

/** Every string of a request in order; arguments that are JSON in a string are read too. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    if (!value.startsWith('{')) return [value];
    try {
      return stringsIn(JSON.parse(value));
    } catch {
      return [value];
    }
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The answer of a reader to a request in the words of any protocol. */
export function readerAnswer(reader: Reader, body: string): ReaderAnswer {
  const { tools: _, ...request } = JSON.parse(body) as Record<string, unknown>;
  const all = stringsIn(request).join('\n');
  const questions = /<transcript>\n([\s\S]*)\n<\/transcript>\n\nQuestions:\n([\s\S]*)/.exec(all);
  const judged = /Answer A: (.*)\n\nAnswer B: (.*)/.exec(all);
  if (reader === 'silent') return { text: '' };
  if (reader === 'refusing') return { text: REFUSAL };
  const seen = (text: string): string => (reader === 'last' ? text.slice(-LAST_CHARACTERS) : text);
  if (judged) return { text: judged[1]!.toLowerCase().includes(judged[2]!.toLowerCase()) ? 'same' : 'different' };
  if (questions) {
    const [, transcript = '', list = ''] = questions;
    const lines = [...list.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, question]) => {
      return `${number}. ${reader === 'liar' ? LIE : answerFrom(seen(transcript), question!)}`;
    });
    return { text: lines.join('\n') };
  }
  return { text: '', call: reader === 'liar' ? { name: 'edit_file', input: { path: 'src/wrong.ts' } } : nextCall(seen(all)) };
}

/** The file of the ticket that comes next, as the list of the first message has it; without it the reader has to look around. */
function nextCall(text: string): NonNullable<ReaderAnswer['call']> {
  const next = [...text.matchAll(/NEXT: (T\d+)\./g)].at(-1)?.[1];
  const path = next && new RegExp(`${next} is in (\\S+\\.ts)`).exec(text)?.[1];
  return path ? { name: 'edit_file', input: { path, ticket: next } } : { name: 'list_files', input: {} };
}

const between = (text: string, before: string, after: string): string | undefined => {
  const at = text.indexOf(before);
  const to = at < 0 ? -1 : text.indexOf(after, at + before.length);
  return to < 0 ? undefined : text.slice(at + before.length, to);
};

/** What a text has of an answer. */
export function answerFrom(text: string, question: string): string {
  const [, before, after] = /blank: "(.*)_____(.*)"$/.exec(question) ?? [];
  if (before !== undefined && after !== undefined) return between(text, before, after) ?? ABSENT;
  const topic = /mentions "([^"]+)"/.exec(question)?.[1];
  const sentence = (about: string): string | undefined => text.split(/\n|(?<=\.) /).find((one) => one.includes(about));
  if (topic !== undefined) return sentence(topic) ?? ABSENT;
  const error = /this error worked again: "(.*)"$/.exec(question)?.[1];
  if (error !== undefined) {
    const at = text.indexOf(error);
    return (at < 0 ? undefined : /\[call edit_file\] \{"path":"([^"]+)"/.exec(text.slice(at))?.[1]) ?? ABSENT;
  }
  return [...text.matchAll(/^- \[ \] (.*)$/gm)].at(-1)?.[1] ?? ABSENT;
}
