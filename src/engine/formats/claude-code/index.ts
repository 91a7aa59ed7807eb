import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { filled, isObject, type JsonObject, textOf } from '../json.ts';
import { sessionLines } from './lines.ts';
import { parseClaudeCode } from './parse.ts';
import type { Branch, Message, Transcript } from '../../transcript/types.ts';
import { writeBlocks, type WriteOptions, writeUsage } from '../anthropic-messages/blocks.ts';
import { UniqueIds } from '../finish.ts';
import { branchesByFork, prepareMessages } from '../prepare.ts';
import { stated } from '../lists.ts';
import { SESSION_CARRIES } from '../contract.ts';

function hash32(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function uuidOf(seed: string, id: string): string {
  if (UUID.test(id)) return id;
  const hex = [0x811c9dc5, 0x1b873593, 0xcc9e2d51, 0x85ebca6b].map((start) => hash32(`${seed}\n${id}`, start).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const CLAUDE_CODE_CARRIES: FormatCapabilities = {
  ...SESSION_CARRIES,
  system: false,
  eitherReasoning: true,
  family: ['claude-code'],
  media: 'any',
  documents: true,
  references: /^file_/,
  subagents: true,
};

function claudeCodeLines(transcript: Transcript, report: Report): readonly JsonObject[] {
  const session = uuidOf('session', transcript.id);
  const writer = new LineWriter(session, transcript, report);
  writer.mainLine(transcript, report);
  for (const subagent of transcript.subagents) {
    if (subagent.subagents.length > 0)
      report({ code: 'lost-subagents', message: 'Subagents of subagents were left out.', count: subagent.subagents.length });
    writer.sidechain(subagent, report);
  }
  const leaf = writer.lines.at(-1)?.uuid;
  return transcript.title ? [{ type: 'summary', summary: transcript.title, leafUuid: leaf ?? session }, ...writer.lines] : writer.lines;
}

class LineWriter {
  readonly lines: JsonObject[] = [];
  private readonly session: string;
  private readonly common: JsonObject;
  private readonly writing: WriteOptions;
  private clock = 0;
  private readonly ids = new UniqueIds();
  private readonly agents = new UniqueIds();
  private agent: string | undefined;
  private parent: string | null = null;

  constructor(session: string, transcript: Transcript, report: Report) {
    this.session = session;
    const given = transcript.format === 'claude-code' ? (transcript.extra ?? {}) : {};
    this.common = {
      userType: 'external',
      cwd: filled(given.cwd) ?? '/',
      sessionId: session,
      version: filled(given.version) ?? '2.0.0',
      gitBranch: filled(given.gitBranch) ?? '',
    };
    this.writing = { name: (name) => name, id: (id) => id, report };
  }

  mainLine(transcript: Transcript, report: Report): void {
    const messages = prepareMessages(transcript, CLAUDE_CODE_CARRIES, report);
    const boundaries = new Map(
      transcript.compactions
        .filter(({ summaryId }) => summaryId === undefined)
        .map((compaction) => [transcript.messages[compaction.at]?.id, compaction]),
    );
    const forks = new Map(branchesByFork(transcript));
    let met = 0;
    const uuids = messages.map((message) => this.uuidOf(message));
    const written = new Map(messages.map((message, i) => [message.id, uuids[i]!]));
    messages.forEach((message, i) => {
      const bare = boundaries.get(message.id);
      if (bare) this.boundary(bare, undefined);
      boundaries.delete(message.id);
      const keptFrom = message.compaction?.keptFrom;
      if (message.compaction) this.boundary(message.compaction, keptFrom === undefined ? undefined : written.get(keptFrom));
      this.message(message, uuids[i]!);
      const branches = forks.get(message.id) ?? [];
      forks.delete(message.id);
      met += branches.length;
      this.branches(branches, messages[i + 1], transcript, report);
    });
    const lost = transcript.branches.length - met;
    if (lost > 0)
      report({ code: 'lost-branches', message: 'Abandoned branches that fork where the format cannot show it were left out.', count: lost });
    const end = transcript.compactions.find(({ at, summaryId }) => summaryId === undefined && at >= transcript.messages.length);
    if (end) this.boundary(end, undefined);
  }

  sidechain(subagent: Transcript, report: Report): void {
    this.agent = this.agents.take(subagent.id);
    this.parent = null;
    for (const message of prepareMessages(subagent, CLAUDE_CODE_CARRIES, report)) this.message(message, this.uuidOf(message));
    this.agent = undefined;
  }

  private branches(branches: readonly Branch[], next: Message | undefined, transcript: Transcript, report: Report): void {
    const at = this.parent;
    for (const branch of branches) {
      const first = branch.messages[0];
      if (!isPrompt(first) || !isPrompt(next)) {
        report({ code: 'lost-branches', message: 'Abandoned branches that fork where the format cannot show it were left out.' });
        continue;
      }
      for (const message of prepareMessages(
        { ...transcript, messages: branch.messages, tools: [], branches: [], subagents: [] },
        CLAUDE_CODE_CARRIES,
        report,
      ))
        this.message(message, this.uuidOf(message));
      this.parent = at;
    }
  }

  private uuidOf(message: Message): string {
    return uuidOf(this.session, this.ids.take(message.id));
  }

  private boundary(facts: { readonly tokensBefore?: number; readonly trigger?: string }, keptFrom: string | undefined): void {
    const uuid = uuidOf(this.session, this.ids.take(`boundary-${this.lines.length}`));
    const micro = facts.trigger === 'microcompact';
    this.push({
      parentUuid: null,
      ...(this.parent && { logicalParentUuid: this.parent }),
      isSidechain: false,
      type: 'system',
      subtype: micro ? 'microcompact_boundary' : 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      isMeta: false,
      uuid,
      timestamp: this.time(undefined),
      compactMetadata: {
        ...(facts.trigger && !micro && { trigger: facts.trigger }),
        ...(facts.tokensBefore !== undefined && { preTokens: facts.tokensBefore }),
        ...(keptFrom && { preservedSegment: { headUuid: keptFrom } }),
      },
    });
    this.parent = uuid;
  }

  private message(message: Message, uuid: string): void {
    const answer = message.role === 'assistant' && !message.compaction;
    const content = writeBlocks(message.parts, this.writing);
    const [only] = message.parts;
    const injected = message.synthetic === true;
    const marks = message.compaction ? { isCompactSummary: true, isVisibleInTranscriptOnly: true } : injected && !answer ? { isMeta: true } : {};
    const body = answer
      ? {
          id: `msg_${uuid.replaceAll('-', '')}`,
          type: 'message',
          role: 'assistant',
          ...(injected ? { model: '<synthetic>' } : message.model && { model: message.model }),
          content,
          stop_reason: null,
          stop_sequence: null,
          ...(message.usage && { usage: writeUsage(message.usage) }),
        }
      : { role: 'user', content: message.parts.length === 1 && only?.type === 'text' ? only.text : content };
    this.push({
      parentUuid: this.parent,
      isSidechain: this.agent !== undefined,
      ...(this.agent !== undefined && { agentId: this.agent }),
      type: answer ? 'assistant' : 'user',
      message: body,
      ...marks,
      uuid,
      timestamp: this.time(message.ts),
    });
    this.parent = uuid;
  }

  private push(line: JsonObject): void {
    const { parentUuid, ...rest } = line;
    this.lines.push({ parentUuid, ...this.common, ...rest });
  }

  /** Every line needs a time; missing ones count seconds from 1970, which the importer reads as no time. */
  private time(ts: string | undefined): string {
    return ts ?? new Date(this.clock++ * 1000).toISOString();
  }
}

const isPrompt = (message: Message | undefined): boolean => message?.role === 'user' && !message.synthetic && !message.compaction;

const SAMPLE = 50;

function detect(source: Source): number {
  let best = 0;
  for (const { value } of sessionLines({ ...source, records: source.records.slice(0, SAMPLE) }).slice(0, SAMPLE)) {
    const type = textOf(value.type);
    if (isObject(value.message) && !('content' in value.message)) return 0;
    const linked = typeof value.uuid === 'string' && 'parentUuid' in value;
    if ((type === 'user' || type === 'assistant') && linked && typeof value.sessionId === 'string') return 0.98;
    if (linked && typeof value.sessionId === 'string') best = Math.max(best, 0.9);
    if (type === 'summary' && typeof value.leafUuid === 'string') best = Math.max(best, 0.6);
    if (type === 'file-history-snapshot' || (type === 'queue-operation' && typeof value.sessionId === 'string')) best = Math.max(best, 0.6);
  }
  return best;
}

export const claudeCode: Format = {
  id: 'claude-code',
  evidence: 'recorded',
  written: { by: 'Claude Code', tested: '2.1.220', version: stated('version') },
  unread: 'file history snapshots',
  extension: 'jsonl',
  carries: CLAUDE_CODE_CARRIES,
  detect,
  parse: parseClaudeCode,
  serialize: (transcript, report) =>
    claudeCodeLines(transcript, report)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
};
