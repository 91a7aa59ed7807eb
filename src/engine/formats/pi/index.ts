import type { FormatCapabilities, Format, Report, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, numberOf, textOf } from '../json.ts';
import { type BashRun, bashText, readEntries } from './entries.ts';
import { parsePi } from './parse.ts';
import type { Branch, Message, Part, ToolResultPart, Transcript } from '../../transcript/types.ts';
import { UniqueIds } from '../finish.ts';
import { argsObject } from '../format-names.ts';
import { branchesByFork, prepareMessages } from '../prepare.ts';
import { stated } from '../written.ts';

const PI_CARRIES: FormatCapabilities = {
  tools: true,
  toolText: false,
  toolDefinitions: false,
  system: false,
  reasoning: true,
  family: ['pi'],
  media: 'not-assistant',
  holds: (part) => part.type === 'image' && part.data !== undefined,
  records: true,
  isError: true,
  compactions: 'summaries',
  branches: true,
  subagents: false,
  title: true,
  names: false,
  synthetic: 'user',
  parts: 'any',
  paired: false,
  empty: true,
  blankText: true,
  finalSpace: true,
  neighbours: true,
};

/**
 * The session lines of a transcript in version 3: header, title, entries linked by parent; the main line ends the file. An entry has the id
 * of its message. Where a message becomes several entries, the others get unused ids: readers resolve parents by id, and of two entries
 * with one id they would lose everything before the second.
 */
function piLines(transcript: Transcript, report: Report): readonly JsonObject[] {
  const messages = prepareMessages(transcript, PI_CARRIES, report);
  const bare = transcript.compactions.filter(({ summaryId }) => summaryId === undefined).length;
  if (bare > 0) report({ code: 'lost-compactions', message: 'Compactions without a readable summary were left out.', count: bare });
  const ids = new UniqueIds();
  const main = messages.map((message) => ids.take(message.id));
  const written = new Map(messages.map((message, i) => [message.id, main[i]!]));
  const writer = new EntryWriter(transcript, ids, report);
  const forks = new Map(branchesByFork(transcript));
  const forksOf = (from: string | undefined): readonly Branch[] => {
    const found = forks.get(from) ?? [];
    forks.delete(from);
    return found;
  };
  // A fork from a missing message starts at the beginning, like one without a fork point.
  for (const from of forks.keys()) if (from === undefined || !written.has(from)) writer.branches(forksOf(from));
  messages.forEach((message, i) => {
    const keptFrom = message.compaction?.keptFrom;
    writer.message(message, main[i]!, (keptFrom === undefined ? undefined : written.get(keptFrom)) ?? main[i + 1]);
    writer.branches(forksOf(message.id));
  });
  return writer.lines;
}

class EntryWriter {
  readonly lines: JsonObject[];
  private readonly transcript: Transcript;
  private readonly ids: UniqueIds;
  private readonly report: Report;
  private parent: string | null = null;
  private clock = 0;

  constructor(transcript: Transcript, ids: UniqueIds, report: Report) {
    this.transcript = transcript;
    this.ids = ids;
    this.report = report;
    const first = transcript.messages.find((message) => message.ts !== undefined)?.ts;
    this.lines = [{ type: 'session', version: 3, id: transcript.id, timestamp: this.time(first), cwd: filled(transcript.extra?.cwd) ?? '/' }];
    if (transcript.title) this.entry({ type: 'session_info', name: transcript.title }, ids.take('title'), undefined);
  }

  branches(branches: readonly Branch[]): void {
    const at = this.parent;
    for (const branch of branches) {
      const messages = prepareMessages(
        { ...this.transcript, messages: branch.messages, tools: [], branches: [], subagents: [] },
        PI_CARRIES,
        this.report,
      );
      const own = messages.map((message) => this.ids.take(message.id));
      for (const [i, message] of messages.entries()) this.message(message, own[i]!, own[i + 1]);
      this.parent = at;
    }
  }

  message(message: Message, first: string, keptFrom: string | undefined): void {
    let id: string | undefined = first;
    const next = (kind: string): string => {
      const given = id ?? this.ids.take(`${message.id}/${kind}`);
      id = undefined;
      return given;
    };
    const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    if (message.compaction) {
      const tokensBefore = message.compaction.tokensBefore ?? 0;
      this.entry({ type: 'compaction', summary: text, firstKeptEntryId: keptFrom ?? first, tokensBefore }, next('summary'), message.ts);
    }
    const parts = message.compaction ? message.parts.filter((part) => part.type !== 'text') : message.parts;
    for (const part of parts) if (part.type === 'tool-result') this.said(resultMessage(part), next('result'), message.ts);
    const rest = parts.filter((part) => part.type !== 'tool-result');
    if (rest.length === 0 && id === undefined) return;
    const bash = bashOf(message, text);
    if (message.compaction) this.injected(rest, next('rest'), message.ts);
    else if (message.role === 'assistant') this.said(this.answer(message, rest), next('rest'), message.ts);
    else if (bash)
      this.said(
        { role: 'bashExecution', command: bash.command, output: bash.output, exitCode: bash.exitCode ?? 0, cancelled: false, truncated: false },
        next('rest'),
        message.ts,
      );
    else if (message.synthetic || message.role === 'tool') this.injected(rest, next('rest'), message.ts);
    else this.said({ role: 'user', content: this.blocks(rest) }, next('rest'), message.ts);
  }

