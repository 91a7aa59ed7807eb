import type { Origin, Part, RecordedCompaction, ToolDefinition, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, isTokenCount, usageWithin } from '../finish.ts';
import { addTo, compact, filled, isObject, isoTime, type JsonObject, jsonText, numberOf, objectOf, objectsOf, textOf, windowOf } from '../json.ts';
import { ITEM_TYPES, readItem, sayItem } from '../openai-responses/responses-items.ts';
import { stated } from '../lists.ts';
import { PARTS_JOINED, REPEATED_LINE, unknownLine } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';

interface RolloutLine {
  readonly value: JsonObject;
  readonly origin: Origin;
}

function headerOf(line: JsonObject): JsonObject | undefined {
  if (line.type === 'session_meta') return isObject(line.payload) ? line.payload : undefined;
  return filled(line.type) === undefined && filled(line.record_type) === undefined && 'instructions' in line ? line : undefined;
}

/**
 * Id of the session whose agent started this one as a subagent; a fork by a person has none. Newer headers name it beside the source
 * (openai/codex #25113), older ones within it.
 */
function parentOf(header: JsonObject): string | undefined {
  const { subagent } = objectOf(header.source);
  const spawn = objectOf(objectOf(subagent).thread_spawn);
  return filled(header.parent_thread_id) ?? filled(spawn.parent_thread_id);
}

const originsOf = (header: JsonObject): readonly string[] => [header.forked_from_id, parentOf(header)].flatMap((id) => filled(id) ?? []);

interface SessionDraft {
  readonly lines: RolloutLine[];
  id: string | undefined;
  readonly ids: Set<string>;
  written?: Set<string>;
}

/**
 * The sessions of a file, the first line first. A header begins a session, unless the current session was forked from it (a fork repeats its source's
 * history, header included) or is the same one: a session stored twice, or a longer copy of it, is one session.
 */
function sessionsOf(source: Source, report: Report): readonly (readonly RolloutLine[])[] {
  const sessions: SessionDraft[] = [];
  const byId = new Map<string, SessionDraft>();
  let current: SessionDraft | undefined;
  const begin = (): SessionDraft => {
    const session: SessionDraft = { lines: [], id: undefined, ids: new Set() };
    sessions.push(session);
    return session;
  };
  for (const line of linesOf(source)) {
    const header = headerOf(line.value);
    if (header) {
      const id = filled(header.id);
      const inside = current?.ids.has(id ?? '') ? current : undefined;
      const known = inside ?? (id === undefined ? undefined : byId.get(id));
      if (known) {
        report({ ...PARTS_JOINED, ...line.origin });
        if (known.id === id) known.written ??= new Set(known.lines.map(({ value }) => jsonText(value)));
      }
      current = known ?? (current && current.id === undefined && current.ids.size === 0 ? current : begin());
      if (!known) {
        current.id = id ?? '';
        if (id !== undefined) byId.set(id, current);
      }
      for (const own of [...(id === undefined ? [] : [id]), ...originsOf(header)]) current.ids.add(own);
    }
    current ??= begin();
    if (current.written && isoTime(line.value.timestamp) !== undefined) {
      const text = jsonText(line.value);
      if (current.written.has(text)) {
        if (!header) report({ ...REPEATED_LINE, ...line.origin });
        continue;
      }
      current.written.add(text);
    }
    current.lines.push(line);
  }
  return sessions.map(({ lines }) => lines);
}

function* linesOf(source: Source): IterableIterator<RolloutLine> {
  for (const { value, line, path } of source.records) {
    for (const [i, one] of (Array.isArray(value) ? value : [value]).entries()) {
      const origin = line === undefined ? { path: `${path ?? '$'}${Array.isArray(value) ? `[${i}]` : ''}` } : { line };
      if (isObject(one)) yield { value: one, origin };
    }
  }
}

interface RetainedMessages {
  readonly messages: readonly Draft[];
  readonly unknown: number;
}

const sealed = ({ type }: JsonObject): boolean => type === 'compaction' || type === 'compaction_summary' || type === 'context_compaction';

function keptBy(history: unknown, hasSummary: boolean, messages: readonly Draft[]): RetainedMessages {
  const list = objectsOf(history);
  const items = list.filter((item, i) => !sealed(item) && !(hasSummary && i === list.length - 1));
  const places = new Map<string, number[]>();
  messages.forEach((message, i) => {
    const said = saidBy(message.role, message.parts);
    if (said === undefined || message.compaction) return;
    addTo(places, said, i);
  });
  const found: Draft[] = [];
  let unknown = 0;
  // From the end on: the newest of equal messages is the one that stayed.
  let before = messages.length;
  for (const item of items.toReversed()) {
    const read = readItem(item, () => undefined);
    const said = read?.kind === 'answer' ? saidBy('assistant', read.parts) : read?.kind === 'input' ? saidBy(read.role, read.parts) : undefined;
    const at = said === undefined ? undefined : places.get(said)?.findLast((place) => place < before);
    if (at === undefined) unknown++;
    else {
      found.push(messages[at]!);
      before = at;
    }
  }
  return { messages: found.reverse(), unknown };
}

