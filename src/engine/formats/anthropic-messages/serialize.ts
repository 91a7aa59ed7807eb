import type { Message, Part, Transcript } from '../../transcript/types.ts';
import type { Carries, Report } from '../contract.ts';
import type { JsonObject } from '../json.ts';
import { callIds, objectSchema, toolName } from '../names.ts';
import { prepareMessages } from '../prepare.ts';
import { writeBlocks, type Writing } from './write.ts';

export const ANTHROPIC_CARRIES: Carries = {
  tools: true,
  toolText: false,
  toolDefinitions: true,
  system: 'first',
  reasoning: 'signed',
  eitherReasoning: true,
  family: ['anthropic-messages'],
  media: 'not-assistant',
  references: /^file_/,
  records: false,
  isError: true,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: false,
  synthetic: false,
  documents: true,
  parts: 'any',
  paired: true,
  empty: false,
  blankText: false,
  finalSpace: false,
  neighbours: false,
};

/** The API requires this field; requests without it get this value. */
const DEFAULT_MAX_TOKENS = 4096;

/** A request body: system prompt apart, alternating roles, each call answered in the next user message. */
export function anthropicBody(transcript: Transcript, report: Report): JsonObject {
  const prepared = prepareMessages(transcript, ANTHROPIC_CARRIES, report);
  const writing: Writing = { name: (name) => toolName(name, report), id: callIds(prepared), report };
  const system = turnOf(prepared.filter((message) => message.role === 'system'));
  const turns = asTurns(prepared);
  const hinted = new Set(turns.filter(({ cacheHint }) => cacheHint).slice(system.cacheHint ? 1 - MOST_HINTS : -MOST_HINTS));
  const own = ANTHROPIC_CARRIES.family.includes(transcript.format) ? transcript.extra : undefined;
  return {
    ...(transcript.model?.includes('claude') && { model: transcript.model }),
    max_tokens: DEFAULT_MAX_TOKENS,
    ...own,
    ...(system.parts.length > 0 && { system: contentOf(system.parts, writing, system.cacheHint) }),
    messages: turns.map((turn) => ({ role: turn.role, content: contentOf(turn.parts, writing, hinted.has(turn)) })),
    ...(transcript.tools.length > 0 && {
      tools: transcript.tools.map((tool) => ({
        name: writing.name(tool.name),
        ...(tool.description && { description: tool.description }),
        input_schema: objectSchema(tool.schema, report),
      })),
    }),
  };
}

/** Most cache marks per request; the system prompt's and the last ones are kept. */
const MOST_HINTS = 4;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly parts: Part[];
  cacheHint: boolean;
}

/** Merges messages for the system prompt. */
const turnOf = (messages: readonly Message[]): Pick<Turn, 'parts' | 'cacheHint'> => ({
  parts: messages.flatMap(({ parts }) => parts),
  cacheHint: messages.some(({ cacheHint }) => cacheHint === true),
});

/** Results and the user's words after them form one user message here. */
function asTurns(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role !== role) turns.push({ role, parts: [...message.parts], cacheHint: message.cacheHint === true });
    else {
      for (const part of message.parts) last.parts.push(part);
      last.cacheHint ||= message.cacheHint === true;
    }
  }
  return turns;
}

/** A hint goes to the last block that may carry one; thinking may not. */
function contentOf(parts: readonly Part[], writing: Writing, cacheHint: boolean): unknown {
  const [only] = parts;
  if (!cacheHint) return parts.length === 1 && only?.type === 'text' && !only.document ? only.text : writeBlocks(parts, writing);
  const blocks = [...writeBlocks(parts, writing)];
  const at = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  if (at >= 0) blocks[at] = { ...blocks[at], cache_control: { type: 'ephemeral' } };
  return blocks;
}
