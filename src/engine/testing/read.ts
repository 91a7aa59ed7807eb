/** Reads files in tests of importers, and shows what was read in a few words. */
import type { Parsed } from '../formats/contract.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';

/** What a text, bytes, one value, or JSON lines are read as; it must be the format. */
export function readAs(format: string, input: string | Uint8Array | object, name = ''): Parsed {
  const isBytes = ArrayBuffer.isView(input);
  const text = typeof input === 'string' || isBytes ? (input as string | Uint8Array) : JSON.stringify(input);
  const parsed = parseTranscript(text, { name });
  if (!parsed.ok) throw new Error(`${parsed.error.code}: ${parsed.error.message}`);
  if (parsed.value.format !== format) throw new Error(`read as ${parsed.value.format}, not as ${format}`);
  return parsed.value;
}

export const jsonLines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');

/** A part in one line: texts as they are, `~` reasoning, `name(args)`, `= result` (`! result` of a failed call), `[image]`. */
function lineOf(part: Part): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'reasoning') return `~${part.text}${part.signature ? ` <${part.signature}>` : ''}${part.encrypted ? ` #${part.encrypted}` : ''}`;
  if (part.type === 'tool-call') return `${part.name}${part.args}`;
  if (part.type === 'tool-result') return `${part.isError ? '!' : '='}${part.content.map(lineOf).join('|')}`;
  return `[${part.type}${part.type === 'file' && part.name ? ` ${part.name}` : ''}${part.mime ? ` ${part.mime}` : ''}${part.url ? ` ${part.url}` : ''}]`;
}

const LETTER = { system: 'S', user: 'U', assistant: 'A', tool: 'T' } as const;

/** A message in one line: who, what. Injected messages have a small letter, summaries `C`. */
const said = ({ role, parts, synthetic, compaction }: Message): string =>
  `${compaction ? 'C' : synthetic ? LETTER[role].toLowerCase() : LETTER[role]} ${parts.map(lineOf).join(' / ')}`;

export const outline = ({ messages }: Pick<Transcript, 'messages'>): string[] => messages.map(said);

/** Codes of warnings with their counts. */
export const codes = ({ warnings }: Parsed): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { code, count } of warnings) counts[code] = (counts[code] ?? 0) + count;
  return counts;
};

/** Everything of a file in numbers. */
export function countsOf(parsed: Parsed): { conversations: number; messages: number; toolCalls: number; compactions: number } {
  const all = conversationsOf(parsed).map(({ transcript }) => transcript);
  return {
    conversations: parsed.conversations.length,
    messages: all.flatMap(({ messages }) => messages).length,
    toolCalls: all.flatMap(({ messages }) => messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-call'))).length,
    compactions: all.flatMap(({ compactions }) => compactions).length,
  };
}
