/** Messages of a role and a content with `tool_calls` beside it, as several providers and programs have them, each with fields of its own. */
import type { Origin, Part, Role } from '../transcript/types.ts';
import type { Report } from './contract.ts';
import type { Draft } from './finish.ts';
import { compact, filled, isObject, objectsOf, otherFields, textOf, type JsonObject } from './json.ts';
import { callOf, filePart, held, imagePart, type PartReader, readParts, resultOf, texts, thoughts } from './format-parts.ts';
import type { Talk } from './talk.ts';

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  chatbot: 'assistant',
  tool: 'tool',
  function: 'tool',
};

export interface Notation {
  readonly part: PartReader;
  readonly before?: (message: JsonObject) => readonly Part[];
  readonly after?: (message: JsonObject) => readonly Part[];
  readonly fields: readonly string[];
}

const FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id', 'tool_name', 'name'];

/** Says one message; fields that nobody reads are kept in its `extra`. */
export function sayChat(
  talk: Talk,
  value: unknown,
  notation: Notation,
  report: Report,
  origin: Origin,
  more: Parameters<Talk['say']>[2] = {},
): Draft | undefined {
  if (!isObject(value) || (value.role === undefined && value.content === undefined && value.tool_calls === undefined)) {
    report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
    return undefined;
  }
  const named = textOf(value.role) ?? '';
  const known = ROLES[named.toLowerCase()];
  if (!known) report({ code: 'unknown-role', message: `Messages with the role "${named.slice(0, 40)}" were read as user messages.`, ...origin });
  const role = known ?? 'user';
  const content = readParts(value.content, notation.part, report, origin);
  const own = { ...more, origin, ...compact({ extra: otherFields(value, new Set([...FIELDS, ...notation.fields])) }) };
  if (role === 'tool') {
    const result = resultOf(value.tool_call_id, held(content, report, origin), { name: value.tool_name ?? value.name });
    return talk.say('tool', [result], own);
  }
  const calls = objectsOf(value.tool_calls).map((call) => {
    const inner = isObject(call.function) ? call.function : call;
    return callOf(call.id, inner.name, inner.arguments ?? inner.parameters ?? inner.input);
  });
  const parts = [...(notation.before?.(value) ?? []), ...content, ...(notation.after?.(value) ?? []), ...calls];
  return talk.say(role, parts, { ...own, ...compact({ name: filled(value.name) }) });
}

export const commonPart: PartReader = (part, kind) => {
  if (kind === 'text' || kind === 'input_text' || kind === 'output_text') return texts(part.text);
  if (kind === 'thinking' || kind === 'reasoning') return thoughts(part.thinking ?? part.text, { signature: part.signature });
  if (kind === 'image_url') {
    const url = isObject(part.image_url) ? filled(part.image_url.url) : filled(part.image_url);
    return url === undefined ? undefined : [imagePart(url)];
  }
  if (kind === 'document_url' || kind === 'file') {
    const url = filled(part.document_url) ?? filled(part.file_id);
    return url === undefined ? undefined : [filePart(url, undefined, filled(part.document_name))];
  }
  return undefined;
};
