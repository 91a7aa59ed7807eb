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
  records: false,
  isError: true,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: false,
  synthetic: false,
  parts: 'any',
  paired: true,
  empty: false,
  blankText: false,
  finalSpace: false,
  neighbours: false,
};

/** The API insists on this field; requests that do not say get it. */
const DEFAULT_MAX_TOKENS = 4096;

/** A request body: the system prompt apart, roles alternating, each call answered in the next user message. */
export function anthropicBody(transcript: Transcript, report: Report): JsonObject {
  const prepared = prepareMessages(transcript, ANTHROPIC_CARRIES, report);
  const writing: Writing = { name: (name) => toolName(name, report), id: callIds(prepared), report };
  const system = prepared.filter((message) => message.role === 'system').flatMap((message) => message.parts);
  const own = ANTHROPIC_CARRIES.family.includes(transcript.format) ? transcript.extra : undefined;
  return {
    ...(transcript.model?.includes('claude') && { model: transcript.model }),
    max_tokens: DEFAULT_MAX_TOKENS,
    ...own,
    ...(system.length > 0 && { system: contentOf(system, writing) }),
    messages: asTurns(prepared).map(({ role, parts }) => ({ role, content: contentOf(parts, writing) })),
    ...(transcript.tools.length > 0 && {
      tools: transcript.tools.map((tool) => ({
        name: writing.name(tool.name),
        ...(tool.description && { description: tool.description }),
        input_schema: objectSchema(tool.schema, report),
      })),
    }),
  };
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly parts: Part[];
}

/** Results and what the user says after them are one user message here. */
function asTurns(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) for (const part of message.parts) last.parts.push(part);
    else turns.push({ role, parts: [...message.parts] });
  }
  return turns;
}

function contentOf(parts: readonly Part[], writing: Writing): unknown {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : writeBlocks(parts, writing);
}