/** What a message says without its reasoning, as a key; undefined where it does more than that. */
function saidBy(role: string, parts: Draft['parts']): string | undefined {
  const said = parts.filter(({ type }) => type !== 'reasoning');
  return said.length > 0 && said.every(({ type }) => type === 'text' || type === 'image') ? `${role} ${jsonText(said)}` : undefined;
}

function withKept(compaction: RecordedCompaction, kept: readonly Draft[], messages: readonly Draft[]): RecordedCompaction {
  const ids = kept.flatMap(({ id }) => filled(id) ?? []);
  const [first] = ids;
  if (first === undefined) return compaction;
  const inRow = kept.every((message, i) => messages[compaction.at - kept.length + i] === message);
  return { ...compaction, ...(inRow ? { keptFrom: first } : { kept: ids }) };
}

/** Lines and items that are not sent to the model. */
const UNSPOKEN = new Set(['world_state', 'inter_agent_communication_metadata', 'ghost_snapshot', 'compaction', 'compaction_trigger']);

const parseRollout = (source: Source, report: Report): Transcript[] =>
  sessionsOf(source, report).flatMap((lines) => {
    const reader = new Reader(report);
    for (const { value, origin } of lines) reader.read(value, origin);
    const transcript = reader.transcript();
    return transcript.messages.length > 0 ? [transcript] : [];
  });

class Reader extends Talk {
  readonly #kept: (readonly Draft[])[] = [];
  #tools: readonly ToolDefinition[] = [];
  #meta: JsonObject | undefined;
  #model: string | undefined;
  /** Window of the model in use, as last reported; a report without a model says 0. */
  #window: number | undefined;
  #uncounted: Draft | undefined;
  #total = 0;
  #context: number | undefined;
  #shown: string | undefined;
  #bare: { text: string } | undefined;

  read(line: JsonObject, origin: Origin): void {
    const type = filled(line.type);
    const payload = isObject(line.payload) ? line.payload : undefined;
    const ts = isoTime(line.timestamp);
    switch (type) {
      case 'session_meta':
        if (payload) this.#begin(payload, origin);
        break;
      case 'turn_context':
        this.#model = filled(payload?.model) ?? this.#model;
        break;
      case 'event_msg':
        if (payload) this.#event(payload, origin);
        break;
      case 'compacted':
        if (payload) this.#compacted(payload, origin, ts);
        break;
      case 'response_item':
        if (payload) this.#item(payload, origin, ts);
        break;
      default:
        this.#unwrapped(line, type, origin, ts);
    }
  }

