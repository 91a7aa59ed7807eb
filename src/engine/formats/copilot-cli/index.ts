import type { Origin, Part, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { around, callOf, filePart, resultOf, texts, thoughts } from '../format-parts.ts';
import { firstObjects, lineOrPath, objectsIn, type SourceObject, stated } from '../lists.ts';
import { INTERFACE_NOTE, KindCounter } from '../encoding.ts';
import { Talk } from '../chat-messages.ts';
import { modelOf, tokenCount, usageWithin } from '../finish.ts';

/**
 * Lines of `~/.copilot/session-state/<id>/events.jsonl`: `{type, data, id, timestamp, parentId, agentId?}`. Types of `@github/copilot` 1.0.80
 * to 1.0.102 (`session-events.schema.json` in its package), and a session recorded with 1.0.102.
 */
interface Event {
  type: string;
  data: object;
  id: string;
  timestamp: string;
  parentId: string | null;
  agentId?: string;
}

interface SessionStart {
  sessionId: string;
  producer: 'copilot-agent';
  copilotVersion: string;
  selectedModel?: string;
  context?: { cwd: string };
}

interface UserMessage {
  content: string;
  transformedContent?: string;
  attachments?: readonly { type: string; path?: string; displayName?: string; data?: string; mimeType?: string }[];
  source?: string;
}

interface AssistantMessage {
  messageId: string;
  content: string;
  model?: string;
  reasoningText?: string;
  reasoningOpaque?: string;
  encryptedContent?: string;
  toolRequests?: readonly { toolCallId: string; name: string; arguments: object | string }[];
  apiCallId?: string;
  parentToolCallId?: string;
}

interface ExecutionComplete {
  toolCallId: string;
  success: boolean;
  /** `content` is what the model saw, `detailedContent` what the screen showed. */
  result?: { content: string; detailedContent?: string };
  error?: { message: string; code?: string };
  parentToolCallId?: string;
}

interface CompactionComplete {
  success: boolean;
  summaryContent?: string;
  preCompactionTokens?: number;
  postCompactionTokens?: number;
  trigger?: string;
}

interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  apiCallId?: string;
}

const UNSPOKEN =
  /^(?:model|hook|permission|elicitation|external_tool|command|sampling|user_input|exit_plan_mode|mcp|pending_messages|commands)\.|^(?:abort|tool\.execution_start|tool\.execution_progress|tool\.execution_partial_result|tool\.user_requested|assistant\.(?:turn_start|turn_end|intent|message_delta|message_start|reasoning_delta|streaming_delta|idle)|subagent\.(?:completed|failed|selected|deselected)|session\.(?:resume|shutdown|idle|compaction_start|model_change|mode_changed|plan_changed|title_changed|context_changed|usage_info|tools_updated|skills_loaded|custom_agents_updated|mcp_servers_loaded|mcp_server_status_changed|extensions_loaded|background_tasks_changed|workspace_file_changed|import_legacy|handoff|task_complete|permissions_changed|remote_steerable_changed))$/;
/** Types whose texts the person saw and the model did not. */
const NOTES = /^(?:session\.(?:info|warning|error)|system\.notification)$/;

const OWN = new Set(['user.message', 'assistant.message', 'assistant.turn_start', 'tool.execution_start', 'tool.execution_complete']);

const isEvent = (value: JsonObject): boolean => typeof value.type === 'string' && isObject(value.data);
const isStart = (value: JsonObject): boolean => value.type === 'session.start' && isObject(value.data) && value.data.producer === 'copilot-agent';

function detect(source: Source): number {
  const events = firstObjects(source).filter(isEvent);
  if (events.some(isStart)) return 0.98;
  return new Set(events.flatMap(({ type }) => (OWN.has(String(type)) ? [type] : []))).size >= 2 ? 0.96 : 0;
}

