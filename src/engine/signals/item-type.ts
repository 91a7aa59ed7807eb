import type { ItemType, Message } from '../transcript/types.ts';

const HEAD = 2000;

const MEMORY =
  /^(?:# AGENTS\.md instructions|<INSTRUCTIONS>|<user_instructions>|<environment_context>|<session_context>|<permissions instructions>|This is the Gemini CLI\. We are setting up the context|<system-reminder>[\s\S]*?(?:CLAUDE\.md|AGENTS\.md|claudeMd|GEMINI\.md)|# (?:claudeMd|CLAUDE\.md|AGENTS\.md)\b)/;
const SKILL_PROMPT = /^(?:Base directory for this skill:|\(Re-invocation of \/|<skill>\s*<name>|<skill name=|<skill_content\b)/;
const SKILL_METADATA =
  /^(?:<system-reminder>\s*)?(?:The following skills are (?:now )?available|<skills_instructions>|<available_skills>|<agent_skills>)/;
const SUMMARY =
  /^(?:This session is being continued from a previous conversation|The conversation history before this point was compacted into the following summary|Another language model started to solve this problem and produced a summary|Context summary:|<state_snapshot>|<(?:context_|conversation_)?summary>|Summary of the (?:earlier |whole )?conversation\b|Everything said so far was replaced by this summary)/i;
const PLACEHOLDER =
  /^(?:\[Old tool result content cleared|<persisted-output>|<tool_output_masked>|\[cleared\]$|Old environment output: \(\d+ lines omitted\)|\[offloaded\b)/;
/** Placeholders in the user's name: only their whole beginning distinguishes them from a person's words. */
const OWN_PLACEHOLDER = /^(?:\[offloaded \w+: |Old environment output: \(\d+ lines omitted\))/;
const RESULT = /^(?:<returncode>-?\d+<\/returncode>|EXECUTION RESULT of \[|OBSERVATION:\s)/;

function head(message: Message): string {
  for (const part of message.parts) if (part.type === 'text' && part.text !== '') return part.text.slice(0, HEAD).trimStart();
  return '';
}

function onlyInjected(message: Message): boolean {
  return message.parts.every((part) => part.type === 'text' && (part.text === '' || /^\s*[<#]/.test(part.text) || MEMORY.test(part.text)));
}

function isPlaceholder(message: Message): boolean {
  let results = 0;
  for (const part of message.parts) {
    if (part.type !== 'tool-result') continue;
    const first = part.content[0];
    if (first?.type !== 'text' || !isPlaceholderText(first.text)) return false;
    results++;
  }
  return results > 0 || isPlaceholderText(head(message));
}

export function isPlaceholderText(text: string): boolean {
  return PLACEHOLDER.test(text.slice(0, 100).trim());
}

/**
 * S3's class of a message, as far as real transcripts reveal it. TOOL_DEFINITIONS are never a message. A harness reminder that is neither
 * memory nor a skill is a USER_MESSAGE (`synthetic` where the format says so), because S3 has no class for it. A skill inside a tool result
 * is a TOOL_RESULT: it cannot leave its tool block.
 */
export function itemTypeOf(message: Message): ItemType {
  if (message.compaction) return 'COMPACTION_SUMMARY';
  if (message.role === 'assistant') return 'ASSISTANT_MESSAGE';
  if (message.role === 'tool') return isPlaceholder(message) ? 'OFFLOAD_PLACEHOLDER' : 'TOOL_RESULT';
  const text = head(message);
  if (SKILL_PROMPT.test(text)) return 'SKILL_PROMPT';
  if (SKILL_METADATA.test(text)) return 'SKILL_METADATA';
  if (message.role === 'system') return 'SYSTEM_PROMPT';
  if (SUMMARY.test(text)) return 'COMPACTION_SUMMARY';
  if (MEMORY.test(text) && onlyInjected(message)) return 'MEMORY';
  if (OWN_PLACEHOLDER.test(text)) return 'OFFLOAD_PLACEHOLDER';
  if (RESULT.test(text)) return 'TOOL_RESULT';
  return 'USER_MESSAGE';
}
