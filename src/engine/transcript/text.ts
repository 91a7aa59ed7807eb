import type { FilePart, ImagePart, Message, Part, ToolCallPart } from './types.ts';

const mediaText = (part: ImagePart | FilePart): string =>
  `[${[part.type, part.type === 'file' ? part.name : undefined, part.mime].filter((word) => word !== undefined).join(' ')}]`;

/** Text of one part as it counts: a call is its name and raw arguments; images and files are a short note. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.name} ${part.args}`;
    case 'tool-result':
      return part.content.map(partText).join('\n');
    default:
      return mediaText(part);
  }
}

/** All text of a message in one string, parts joined by a line feed; parts without text leave no line. */
export const messageText = (message: Message): string =>
  message.parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n');

/** Arguments that say best what a call is about, in the words of today's agents; the first that is there wins. */
const TELLING = ['command', 'cmd', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'description', 'prompt'];
/** Longer arguments are not parsed for a title: they are shown as they begin. */
const PARSE_LIMIT = 100_000;

function oneLine(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > limit || text.length > limit * 2 ? `${line.slice(0, limit - 1)}…` : line;
}

function tellingArgument(args: string): string {
  if (args.length > PARSE_LIMIT) return args.slice(0, PARSE_LIMIT);
  let value: unknown;
  try {
    value = JSON.parse(args);
  } catch {
    return args;
  }
  if (typeof value !== 'object' || value === null) return args;
  const fields = new Map(Object.entries(value));
  for (const name of TELLING) {
    const found = fields.get(name);
    if (typeof found === 'string' && found !== '') return found;
  }
  const text = [...fields.values()].find((field) => typeof field === 'string' && field !== '');
  return typeof text === 'string' ? text : fields.size === 0 ? '' : args;
}

/** A call in one line of at most `limit` characters: `bash cd packages/tui && npm test`. */
export const callSummary = (call: ToolCallPart, limit = 160): string => oneLine(`${call.name} ${tellingArgument(call.args)}`, limit);

/** The calls of a message, or the tools whose results it holds, in one line; empty for plain text. */
export function toolCallSummary(message: Message, limit = 160): string {
  const words = message.parts.flatMap((part) => {
    if (part.type === 'tool-call') return [callSummary(part, limit)];
    return part.type === 'tool-result' ? [part.name ?? part.callId] : [];
  });
  return oneLine(words.join(' · '), limit);
}