  #unwrapped(line: JsonObject, type: string | undefined, origin: Origin, ts: string | undefined): void {
    if (type !== undefined && ITEM_TYPES.has(type)) this.#item(line, origin, ts);
    else if (type === undefined && filled(line.record_type) !== undefined) return;
    else if (headerOf(line)) this.#begin(line, origin);
    else if (!UNSPOKEN.has(type ?? '')) this.#unknown(type ?? '', origin);
  }

  #unknown(type: string, origin: Origin): void {
    this.report({ ...unknownLine(type), ...origin });
  }

  #begin(meta: JsonObject, origin: Origin): void {
    if (this.#meta) return;
    this.#meta = meta;
    const { base_instructions: base } = meta;
    const instructions = filled(isObject(base) ? base.text : base) ?? filled(meta.instructions);
    if (instructions !== undefined) this.messages.push({ id: 'instructions', role: 'system', parts: [{ type: 'text', text: instructions }], origin });
    const groups = Array.isArray(meta.dynamic_tools) ? objectsOf(meta.dynamic_tools) : isObject(meta.dynamic_tools) ? [meta.dynamic_tools] : [];
    this.#tools = groups.flatMap((group) => (Array.isArray(group.tools) ? objectsOf(group.tools) : [group])).flatMap(toolOf);
  }

  #event(event: JsonObject, origin: Origin): void {
    if (event.type === 'thread_rolled_back') this.#takeBack(numberOf(event.num_turns) ?? 1, origin);
    else if (event.type === 'agent_reasoning') {
      const text = filled(event.text);
      if (this.#bare && text !== undefined) {
        this.#bare.text = text;
        this.#bare = undefined;
      } else this.#shown = text;
    } else if (event.type === 'token_count' && isObject(event.info)) {
      this.#window = windowOf(event.info.model_context_window) ?? this.#window;
      this.#counted(event.info, origin);
    } else if (event.type === 'task_started') this.#window = windowOf(event.model_context_window) ?? this.#window;
  }

  #takeBack(turns: number, origin: Origin): void {
    const prompts = [...this.messages.keys()].filter((i) => {
      const { role, synthetic, compaction } = this.messages[i]!;
      return role === 'user' && !synthetic && !compaction;
    });
    const cut = prompts.at(-Math.min(Math.max(turns, 0), prompts.length));
    if (turns <= 0 || cut === undefined) return;
    this.takeBack(cut);
    this.#kept.length = this.compactions.length;
    this.#uncounted = undefined;
    const count = Math.min(turns, prompts.length);
    this.report({ code: 'turns-taken-back', message: 'Turns that were taken back are branches.', count, ...origin });
  }

  #counted({ total_token_usage: all, last_token_usage: last }: JsonObject, origin: Origin): void {
    const total = isObject(all) ? (numberOf(all.total_tokens) ?? 0) : 0;
    if (total === this.#total || !isObject(last)) return;
    this.#total = total;
    this.#context = isTokenCount(last.total_tokens) && last.total_tokens > 0 ? last.total_tokens : undefined;
    const usage = usageOf(last, this.report, origin);
    if (usage && this.#uncounted) this.#uncounted.usage = usage;
    this.#uncounted = undefined;
    this.close();
  }

  #compacted({ message, replacement_history: history }: JsonObject, origin: Origin, ts: string | undefined): void {
    const text = filled(message);
    const kept = keptBy(history, text !== undefined, this.messages);
    this.#kept.push(kept.messages);
    if (kept.unknown > 0)
      this.report({
        code: 'compaction-kept',
        message: 'Items that stayed beside the summary of a recorded compaction are no earlier messages word for word; they are missing there.',
        count: kept.unknown,
        ...origin,
      });
    const id = `compacted-${this.compactions.length + 1}`;
    this.compacted(text, compact({ id, tokensBefore: this.#context, origin, ts }));
  }

  #item(item: JsonObject, origin: Origin, ts: string | undefined): void {
    const read = readItem(item, this.report);
    const shown = this.#shown;
    this.#shown = undefined;
    this.#bare = undefined;
    if (!read) {
      const type = textOf(item.type) ?? '';
      if (!UNSPOKEN.has(type)) this.#unknown(type, origin);
      return;
    }
    const more = compact({ id: filled(item.id) ?? `line-${origin.line ?? this.messages.length + 1}`, origin, ts });
    sayItem(this, read, more, (parts) => this.#answered(parts, more, read.kind === 'answer' ? shown : undefined));
  }

  #answered(parts: readonly Part[], more: Parameters<Talk['say']>[2], shown: string | undefined): void {
    const own = parts.map((part) => {
      if (part.type !== 'reasoning' || part.text !== '') return part;
      const reasoning = { ...part, text: shown ?? '' };
      if (shown === undefined) this.#bare = reasoning;
      return reasoning;
    });
    const before = this.messages.length;
    const answer = this.answer(own, compact({ ...more, model: this.#model }));
    if (this.messages.length > before) this.#uncounted = answer;
  }

  transcript(): Transcript {
    const meta = this.#meta ?? {};
    const told = { cwd: meta.cwd, version: meta.cli_version, provider: meta.model_provider, ofSession: parentOf(meta) };
    const extra = Object.fromEntries(Object.entries(told).filter(([, value]) => filled(value) !== undefined));
    const head = { id: filled(meta.id) ?? 'session', format: 'codex-rollout', model: this.#model, window: this.#window, tools: this.#tools };
    const transcript = this.finish({ ...head, extra });
    return { ...transcript, compactions: this.compactions.map((one, i) => withKept(one, this.#kept[i] ?? [], this.messages)) };
  }
}

function toolOf(tool: JsonObject): ToolDefinition[] {
  const name = filled(tool.name);
  const description = filled(tool.description);
  const schema = tool.input_schema ?? tool.inputSchema ?? tool.parameters;
  return name === undefined ? [] : [{ name, ...(description !== undefined && { description }), ...(isObject(schema) && { schema }) }];
}

function usageOf(counted: JsonObject, report: Report, origin: Origin): Usage | undefined {
  const { input_tokens: input, output_tokens: output, cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = counted;
  return usageWithin({ input, output, cacheRead, cacheWrite }, report, origin);
}

const SAMPLE = 50;
const WRAPPERS = new Set(['session_meta', 'response_item', 'turn_context', 'compacted']);

function detect(source: Source): number {
  let bare = 0;
  let header = false;
  for (const { value } of source.records.slice(0, SAMPLE)) {
    if (!isObject(value)) continue;
    const type = filled(value.type);
    if (type !== undefined && WRAPPERS.has(type) && isObject(value.payload)) return 0.97;
    if (filled(value.record_type) !== undefined) header = true;
    if (type === undefined && filled(value.id) !== undefined && filled(value.timestamp) !== undefined && 'instructions' in value) header = true;
    if (type !== undefined && ITEM_TYPES.has(type)) bare++;
  }
  return header && bare > 0 ? 0.9 : 0;
}

/** Read only: a rollout holds internal state of the program that wrote it, which cannot be reconstructed. */
export const codexRollout: Format = {
  id: 'codex-rollout',
  evidence: 'recorded',
  written: { by: 'Codex', tested: '0.146.0', version: stated('payload.cli_version') },
  extension: 'jsonl',
  detect,
  parse: parseRollout,
};
