import type { ItemType, Message } from '../transcript/types.ts';

/** How far into a message its marks are looked for; all known ones stand near the start. */
const HEAD = 2000;

/** Instructions of the person and facts of the environment that a harness puts before the conversation, by how agents write them. */
const MEMORY =
  /^(?:# AGENTS\.md instructions|<INSTRUCTIONS>|<user_instructions>|<environment_context>|<session_context>|<permissions instructions>|This is the Gemini CLI\. We are setting up the context|<system-reminder>[\s\S]*?(?:CLAUDE\.md|AGENTS\.md|claudeMd|GEMINI\.md)|# (?:claudeMd|CLAUDE\.md|AGENTS\.md)\b)/;
/** A skill that was loaded: Claude Code, Codex, opencode. */
const SKILL_PROMPT = /^(?:Base directory for this skill:|\(Re-invocation of \/|<skill>\s*<name>|<skill name=|<skill_content\b)/;
/** The list of skills that could be loaded. */
const SKILL_METADATA =
  /^(?:<system-reminder>\s*)?(?:The following skills are (?:now )?available|<skills_instructions>|<available_skills>|<agent_skills>)/;
/** How agents introduce their own summary: Claude Code, pi, Codex, Cline, Gemini CLI, Anthropic's SDK, and the frames of our own strategies. */
const SUMMARY =
  /^(?:This session is being continued from a previous conversation|The conversation history before this point was compacted into the following summary|Another language model started to solve this problem and produced a summary|Context summary:|<state_snapshot>|<(?:context_|conversation_)?summary>|Summary of the (?:earlier |whole )?conversation\b|Everything said so far was replaced by this summary)/i;
/** What agents and their caches leave where a tool result stood, and our own placeholders (strategies/selective). */
const PLACEHOLDER =
  /^(?:\[Old tool result content cleared|<persisted-output>|<tool_output_masked>|\[cleared\]$|Old environment output: \(\d+ lines omitted\)|\[offloaded\b)/;
/** Placeholders that can stand in the user's name: there they are told from a person's words by their whole beginning. */
const OWN_PLACEHOLDER = /^(?:\[offloaded \w+: |Old environment output: \(\d+ lines omitted\))/;
/** Results that agents without tool calls of the provider send in the user's name: mini-swe-agent, OpenHands, SWE-agent. */
const RESULT = /^(?:<returncode>-?\d+<\/returncode>|EXECUTION RESULT of \[|OBSERVATION:\s)/;

/** First characters of the text parts of a message; reasoning and calls carry no marks. */
function head(message: Message): string {
  for (const part of message.parts) if (part.type === 'text' && part.text !== '') return part.text.slice(0, HEAD).trimStart();
  return '';
}

/** Every text part is the harness speaking: a person's words beside a reminder make the message the person's. */
function onlyInjected(message: Message): boolean {
  return message.parts.every((part) => part.type === 'text' && (part.text === '' || /^\s*[<#]/.test(part.text) || MEMORY.test(part.text)));
}

/** Every result of the message (its text where it has no result parts) is a placeholder. */
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

/** Does the text of a tool result only say where the result went? */
export function isPlaceholderText(text: string): boolean {
  return PLACEHOLDER.test(text.slice(0, 100).trim());
}

/**
 * S3's class of a message, as far as real transcripts let it be told. TOOL_DEFINITIONS are never a message. A reminder of the
 * harness that is neither memory nor a skill is a USER_MESSAGE (with `synthetic` where the format says so): S3 has no class
 * for it. A skill that a tool result brings is a TOOL_RESULT: it cannot leave its tool block.
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
