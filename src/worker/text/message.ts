/** Messages as plain text: for previews, search, diffs and the unified view. Never HTML; base64 is never text. */
import { readJson } from '../../engine/transcript/transcript-json.ts';
import type { FilePart, ImagePart, Message, Part, TextPart, ToolCallPart } from '../../engine/transcript/types.ts';

const mediaText = (part: ImagePart | FilePart): string => {
  const name = part.type === 'file' ? (part.name ?? '') : '';
  return `[${[part.type, name, part.mime ?? '', part.bytes === undefined ? '' : `${part.bytes} B`].filter(Boolean).join(' ')}]`;
};

const contentText = (content: readonly (TextPart | ImagePart | FilePart)[]): string =>
  content.map((c) => (c.type === 'text' ? c.text : mediaText(c))).join('\n');

/** Text of one part as it counts: a call is its name and raw arguments. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.name} ${part.args}`;
    case 'tool-result':
      return contentText(part.content);
    case 'image':
    case 'file':
      return mediaText(part);
  }
}

/** Whole text of a message, parts on lines of their own; parts without text leave no line. */
export function messageText(parts: readonly Part[]): string {
  return parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n');
}

/** Calls longer than this are not parsed for a title. */
const PARSE_LIMIT = 50_000;
/** Arguments that say best what a call is about, by what today's agents call them. */
const TELLING = ['command', 'cmd', 'file_path', 'path', 'filePath', 'filename', 'pattern', 'query', 'url', 'description', 'prompt', 'name', 'id'];

function parsedArgs(call: ToolCallPart): Readonly<Record<string, unknown>> | null {
  if (call.args.length > PARSE_LIMIT) return null;
  const value = readJson(call.args);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

const oneLine = (text: string, max: number): string => {
  const flat = text
    .slice(0, max * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return flat.length > max ? `${flat.slice(0, max)}…` : flat;
};

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface CallView {
  readonly title: string;
  /** The arguments that the title does not show, as `name: value` lines. */
  readonly rest: string;
}

function callView(call: ToolCallPart): CallView {
  const args = parsedArgs(call);
  if (!args) return { title: `${call.name} ${oneLine(call.args, 160)}`.trim(), rest: call.args.length > 160 ? call.args : '' };
  const names = Object.keys(args);
  const telling =
    TELLING.find((name) => typeof args[name] === 'string') ?? names.find((name) => typeof args[name] === 'string' || typeof args[name] === 'number');
  const shown = telling === undefined ? '' : valueText(args[telling]);
  const rest = names
    .filter((name) => name !== telling || shown.length > 160 || shown.includes('\n'))
    .map((name) => `${name}: ${valueText(args[name])}`);
  return { title: `${call.name} ${oneLine(shown, 160)}`.trim(), rest: rest.join('\n') };
}

export interface Outline {
  /** One line: the calls, or the tools that answered. Empty for plain text. */
  readonly title: string;
  /** First `max` characters of what the title does not show. */
  readonly preview: string;
  /** The preview is code or output rather than prose. */
  readonly mono: boolean;
  readonly images: number;
}

/** Title and preview of a message; reads only as much text as it shows. `toolNames` = names by call id, for results without one. */
export function outline(message: Message, max: number, toolName: (callId: string) => string | undefined): Outline {
  const titles: string[] = [];
  const texts: string[] = [];
  let images = 0;
  let length = 0;
  const add = (text: string): void => {
    if (length >= max || text === '') return;
    texts.push(text.slice(0, max - length));
    length += text.length + 1;
  };
  let prose = false;
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') {
      prose ||= part.text.trim() !== '';
      add(part.text);
    } else if (part.type === 'tool-call') {
      const view = callView(part);
      titles.push(view.title);
      add(view.rest);
    } else if (part.type === 'tool-result') {
      titles.push(part.name ?? toolName(part.callId) ?? part.callId);
      for (const inner of part.content) {
        if (inner.type === 'image') images++;
        add(inner.type === 'text' ? inner.text : mediaText(inner));
      }
    } else {
      if (part.type === 'image') images++;
      add(mediaText(part));
    }
  }
  return { title: oneLine(titles.join(' · '), 300), preview: wholeEnd(texts.join('\n').slice(0, max)), mono: titles.length > 0 && !prose, images };
}

/** A cut text without half a character at its end. */
export function wholeEnd(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}

/** First `max` characters of a message's text. */
export function excerpt(parts: readonly Part[], max: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const part of parts) {
    if (length >= max) break;
    const text = partText(part);
    if (text === '') continue;
    texts.push(text.slice(0, max - length));
    length += text.length + 1;
  }
  return wholeEnd(texts.join('\n').slice(0, max));
}
