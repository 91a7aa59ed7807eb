/**
 * Sessions of DeepSeek Harness: a line for each event. The context is made by lines with a `surfaceOp`; events are counted from 0 after the
 * header, and a line that packs chunks counts as many as it has. Shapes: deepseek-ai/deepseek-harness @b150a551 (a snapshot of its tests).
 */
import type { Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, numberOf, objectOf, type Raw, textOf, windowOf } from '../json.ts';
import { readTools } from '../openai-chat/index.ts';
import { callOf, held, readParts, resultOf, texts, thoughts } from '../format-parts.ts';
import { firstObjects, lineOrPath, runsIn, type SourceObject, stated } from '../lists.ts';
import { KindCounter } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';
import { usageFrom } from '../finish.ts';

interface Event {
  type: string;
  data: object;
  surfaceOp?: 'append' | { op: 'replace'; start: number; end: number };
  time?: number;
}
/** Of `user/message` and `assistant/message`; newer versions have it under `message`. */
interface Message {
  id: string;
  content: readonly object[];
  source: { kind: string; model?: string };
}

const UNSPOKEN =
  /^(?:assistant\/chunk|text-chunks|reasoning-chunks|tool-call-chunks|tool\/(?:call|code-dispatch|progress)|step\/|turn\/|agent\/|compaction\/|session\/|request\/)/;
const PACKED = /^(?:text|reasoning|tool-call)-chunks$/;

function detect(source: Source): number {
  const lines = firstObjects(source);
  const own = lines.some(
    ({ type, data }) => isObject(data) && /^(?:user\/message|turn\/start|assistant\/message|request\/header)$/.test(textOf(type) ?? ''),
  );
  return own ? (lines.some(({ type }) => type === 'session') ? 0.98 : 0.95) : 0;
}

function readPart(part: JsonObject, kind: string): readonly Part[] | undefined {
  if (kind === 'text') return texts(part.text);
  if (kind === 'reasoning') return thoughts(part.text ?? part.reasoning, { signature: part.signature });
  return kind === 'tool-call' ? [callOf(part.id ?? part.toolCallId, part.name ?? part.toolName, part.arguments ?? part.input)] : undefined;
}

class Reader extends Talk {
  readonly #unknown = new KindCounter();
  readonly #events = new Map<string, number>();
  #seq = 0;
  #header: JsonObject = {};
  #system: string | undefined;
  #title: string | undefined;
  #window: number | undefined;

  read(lines: readonly SourceObject[], index: number): Transcript {
    let id: string | undefined;
    for (const { value, line, path } of lines) {
      const event: Raw<Event> = value;
      const type = textOf(event.type) ?? '';
      if (type === 'session') {
        id = filled(value.id);
        continue;
      }
      const data: JsonObject = objectOf(event.data);
      this.#event(type, data, event, lineOrPath(line, path));
      this.#seq += PACKED.test(type) ? Math.max(1, listOf(data.chunks).length) : 1;
    }
    this.#unknown.report('unknown-entry', 'Lines of unknown types were left out', this.report);
    const config: JsonObject = objectOf(this.#header.config);
    return this.finish({
      id: id ?? `session-${index + 1}`,
      title: this.#title,
      format: 'deepseek-harness',
      model: filled(config.model),
      window: this.#window,
      tools: readTools(this.#header, this.report, {}),
    });
  }

  #event(type: string, data: JsonObject, event: Raw<Event>, origin: Origin): void {
    const message: Raw<Message> = isObject(data.message) ? data.message : data;
    const source: JsonObject = objectOf(message.source);
    const more = compact({ id: filled(message.id), ts: isoTime(event.time), origin });
    if (type === 'user/message') {
      const parts = readParts(message.content, readPart, this.report, origin);
      const { op, start, end }: JsonObject = objectOf(event.surfaceOp);
      if (op === 'replace') this.#replace(parts, numberOf(start) ?? 0, numberOf(end) ?? 0, more);
      else this.#said(this.say('user', parts, { ...more, ...(filled(source.kind) && source.kind !== 'user' && { synthetic: true }) }).id);
    } else if (type === 'assistant/message') {
      const parts = readParts(message.content, readPart, this.report, origin);
      const usage = this.#usage(data.usage, origin);
      this.#said(this.say('assistant', parts, compact({ ...more, model: filled(source.model), usage })).id);
    } else if (type === 'tool/result') this.#result(data, message, more, origin);
    else if (type === 'request/header') this.#request(isObject(data.header) ? data.header : data, origin);
    else if (type === 'request/context') this.#window = windowOf(data.contextWindow);
    else if (type === 'session/title') this.#title = filled(data.title);
    else if (!UNSPOKEN.test(type)) this.#unknown.add(type, origin.line);
  }

  #said(id: string): void {
    this.#events.set(id, this.#seq);
  }

  #result(data: JsonObject, message: Raw<Message>, more: Parameters<Talk['say']>[2], origin: Origin): void {
    const [inner] = listOf(message.content).filter((part) => isObject(part) && part.type === 'tool-result');
    const own: JsonObject = isObject(inner) ? inner : data;
    const source: JsonObject = objectOf(message.source);
    const content = held(readParts(own.content, readPart, this.report, origin), this.report, origin);
    const result = resultOf(own.toolCallId ?? data.callId ?? source.callId, content, { isError: own.isError === true });
    this.#said(this.say('tool', [result], more).id);
  }

  #request(header: JsonObject, origin: Origin): void {
    this.#header = header;
    const text = filled(header.system);
    if (text === undefined || text === this.#system) return;
    if (this.#system === undefined) this.messages.unshift({ id: 'system', role: 'system', parts: texts(text), origin });
    else this.say('system', texts(text), { origin });
    this.#system = text;
  }

  #replace(parts: readonly Part[], start: number, end: number, more: Parameters<Talk['say']>[2]): void {
    const kept = this.messages.filter(({ id }) => {
      const seq = this.#events.get(id);
      return seq !== undefined && (seq < start || seq > end);
    });
    const ids = kept.map(({ id }) => id);
    this.compacted(parts, { ...more, ...compact({ keptFrom: ids[0], kept: ids.length > 0 ? ids : undefined }) });
    this.#said(this.messages.at(-1)!.id);
  }

  #usage(usage: unknown, origin: Origin): Usage | undefined {
    if (!isObject(usage)) return undefined;
    const counts = {
      input: usage.inputTokens,
      output: usage.outputTokens,
      cacheRead: usage.cacheReadTokens ?? usage.cachedInputTokens,
      cacheWrite: usage.cacheWriteTokens,
    };
    return usageFrom(counts, this.report, origin);
  }
}

export const deepseekHarness: Format = {
  id: 'deepseek-harness',
  evidence: 'recorded',
  written: { by: "DeepSeek Harness' session format", tested: '0', version: stated('version', ({ type }) => type === 'session') },
  unread: 'calls of tools within a run_code call',
  extension: 'jsonl',
  detect,
  parse: (source, report) => runsIn(source, ({ type }) => type === 'session').map((lines, i) => new Reader(report).read(lines, i)),
};