function sessionsOf(source: Source): SourceObject[][] {
  const sessions: SourceObject[][] = [];
  let id: unknown;
  for (const placed of objectsIn(source)) {
    const own = isStart(placed.value) ? (placed.value.data as Raw<SessionStart>).sessionId : undefined;
    if (sessions.length === 0 || (own !== undefined && id !== undefined && own !== id)) sessions.push([]);
    id = own ?? id;
    sessions.at(-1)!.push(placed);
  }
  return sessions;
}

class Reader extends Talk {
  readonly #agents = new Map<string, { readonly talk: Talk; name?: string }>();
  readonly #unknown = new KindCounter();
  readonly #places = new Map<string, number>();
  readonly #usages = new Map<string, Usage>();
  #usage: Usage | undefined;
  #reasoning: string | undefined;
  #header: Raw<SessionStart> = {};
  #system: string | undefined;

  read(events: readonly SourceObject[], index: number): Transcript {
    const system = events.find(({ value }) => value.type === 'system.message' && isObject(value.data) && filled(value.data.content));
    if (system) this.#systemMessage(system.value.data as JsonObject, this, { origin: originOf(system) });
    for (const placed of events) {
      this.#event(placed);
      const id = filled(placed.value.id);
      if (id !== undefined) this.#places.set(id, this.messages.length);
    }
    this.#unknown.report('unknown-entry', 'Lines of unknown types were left out', this.report);
    const { sessionId, selectedModel, context } = this.#header;
    const id = filled(sessionId) ?? `session-${index + 1}`;
    return this.finish({
      id,
      format: 'copilot-cli',
      model: modelOf(this.messages) ?? filled(selectedModel),
      subagents: [...this.#agents].flatMap(([agent, { talk, name }]) =>
        talk.messages.length > 0 ? [talk.finish({ id: `${id}/${agent}`, format: 'copilot-cli', title: name })] : [],
      ),
      ...(isObject(context) && filled(context.cwd) && { extra: { cwd: context.cwd } }),
    });
  }

