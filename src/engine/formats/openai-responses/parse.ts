import type { Origin, RecordedCompaction, Result, ToolDefinition, Transcript, Usage } from '../../transcript/types.ts';
import type { ImportError, Report, Source } from '../contract.ts';
import { refused } from '../errors.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, type JsonObject } from '../json.ts';
import { usageFrom } from '../usage.ts';
import { locate, type RawExchange } from './locate.ts';
import { ItemReader, readInstructions } from './read.ts';
import { otherTools, readToolList } from './tools.ts';

/** Request fields that are written back on an export to the same format. */
const REQUEST_FIELDS = [
  'temperature',
  'top_p',
  'max_output_tokens',
  'max_tool_calls',
  'parallel_tool_calls',
  'tool_choice',
  'reasoning',
  'text',
  'include',
  'store',
  'truncation',
  'service_tier',
  'context_management',
  'prompt_cache_key',
  'metadata',
];

const MISSING = {
  code: 'missing-history',
  message: 'The request goes on from an earlier response that the file does not hold: what was said before is missing.',
};

/** Every conversation of a source in Responses notation. A response that follows another of the file by its id goes on with it. */
export function parseResponses(source: Source, report: Report): Result<Transcript[], ImportError> {
  const exchanges = locate(source, (line, path) =>
    report({
      code: 'unread-record',
      message: 'Records hold no messages and were skipped.',
      ...(line !== undefined && { line }),
      ...(path !== undefined && { path }),
    }),
  );
  const conversations: Conversation[] = [];
  const byResponse = new Map<string, Conversation>();
  for (const exchange of exchanges) {
    const earlier = previousOf(exchange);
    const known = earlier === undefined ? undefined : byResponse.get(earlier);
    const conversation = known ?? new Conversation(report, conversations.length);
    if (!known) conversations.push(conversation);
    conversation.add(exchange, known !== undefined);
    const id = filled(exchange.response?.id);
    if (id !== undefined) byResponse.set(id, conversation);
  }
  const transcripts = conversations.map((one) => one.transcript()).filter(({ messages }) => messages.length > 0);
  if (transcripts.length > 0) return { ok: true, value: transcripts.map((transcript) => finishTranscript(transcript, report)) };
  return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-content', values: { format: 'openai-responses' } }, { path: '$' });
}

const previousOf = ({ request, response }: RawExchange): string | undefined =>
  filled(request?.previous_response_id) ?? filled(response?.previous_response_id);

class Conversation {
  readonly #report: Report;
  readonly #index: number;
  readonly #reader: ItemReader;
  readonly #instructions: Draft[] = [];
  readonly #tools = new Map<string, ToolDefinition>();
  #others: readonly JsonObject[] = [];
  #extra: JsonObject = {};
  #id: string | undefined;
  #model: string | undefined;
  /** The API's compaction gives the whole context that goes on: everything in it has been kept. */
  #kept = false;

  constructor(report: Report, index: number) {
    this.#report = report;
    this.#index = index;
    this.#reader = new ItemReader(report);
  }

  add({ request, response, id, line, path, responsePath, bare }: RawExchange, goesOn: boolean): void {
    const at = (where: string): Origin => ({ ...(line !== undefined && { line }), path: where });
    const beside = responsePath ?? path;
    if (
      !goesOn &&
      (previousOf({ path, ...(request && { request }), ...(response && { response }) }) ?? conversationOf(request ?? response)) !== undefined
    )
      this.#report({ ...MISSING, ...at(path) });
    const header = request ?? response ?? {};
    if (this.#instructions.length === 0) this.#instructions.push(...readInstructions(header.instructions, this.#report, at(`${path}.instructions`)));
    this.#header(header);
    this.#id ??= id ?? filled(response?.id);
    this.#model = filled(response?.model) ?? this.#model;
    if (request) this.#reader.read(request.input, at(bare ? path : `${path}.input`));
    if (!response) return;
    if (response.object === 'response.compaction') this.#kept = true;
    const model = filled(response.model);
    const answers = this.#reader.read(response.output, at(`${beside}.output`), model).filter(({ role }) => role === 'assistant');
    const last = answers.at(-1);
    const usage = usageOf(response.usage, this.#report, at(`${beside}.usage`));
    const ts = isoTime(response.created_at);
    if (last && usage) last.usage = usage;
    if (ts !== undefined) for (const answer of answers) answer.ts = ts;
  }

  #header(header: JsonObject): void {
    this.#model ??= filled(header.model);
    for (const tool of readToolList(header.tools)) this.#tools.set(tool.name, tool);
    if (Array.isArray(header.tools)) this.#others = otherTools(header.tools);
    const fields = REQUEST_FIELDS.filter((key) => header[key] !== undefined && header[key] !== null);
    this.#extra = { ...this.#extra, ...Object.fromEntries(fields.map((key) => [key, header[key]])) };
  }

  transcript(): Transcript {
    const { messages, compactions, tools } = this.#reader;
    for (const tool of tools) if (!this.#tools.has(tool.name)) this.#tools.set(tool.name, tool);
    const extra = { ...this.#extra, ...(this.#others.length > 0 && { tools: this.#others }) };
    const before = this.#instructions.length;
    return {
      id: this.#id ?? `conversation-${this.#index + 1}`,
      format: 'openai-responses',
      ...(this.#model !== undefined && { model: this.#model }),
      tools: [...this.#tools.values()],
      messages: [...this.#instructions, ...messages],
      compactions: compactions.map((compaction): RecordedCompaction => {
        const [first] = messages;
        const kept = this.#kept && first && compaction.at > 0 ? { keptFrom: first.id } : {};
        return { ...compaction, at: compaction.at + before, ...kept };
      }),
      branches: [],
      subagents: [],
      ...(Object.keys(extra).length > 0 && { extra }),
    };
  }
}

/** `conversation`: the provider keeps what was said. */
function conversationOf(header: JsonObject | undefined): string | undefined {
  const conversation = header?.conversation;
  return filled(isObject(conversation) ? conversation.id : conversation);
}

/** The input includes tokens read from the cache. */
function usageOf(usage: unknown, report: Report, place: Origin): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const details = isObject(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const counts = { input: usage.input_tokens, output: usage.output_tokens, cacheRead: details.cached_tokens, cacheWrite: details.cache_write_tokens };
  const read = usageFrom(counts, report, place);
  return read && { ...read, input: Math.max(0, read.input - read.cacheRead - read.cacheWrite) };
}
