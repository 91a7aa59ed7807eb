import type { ItemType, Message } from '../transcript/types.ts';

/** How far into a message its marks are looked for; all known ones stand near the start. */
const HEAD = 2000;

/** Files and environment that a harness puts before the conversation, by how the agents write them. */
const MEMORY =
  /^(?:# AGENTS\.md instructions|<user_instructions>|<environment_context>|<permissions instructions>|<system-reminder>[\s\S]*?(?:CLAUDE\.md|AGENTS\.md|claudeMd|GEMINI\.md)|# (?:claudeMd|CLAUDE\.md|AGENTS\.md)\b)/;
const SKILL_PROMPT = /^(?:Base directory for this skill:|<skill>\s*<name>|<skill name=|<skill_content\b)/;
const SKILL_METADATA = /^(?:<system-reminder>\s*)?(?:The following skills are available|<skills_instructions>|<available_skills>)/;
const SUMMARY =
  /^(?:This session is being continued from a previous conversation|The conversation history before this point was compacted into the following summary)/;
/** What agents and their caches leave where a tool result stood. */
const PLACEHOLDER = /^(?:\[Old tool result content cleared|<persisted-output>|\[offloaded\b)/;

/** First characters of the text parts of a message; reasoning and calls carry no marks. */
function head(message: Message): string {
  for (const part of message.parts) if (part.type === 'text' && part.text !== '') return part.text.slice(0, HEAD).trimStart();
  return '';
}

/** Every text part is the harness speaking: a person's words beside a reminder make the message the person's. */
function onlyReminders(message: Message): boolean {
  return message.parts.every((part) => part.type === 'text' && (part.text.startsWith('<') || part.text.startsWith('#') || part.text === ''));
}

function isPlaceholder(message: Message): boolean {
  let results = 0;
  for (const part of message.parts) {
    if (part.type !== 'tool-result') continue;
    const first = part.content[0];
    if (first?.type !== 'text' || !PLACEHOLDER.test(first.text.slice(0, 100))) return false;
    results++;
  }
  return results > 0;
}

/** S3's class of a message, as far as real transcripts let it be told. TOOL_DEFINITIONS are never a message. */
export function itemTypeOf(message: Message): ItemType {
  if (message.compaction) return 'COMPACTION_SUMMARY';
  if (message.role === 'assistant') return 'ASSISTANT_MESSAGE';
  if (message.role === 'tool') return isPlaceholder(message) ? 'OFFLOAD_PLACEHOLDER' : 'TOOL_RESULT';
  const text = head(message);
  if (SKILL_PROMPT.test(text)) return 'SKILL_PROMPT';
  if (SKILL_METADATA.test(text)) return 'SKILL_METADATA';
  if (message.role === 'system') return 'SYSTEM_PROMPT';
  if (SUMMARY.test(text)) return 'COMPACTION_SUMMARY';
  if (MEMORY.test(text) && onlyReminders(message)) return 'MEMORY';
  return 'USER_MESSAGE';
}
