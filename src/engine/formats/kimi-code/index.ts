import type { Origin, Part, Transcript } from '../../transcript/types.ts';
import { commonPart, sayChat, Talk } from '../chat-messages.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, tokenCount, usageFrom } from '../finish.ts';
import { addTo, compact, filled, isObject, isoTime, type JsonObject, numberOf, objectOf, type Raw, textOf } from '../json.ts';
import { callOf, callsIn, filePart, held, imagePart, readParts, resultOf, texts, thoughts } from '../format-parts.ts';
import { readTools } from '../openai-chat/index.ts';
import { firstObjects, lineOrPath, objectsIn, type SourceObject, stated } from '../lists.ts';
import { KindCounter } from '../encoding.ts';

/**
 * Records of `~/.kimi-code/sessions/<project>/<session>/agents/<agent>/wire.jsonl`. Shapes: MoonshotAI/kimi-code (its manifest of 55 record
 * types), a real session of protocol 1.4, and the older `context.jsonl` of MoonshotAI/kimi-cli.
 */
interface WireRecord {
  type: string;
  /** Milliseconds since 1970. */
  time: number;
  agentId?: string;
  protocol_version?: string;
  systemPrompt?: string;
  modelAlias?: string;
  model?: string;
  tools?: unknown;
  message?: WireMessage;
  event?: LoopEvent;
  count?: number;
}

interface WireMessage {
  role: string;
  content: readonly ContentPart[] | string;
  toolCalls?: readonly { id: string; function?: { name: string; arguments: string }; name?: string }[];
  toolCallId?: string;
  /** `user` = the person; anything else was put in by the program. */
  origin?: { kind: string };
}

interface ContentPart {
  type: 'text' | 'think' | 'image_url' | 'audio_url' | 'video_url';
  text: string;
  think: string;
  encrypted: string;
  imageUrl: { url: string };
  image_url: { url: string };
}

interface LoopEvent {
  type: 'step.begin' | 'content.part' | 'tool.call' | 'tool.result' | 'step.end';
  uuid: string;
  stepUuid: string;
  part: ContentPart;
  toolCallId: string;
  name: string;
  args: object | string;
  result: { output: string | readonly object[]; isError?: boolean };
  usage: { inputOther: number; output: number; inputCacheRead: number; inputCacheCreation: number };
}

interface ApplyCompaction {
  /** What the model gets; `summary` in older versions is a message. */
  contextSummary?: string;
  summary?: string | WireMessage;
  tokensBefore?: number;
  tokensAfter?: number;
  keptUserMessageCount?: number;
}

const UNSPOKEN =
  /^(?:metadata|config\.|profile\.|tools\.|turn\.|llm\.|usage\.|permission\.|plan_mode\.|full_compaction\.|micro_compaction\.|session\.|state\.|goal\.|cron\.|task\.|subagent\.|hook\.|mcp\.|skill\.|todo\.|forked$|swarm_mode\.|interaction\.)/;

const CONTEXT = new Set(['context.append_message', 'context.append_loop_event', 'context.apply_compaction', 'context.clear', 'context.undo']);
const OLDER = new Set(['_system_prompt', '_checkpoint', '_usage']);

function detect(source: Source): number {
  const records = firstObjects(source);
  if (records.some(({ type, protocol_version }) => type === 'metadata' && protocol_version !== undefined)) return 0.97;
  if (records.some(({ type }) => CONTEXT.has(String(type)))) return 0.97;
  return records.some(({ role }) => OLDER.has(String(role))) ? 0.96 : 0;
}

function readPart(part: Raw<ContentPart>, kind: string): readonly Part[] | undefined {
  if (kind === 'think') return thoughts(part.think, { encrypted: part.encrypted });
  const media = (part as JsonObject)[kind] ?? part.imageUrl;
  const url = isObject(media) ? filled(media.url) : filled(media);
  if (/^(?:image|audio|video)_url$/.test(kind) && url !== undefined) return [kind === 'image_url' ? imagePart(url) : filePart(url)];
  return commonPart(part as JsonObject, kind);
}

class Reader extends Talk {
  readonly #unknown = new KindCounter();
  readonly #steps = new Map<string, Draft>();
  readonly #prompts = new Set<Draft>();
  #system: string | undefined;
  #model: string | undefined;
  #tools: unknown;

  read(records: readonly SourceObject[], id: string): Transcript {
    for (const { value, line, path } of records) {
      const origin: Origin = lineOrPath(line, path);
      if (typeof value.role === 'string') this.#older(value, origin);
      else this.#record(value, origin);
    }
    this.#unknown.report('unknown-entry', 'Lines of unknown types were left out', this.report);
    return this.finish({ id, format: 'kimi-code', model: this.#model, tools: readTools({ tools: this.#tools }, this.report, {}) });
  }

  #record(value: JsonObject, origin: Origin): void {
    const record: Raw<WireRecord> = value;
    const ts = isoTime(record.time);
    const type = textOf(record.type) ?? '';
    this.#prompt(record.systemPrompt, origin);
    this.#model = filled(record.modelAlias) ?? this.#model;
    if (type === 'llm.tools_snapshot') this.#tools = Array.isArray(record.tools) ? record.tools : this.#tools;
    else if (type === 'context.append_message' && isObject(record.message)) this.#message(record.message, origin, ts);
    else if (type === 'context.append_loop_event' && isObject(record.event)) this.#event(record.event, origin, ts);
    else if (type === 'context.apply_compaction') this.#compaction(value, origin, ts);
    else if (type === 'context.clear') this.compacted(undefined, { trigger: 'clear' });
    else if (type === 'context.undo') this.#undo(numberOf(record.count) ?? 1);
    else if (!UNSPOKEN.test(type)) this.#unknown.add(type, origin.line);
  }

  #prompt(text: unknown, origin: Origin): void {
    const own = filled(text);
    if (own === undefined || own === this.#system) return;
    this.#system = own;
    const [first] = this.messages;
    if (this.messages.length === 1 && first?.role === 'system') first.parts = texts(own);
    else this.say('system', texts(own), { id: 'system', origin });
  }

  #message({ role, content, toolCalls, toolCallId, origin: by }: Raw<WireMessage>, origin: Origin, ts: string | undefined): void {
    const parts = readParts(content, readPart, this.report, origin);
    const more = compact({ origin, ts });
    if (role === 'tool') {
      this.say('tool', [resultOf(toolCallId, held(parts, this.report, origin))], more);
      return;
    }
    const kind = isObject(by) ? by.kind : 'user';
    const own = role === 'assistant' ? 'assistant' : role === 'system' ? 'system' : 'user';
    const said = this.say(own, [...parts, ...callsIn(toolCalls)], { ...more, ...(own === 'user' && kind !== 'user' && { synthetic: true }) });
    if (own === 'user' && kind === 'user') this.#prompts.add(said);
  }

