/** What Claude Code attaches to a prompt and sends to the model: files, memory, reminders, output of hooks. */
import { imagePart } from '../media.ts';
import { filled, isObject, listOf, type JsonObject } from '../json.ts';
import type { Part } from '../../transcript/types.ts';

/** Fields of attachments in which the text stands that the model saw. */
const TEXT_FIELDS = [
  'content',
  'snippet',
  'text',
  'planContent',
  'addedBlocks',
  'addedLines',
  'skills',
  'blockingError',
  'contents',
  'file',
  'delta',
];
/** Fields of the entries of a list, such as the tasks of a reminder. */
const ENTRY_FIELDS = ['status', 'name', 'subject', 'description'];
const DEEPEST = 4;

/** The parts of an attachment: its text under the path of what was attached, or an image; none where the line records state only. */
export function attachedParts(attachment: JsonObject): readonly Part[] {
  const image =
    isObject(attachment.content) && attachment.content.type === 'image' && isObject(attachment.content.file) ? attachment.content.file : {};
  if (filled(image.base64)) return [imagePart(filled(image.base64)!, filled(image.type))];
  const text = textOf(attachment, 0);
  if (text.trim() === '') return [];
  const path = filled(attachment.displayPath) ?? filled(attachment.filename) ?? filled(attachment.path);
  return [{ type: 'text', text: path === undefined ? text : `${path}\n${text}` }];
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > DEEPEST) return '';
  if (Array.isArray(value))
    return listOf(value)
      .map((entry) => (isObject(entry) ? entryOf(entry, depth + 1) : textOf(entry, depth + 1)))
      .filter((text) => text !== '')
      .join('\n');
  if (!isObject(value)) return '';
  const found = TEXT_FIELDS.map((key) => textOf(value[key], depth + 1)).find((text) => text !== '');
  return found ?? '';
}

const entryOf = (entry: JsonObject, depth: number): string =>
  [...ENTRY_FIELDS.map((key) => filled(entry[key])), textOf(entry, depth)].filter((text) => text !== undefined && text !== '').join(' ');