  private injected(parts: readonly Part[], id: string, ts: string | undefined): void {
    this.entry({ type: 'custom_message', customType: 'injected', content: this.blocks(parts), display: false }, id, ts);
  }

  private answer(message: Message, parts: readonly Part[]): JsonObject {
    const usage = message.usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const own = this.transcript.format === 'pi' ? (message.extra ?? {}) : {};
    const calls = parts.some((part) => part.type === 'tool-call');
    return {
      role: 'assistant',
      content: this.blocks(parts),
      api: filled(own.api) ?? 'unknown',
      provider: filled(own.provider) ?? 'unknown',
      ...(message.model && { model: message.model }),
      usage: {
        ...usage,
        totalTokens: usage.input + usage.output + usage.cacheRead + usage.cacheWrite,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
      },
      stopReason: filled(own.stopReason) ?? (calls ? 'toolUse' : 'stop'),
      ...(filled(own.errorMessage) && { errorMessage: own.errorMessage }),
    };
  }

  private blocks(parts: readonly Part[]): readonly JsonObject[] {
    return parts.flatMap((part): JsonObject[] => {
      if (part.type === 'reasoning') {
        return [
          part.encrypted !== undefined
            ? { type: 'thinking', thinking: part.text, thinkingSignature: part.encrypted, redacted: true }
            : { type: 'thinking', thinking: part.text, ...(part.signature !== undefined && { thinkingSignature: part.signature }) },
        ];
      }
      if (part.type === 'tool-call') return [{ type: 'toolCall', id: part.id, name: part.name, arguments: argsObject(part.args, this.report) }];
      return plainBlock(part);
    });
  }

  private said(message: JsonObject, id: string, ts: string | undefined): void {
    const timestamp = this.time(ts);
    this.entry({ type: 'message', message: { ...message, timestamp: Date.parse(timestamp) } }, id, timestamp);
  }

  private entry(body: JsonObject, id: string, ts: string | undefined): void {
    const { type, ...rest } = body;
    this.lines.push({ type, id, parentId: this.parent, timestamp: ts ?? this.time(undefined), ...rest });
    this.parent = id;
  }

  /** Entries without a time count seconds from 1970, which the importer reads as no time. */
  private time(ts: string | undefined): string {
    return ts ?? new Date(this.clock++ * 1000).toISOString();
  }
}

const plainBlock = (part: Part): JsonObject[] =>
  part.type === 'text'
    ? [{ type: 'text', text: part.text }]
    : part.type === 'image' && part.data !== undefined
      ? [{ type: 'image', data: part.data, mimeType: part.mime ?? 'image/png' }]
      : [];

const resultMessage = (part: ToolResultPart): JsonObject => ({
  role: 'toolResult',
  toolCallId: part.callId,
  toolName: part.name ?? '',
  content: part.content.flatMap(plainBlock),
  isError: part.isError === true,
});

function bashOf(message: Message, text: string): BashRun | undefined {
  const given = message.extra?.bash;
  if (!isObject(given) || message.parts.length !== 1) return undefined;
  const exitCode = numberOf(given.exitCode);
  const run: BashRun = { command: textOf(given.command) ?? '', output: textOf(given.output) ?? '', ...(exitCode !== undefined && { exitCode }) };
  return bashText(run) === text ? run : undefined;
}

const SAMPLE = 50;
const ROLES = new Set(['user', 'assistant', 'toolResult', 'bashExecution', 'custom', 'hookMessage']);

function detect(source: Source): number {
  let best = 0;
  for (const entry of readEntries({ ...source, records: source.records.slice(0, SAMPLE) }).slice(0, SAMPLE)) {
    const { value, type } = entry;
    if (type === 'session_start') return 0;
    if (type === 'session' && typeof value.cwd === 'string' && !('payload' in value)) best = Math.max(best, 0.7);
    if (
      type === 'message' &&
      isObject(value.message) &&
      typeof value.message.role === 'string' &&
      ROLES.has(value.message.role) &&
      'timestamp' in value &&
      !('sessionId' in value)
    )
      return 0.95;
  }
  return best;
}

export const pi: Format = {
  id: 'pi',
  evidence: 'recorded',
  written: { by: "pi's session format", tested: '3', version: stated('version', ({ type }) => type === 'session') },
  extension: 'jsonl',
  carries: PI_CARRIES,
  detect,
  parse: parsePi,
  serialize: (transcript, report) =>
    piLines(transcript, report)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
};