  #event(placed: SourceObject): void {
    const { value } = placed;
    const { type, agentId, id, timestamp }: Raw<Event> = value;
    const data: JsonObject = objectOf(value.data);
    const kind = textOf(type) ?? '';
    const origin = originOf(placed);
    const agent = filled(agentId) ?? filled(data.parentToolCallId);
    const talk = agent === undefined ? this : this.#agent(agent).talk;
    const more = compact({ id: filled(id), ts: isoTime(timestamp), origin });
    switch (kind) {
      case 'session.start':
        this.#header = data;
        return;
      case 'system.message':
        this.#systemMessage(data, talk, more);
        return;
      case 'user.message':
        this.#userMessage(data, talk, more);
        return;
      case 'assistant.message':
        this.#answered(data, talk, more);
        return;
      case 'assistant.reasoning':
        this.#reasoning = filled(data.content);
        return;
      case 'tool.execution_complete':
        this.#result(data, talk, more);
        return;
      case 'subagent.started':
        if (filled(data.toolCallId))
          this.#agent(filled(agentId) ?? filled(data.toolCallId)!).name = filled(data.agentName) ?? filled(data.agentDisplayName);
        return;
      case 'session.usage_record':
      case 'assistant.usage':
        this.#spent(isObject(data.usage) ? data.usage : data, kind === 'assistant.usage', talk, origin);
        return;
      case 'session.compaction_complete': {
        const { success, summaryContent, preCompactionTokens, postCompactionTokens, trigger }: Raw<CompactionComplete> = data;
        const tokensBefore = tokenCount(preCompactionTokens, this.report, origin);
        const tokensAfter = tokenCount(postCompactionTokens, this.report, origin);
        if (success !== false) talk.compacted(summaryContent, { ...more, ...compact({ tokensBefore, tokensAfter, trigger: filled(trigger) }) });
        return;
      }
      case 'session.truncation':
      case 'session.context_cleared':
        talk.compacted(undefined, { trigger: kind === 'session.truncation' ? 'truncation' : 'clear' });
        return;
      case 'session.snapshot_rewind': {
        const at = this.#places.get(filled(data.upToEventId) ?? '');
        if (at !== undefined) talk.takeBack(at);
        else
          this.report({ code: 'missing-parent', message: 'The event up to which turns were taken back is not in the file; they stay.', ...origin });
        return;
      }
      default:
        if (NOTES.test(kind)) this.report({ ...INTERFACE_NOTE, ...origin });
        else if (!UNSPOKEN.test(kind)) this.#unknown.add(kind, placed.line);
    }
  }

  #agent(id: string): { readonly talk: Talk; name?: string | undefined } {
    const known = this.#agents.get(id) ?? { talk: new Talk(this.report) };
    this.#agents.set(id, known);
    return known;
  }

  #systemMessage({ content }: JsonObject, talk: Talk, more: Parameters<Talk['say']>[2]): void {
    if (talk === this && content === this.#system) return;
    if (talk === this) this.#system = textOf(content);
    talk.say('system', texts(content), more);
  }

  #userMessage(data: Raw<UserMessage>, talk: Talk, more: Parameters<Talk['say']>[2]): void {
    const said = textOf(data.content) ?? '';
    const files = objectsOf(data.attachments).map((file): Part => {
      const bytes = filled(file.data);
      const name = filled(file.displayName) ?? filled(file.path);
      return bytes === undefined ? { type: 'file', ...(name && { name }) } : filePart(bytes, filled(file.mimeType), name);
    });
    const parts = data.transformedContent === undefined ? texts(said) : around(data.transformedContent, said);
    talk.say('user', [...parts, ...files], { ...more, ...(filled(data.source) && { synthetic: true }) });
  }

  #answered(data: Raw<AssistantMessage>, talk: Talk, more: Parameters<Talk['say']>[2]): void {
    const encrypted = filled(data.reasoningOpaque) ?? filled(data.encryptedContent);
    const parts: Part[] = [
      ...thoughts(filled(data.reasoningText) ?? this.#reasoning, { encrypted }),
      ...texts(data.content),
      ...objectsOf(data.toolRequests).map((call) => callOf(call.toolCallId, call.name, call.arguments)),
    ];
    const usage = this.#usages.get(filled(data.apiCallId) ?? '') ?? this.#usage;
    talk.say('assistant', parts, { ...more, ...compact({ model: filled(data.model), usage }) });
    this.#usage = undefined;
    this.#reasoning = undefined;
  }

  #result(data: Raw<ExecutionComplete>, talk: Talk, more: Parameters<Talk['say']>[2]): void {
    const failed = data.success === false;
    const result: JsonObject = objectOf(data.result);
    const error: JsonObject = objectOf(data.error);
    const content = result.content ?? (failed ? error.message : undefined);
    talk.say('tool', [resultOf(data.toolCallId, content, { isError: failed })], more);
  }

  #spent(data: Raw<CallUsage>, after: boolean, talk: Talk, origin: Origin): void {
    const counts = { input: data.inputTokens, output: data.outputTokens, cacheRead: data.cacheReadTokens, cacheWrite: data.cacheWriteTokens };
    const usage = usageWithin(counts, this.report, origin);
    if (!usage) return;
    const last = talk.messages.findLast(({ role }) => role === 'assistant');
    if (after && last) last.usage ??= usage;
    else if (filled(data.apiCallId)) this.#usages.set(filled(data.apiCallId)!, usage);
    else this.#usage = usage;
  }
}

const originOf = ({ line, path }: SourceObject): Origin => lineOrPath(line, path);

export const copilotCli: Format = {
  id: 'copilot-cli',
  evidence: 'recorded',
  written: { by: 'Copilot CLI', tested: '1.0.102', version: stated('data.copilotVersion') },
  unread: 'the requests of the summariser',
  extension: 'jsonl',
  detect,
  parse: (source, report) => sessionsOf(source).map((events, i) => new Reader(report).read(events, i)),
};
