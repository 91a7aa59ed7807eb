import { describe, expect, it } from 'vitest';
import type { Message, Part, Role } from '../transcript/types.ts';
import { isPlaceholderText, itemTypeOf } from './structure.ts';

const message = (role: Role, ...texts: string[]): Message => ({ id: 'm', role, parts: texts.map((text): Part => ({ type: 'text', text })) });
const results = (...texts: string[]): Message => ({
  id: 'm',
  role: 'tool',
  parts: texts.map((text, i): Part => ({ type: 'tool-result', callId: `${i}`, content: [{ type: 'text', text }] })),
});

describe('what agents inject', () => {
  it.each([
    ['Claude Code', '<system-reminder>\nUse this context:\n# claudeMd\nContents of /home/me/p/CLAUDE.md\n</system-reminder>'],
    ['Codex, rules of the project', '# AGENTS.md instructions for /home/me/p\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>'],
    ['Codex, environment', '<environment_context>\n  <cwd>/home/me/p</cwd>\n</environment_context>'],
    ['Codex, older', '<user_instructions>\nUse tabs.\n</user_instructions>'],
    ['Gemini CLI', 'This is the Gemini CLI. We are setting up the context for our chat.\nMy operating system is: linux'],
    ['Gemini CLI, newer', '<session_context>\nThe platform is linux.\n</session_context>'],
  ])('%s is MEMORY', (_agent, text) => {
    expect(itemTypeOf(message('user', text))).toBe('MEMORY');
  });

  it.each([
    ['Claude Code', 'Base directory for this skill: /home/me/.claude/skills/pdf\n\n# PDF'],
    ['Codex', '<skill>\n<name>pdf</name>\nRead it.\n</skill>'],
    ['opencode', '<skill_content name="pdf">\n# Skill: pdf\n</skill_content>'],
  ])('%s: a loaded skill is a SKILL_PROMPT', (_agent, text) => {
    expect(itemTypeOf(message('user', text))).toBe('SKILL_PROMPT');
  });

  it.each([
    ['user', '<system-reminder>\nThe following skills are available for use with the Skill tool:\n- pdf\n</system-reminder>'],
    ['system', '<skills_instructions>\n- pdf: reads files\n</skills_instructions>'],
    ['user', '<available_skills>\n<skill>pdf</skill>\n</available_skills>'],
  ] as const)('a list of skills (%s) is SKILL_METADATA', (role, text) => {
    expect(itemTypeOf(message(role, text))).toBe('SKILL_METADATA');
  });

  it.each([
    ['Claude Code', 'This session is being continued from a previous conversation that ran out of context.'],
    ['Codex', 'Another language model started to solve this problem and produced a summary of its thinking process.\n\nTests pass.'],
    ['Cline', 'Context summary:\n\n## Goal\nAlign it.'],
    ['Gemini CLI', '<state_snapshot>\n<overall_goal>Align it.</overall_goal>\n</state_snapshot>'],
    ['ours and Anthropic’s SDK', '<summary>\n## Task overview\n- Align it.\n</summary>'],
    ['our S1, after a format without marks', 'Summary of the conversation so far:\n\nThe user asked to align it.'],
  ])('%s: an earlier summary is a COMPACTION_SUMMARY', (_agent, text) => {
    expect(itemTypeOf(message('user', text))).toBe('COMPACTION_SUMMARY');
  });

  it('a message marked by its importer is a summary whatever it says', () => {
    expect(itemTypeOf({ ...message('user', 'Goal: align it.'), compaction: { kind: 'summary' } })).toBe('COMPACTION_SUMMARY');
  });

  it.each([
    ['mini-swe-agent', '<returncode>0</returncode>\n<output>\nREADME.md\n</output>'],
    ['OpenHands', 'EXECUTION RESULT of [terminal]:\nREADME.md'],
    ['SWE-agent', 'OBSERVATION:\nREADME.md'],
  ])('%s: a result in the user’s name is a TOOL_RESULT', (_agent, text) => {
    expect(itemTypeOf(message('user', text))).toBe('TOOL_RESULT');
  });
});

describe('what people and models say', () => {
  it.each([
    ['a question about a summary', 'Write a summary of the conversation.'],
    ['a reminder that is no memory', '<system-reminder>\nThe file a.ts was changed by a linter.\n</system-reminder>'],
    ['a slash command', '<command-message>review is running…</command-message>\n<command-name>/review</command-name>'],
    ['a quoted result', 'It says <returncode>1</returncode>, why?'],
    ['nothing', ''],
  ])('%s is a USER_MESSAGE', (_what, text) => {
    expect(itemTypeOf(message('user', text))).toBe('USER_MESSAGE');
  });

  it('words of a person beside memory make the message the person’s', () => {
    const memory = '# AGENTS.md instructions for /p\nUse tabs.';
    expect(itemTypeOf(message('user', memory, '<environment_context></environment_context>'))).toBe('MEMORY');
    expect(itemTypeOf(message('user', memory, 'Please fix the tests.'))).toBe('USER_MESSAGE');
  });

  it('a system prompt that lists skills somewhere is a SYSTEM_PROMPT, and an assistant is one whatever it says', () => {
    expect(itemTypeOf(message('system', 'You are careful.\n<available_skills>pdf</available_skills>'))).toBe('SYSTEM_PROMPT');
    expect(itemTypeOf(message('assistant', '<summary>done</summary>'))).toBe('ASSISTANT_MESSAGE');
  });
});

describe('placeholders', () => {
  it.each([
    '[Old tool result content cleared]',
    '<persisted-output>\nOutput too large (51 KB). Full output saved to: /tmp/x\n</persisted-output>',
    'Old environment output: (78 lines omitted)',
    '[cleared]',
    '[offloaded r1k2j3: Bash result, 2,345 tokens]',
  ])('%s', (text) => {
    expect(itemTypeOf(results(text))).toBe('OFFLOAD_PLACEHOLDER');
    expect(isPlaceholderText(text)).toBe(true);
  });

  it('may be a text, of a tool or in the user’s name', () => {
    expect(itemTypeOf(message('tool', '[cleared]'))).toBe('OFFLOAD_PLACEHOLDER');
    expect(itemTypeOf(message('user', 'Old environment output: (78 lines omitted)'))).toBe('OFFLOAD_PLACEHOLDER');
    expect(itemTypeOf(message('user', '[offloaded 0abc1234567: tool result, 2,345 tokens, kept outside the context]'))).toBe('OFFLOAD_PLACEHOLDER');
    expect(itemTypeOf(message('user', '[cleared]'))).toBe('USER_MESSAGE');
  });

  it('one whole result makes the message a TOOL_RESULT', () => {
    expect(itemTypeOf(results('[cleared]', 'README.md'))).toBe('TOOL_RESULT');
    expect(itemTypeOf(results('[cleared] the cache, then built it'))).toBe('TOOL_RESULT');
    expect(itemTypeOf({ id: 'm', role: 'tool', parts: [] })).toBe('TOOL_RESULT');
  });
});