  #event(event: Raw<LoopEvent>, origin: Origin, ts: string | undefined): void {
    const type = textOf(event.type) ?? '';
    if (type === 'content.part') this.#add(event, readParts(event.part, readPart, this.report, origin), origin, ts);
    else if (type === 'tool.call') this.#add(event, [callOf(event.toolCallId, event.name, event.args)], origin, ts);
    else if (type === 'tool.result') {
      const result: JsonObject = objectOf(event.result);
      const output = Array.isArray(result.output)
        ? held(readParts(result.output, readPart, this.report, origin), this.report, origin)
        : result.output;
      this.say('tool', [resultOf(event.toolCallId, output, { isError: result.isError === true })], compact({ origin, ts }));
    } else if (type === 'step.end') {
      const { inputOther, output, inputCacheRead, inputCacheCreation }: Raw<LoopEvent['usage']> = objectOf(event.usage);
      const usage = usageFrom({ input: inputOther, output, cacheRead: inputCacheRead, cacheWrite: inputCacheCreation }, this.report, origin);
      const answer = this.#steps.get(textOf(event.uuid) ?? '');
      if (answer && usage) answer.usage = usage;
    } else if (type !== 'step.begin') this.#unknown.add(type, origin.line);
  }

  #add(event: Raw<LoopEvent>, parts: readonly Part[], origin: Origin, ts: string | undefined): void {
    const step = textOf(event.stepUuid) ?? '';
    const known = this.#steps.get(step);
    if (known) known.parts = [...known.parts, ...parts];
    else this.#steps.set(step, this.say('assistant', parts, compact({ id: step || undefined, origin, ts, model: this.#model })));
  }

  #compaction(value: Raw<ApplyCompaction>, origin: Origin, ts: string | undefined): void {
    const { contextSummary, summary, tokensBefore, tokensAfter, keptUserMessageCount } = value;
    const text = contextSummary ?? (isObject(summary) ? readParts(summary.content, readPart, this.report, origin) : summary);
    const count = numberOf(keptUserMessageCount) ?? 0;
    const kept = count > 0 ? [...this.#prompts].slice(-count).map(({ id }) => id) : [];
    this.compacted(text, {
      origin,
      ...compact({
        ts,
        tokensBefore: tokenCount(tokensBefore, this.report, origin),
        tokensAfter: tokenCount(tokensAfter, this.report, origin),
        keptFrom: kept[0],
        kept: kept.length > 0 ? kept : undefined,
      }),
    });
    this.#prompts.clear();
  }

  #undo(count: number): void {
    const first = [...this.#prompts].slice(-count)[0];
    if (first === undefined) return;
    this.takeBack(this.messages.indexOf(first));
    for (const prompt of [...this.#prompts].slice(-count)) this.#prompts.delete(prompt);
  }

  #older(value: JsonObject, origin: Origin): void {
    if (value.role === '_system_prompt') this.#prompt(value.content, origin);
    else if (!OLDER.has(String(value.role))) sayChat(this, value, { part: readPart, fields: [] }, this.report, origin);
  }
}

const PLACE = /(?:^|[/\\])(?:([^/\\]+?)(?:\.zip)?[/\\])?agents[/\\]([^/\\]+)[/\\]wire\.jsonl$/;

/**
 * Every agent has a file of its own; where several are in one, each is a conversation, and those of the first its subagents. The agent of a
 * file and its session are told by the folders (MoonshotAI/kimi-code `packages/agent-core/src/session/index.ts` @0379c3ad, `export/zip.ts`
 * @90f2c2d8); what is in no such folder is of the main agent.
 */
function readSource(source: Source, report: Report): Transcript[] {
  const [place, folder, own = 'main'] = PLACE.exec(source.name) ?? [];
  const session = place === undefined ? 'session' : (folder ?? 'main');
  const agents = new Map<string, SourceObject[]>();
  for (const placed of objectsIn(source)) {
    const agent = filled(placed.value.agentId) ?? own;
    addTo(agents, agent, placed);
  }
  const [main, ...others] = [...agents].map(([agent, records]) => new Reader(report).read(records, agent === 'main' ? session : agent));
  if (!main) return [];
  const extra = own === 'main' ? main.extra : { ...main.extra, ofSession: session };
  return [{ ...main, ...(extra && { extra }), subagents: others.filter(({ messages }) => messages.length > 0) }];
}

export const kimiCode: Format = {
  id: 'kimi-code',
  evidence: 'recorded',
  written: { by: "Kimi Code's protocol", tested: '1.4', version: stated('protocol_version') },
  extension: 'jsonl',
  detect,
  parse: (source, report) => readSource(source, report),
};
