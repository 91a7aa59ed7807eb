import type { FilePart, ImagePart, Message, Part, TextPart, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import { compact, type JsonObject } from '../json.ts';
import { argsObject, callIds, toolName } from '../names.ts';
import { prepareMessages } from '../prepare.ts';

/** What `ModelMessagesTypeAdapter.validate_json` takes. A part `compaction` is one that a provider wrote, so summaries are prompts. */
export const PYDANTIC_CARRIES: Carries = {
  tools: true,
  toolText: false,
  toolDefinitions: false,
  system: 'any',
  reasoning: true,
  family: ['pydantic-ai'],
  media: 'not-assistant',
  holds: (part) => part.data !== undefined || part.url !== undefined,
  records: true,
  isError: true,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: false,
  synthetic: false,
  parts: 'any',
  fileNames: false,
  paired: true,
  empty: true,
  blankText: true,
  finalSpace: true,
  neighbours: true,
};

type Held = TextPart | ImagePart | FilePart;

function mediaOf(part: ImagePart | FilePart): JsonObject {
  const { mime, data, url } = part;
  if (data !== undefined) return { kind: 'binary', data, media_type: mime ?? (part.type === 'image' ? 'image/png' : 'application/octet-stream') };
  const kind = part.type === 'image' ? 'image' : mime?.startsWith('audio/') ? 'audio' : mime?.startsWith('video/') ? 'video' : 'document';
  return compact({ kind: `${kind}-url`, url, media_type: mime });
}

/** One text as it is, anything else as a list. */
function contentOf(parts: readonly Held[]): unknown {
  const [only] = parts;
  if (parts.length === 0) return '';
  if (parts.length === 1 && only!.type === 'text') return only!.text;
  return parts.map((part) => (part.type === 'text' ? { kind: 'text-content', content: part.text } : mediaOf(part)));
}

const isHeld = (part: Part): part is Held => part.type === 'text' || part.type === 'image' || part.type === 'file';

/** Input includes cached tokens. */
const usageOf = ({ input, output, cacheRead, cacheWrite }: Usage): JsonObject => ({
  input_tokens: input + cacheRead + cacheWrite,
  cache_read_tokens: cacheRead,
  cache_write_tokens: cacheWrite,
  output_tokens: output,
});

class Writer {
  readonly #report: Report;
  readonly #id: (id: string) => string;
  readonly #names = new Map<string, string>();

  constructor(messages: readonly Message[], report: Report) {
    this.#report = report;
    this.#id = callIds(messages);
    for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') this.#names.set(part.id, part.name);
  }

  write({ role, parts, ts, model, usage }: Message): JsonObject {
    if (role === 'assistant')
      return {
        parts: parts.flatMap((part) => this.#said(part)),
        ...compact({ timestamp: ts, model_name: model, usage: usage && usageOf(usage) }),
        kind: 'response',
      };
    const time = compact({ timestamp: ts });
    const held = parts.filter(isHeld);
    const own =
      role === 'tool'
        ? parts.flatMap((part) => (part.type === 'tool-result' ? [{ ...this.#result(part), ...time }] : []))
        : role === 'system'
          ? (held.length > 0 ? held : [undefined]).map((part) => ({
              content: part?.type === 'text' ? part.text : '',
              ...time,
              part_kind: 'system-prompt',
            }))
          : [{ content: contentOf(held), ...time, part_kind: 'user-prompt' }];
    return { parts: own, kind: 'request' };
  }

  #said(part: Part): JsonObject[] {
    if (part.type === 'text') return [{ content: part.text, part_kind: 'text' }];
    if (part.type === 'reasoning') {
      const { text, signature, encrypted } = part;
      const details = encrypted === undefined ? undefined : { encrypted_content: encrypted };
      return [{ content: text, ...compact({ signature, provider_details: details }), part_kind: 'thinking' }];
    }
    if (part.type !== 'tool-call') return [];
    const { id, name, args } = part;
    return [{ tool_name: toolName(name, this.#report), args: argsObject(args, this.#report), tool_call_id: this.#id(id), part_kind: 'tool-call' }];
  }

  #result({ callId, name, content, isError }: ToolResultPart): JsonObject {
    const named = toolName(name ?? this.#names.get(callId) ?? '', () => undefined);
    return {
      tool_name: named,
      content: contentOf(content),
      tool_call_id: this.#id(callId),
      ...(isError && { outcome: 'failed' }),
      part_kind: 'tool-return',
    };
  }
}

/** The list that `all_messages_json()` writes. */
export function modelMessages(transcript: Transcript, report: Report): readonly JsonObject[] {
  const messages = prepareMessages(transcript, PYDANTIC_CARRIES, report);
  const writer = new Writer(messages, report);
  return messages.map((message) => writer.write(message));
}
