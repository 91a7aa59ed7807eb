import { expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(text: string): readonly Transcript[] {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('claude-code-terminal');
  return parsed.value.conversations;
}

const outline = ({ messages }: Transcript): readonly string[] =>
  messages.map(({ role, parts, synthetic }) => {
    const said = parts.map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'reasoning') return `(${part.text})`;
      if (part.type === 'tool-call') return `${part.name}${part.args}`;
      return part.type === 'tool-result' ? `=> ${part.content.map((inner) => (inner.type === 'text' ? inner.text : '')).join('')}` : part.type;
    });
    return `${role}${synthetic ? '*' : ''}: ${said.join(' | ')}`;
  });

const WELCOME = `claude
╭──────────────────────────────╮
│ ✻ Welcome to Claude Code!    │
│   • Model: claude-opus-4     │
╰──────────────────────────────╯
`;

const SESSION = `${WELCOME}
> why does the build fail, and what would
  you do about it?

✻ Thinking…

  The log first.

⏺ I look at the log.

⏺ Bash(npm run build)…

  ⎿  error TS2322: Type 'string'
     is not assignable
     … +64 lines (ctrl+r to expand)

⏺ Update Todos

  ⎿  ☒ Look at the log
     ☐ Mend the type

> /cost
  ⎿  Total cost: $0.10

· Finagling… (2s · ⚒ 12 tokens · esc to interrupt)

⏺ The type is wrong:

  > a quote
  - one

╭──────────────────────────────╮
│ >                            │
╰──────────────────────────────╯
`;

it('reads prompts, answers, calls with their output, reasoning, and what a command of the person showed', () => {
  const [only, ...others] = read(SESSION);
  expect(others).toEqual([]);
  expect(only!.model).toBe('claude-opus-4');
  expect(outline(only!)).toEqual([
    'user: why does the build fail, and what would\nyou do about it?',
    'assistant: (The log first.) | I look at the log.',
    'assistant: Bash{"command":"npm run build"}',
    "tool: => error TS2322: Type 'string'\nis not assignable\n… +64 lines (ctrl+r to expand)",
    'assistant: Update_Todos{}',
    'tool: => ☒ Look at the log\n☐ Mend the type',
    'user: /cost',
    'user*: Total cost: $0.10',
    'assistant: The type is wrong:\n\n> a quote\n- one',
  ]);
});

it('splits sessions at the greeting and marks the summary of a compaction', () => {
  const text = `${SESSION}\n${WELCOME}\n⏺ Working on it.\n\n======= Previous Conversation Compacted =======\n\n> This session is being continued from a previous conversation.\n  1. The build failed.\n\n⏺ I go on.\n`;
  const [, second] = read(text);
  expect(outline(second!)).toEqual([
    'assistant: Working on it.',
    'user*: This session is being continued from a previous conversation.\n1. The build failed.',
    'assistant: I go on.',
  ]);
  expect(second!.compactions).toEqual([{ at: 1, summaryId: second!.messages[1]!.id }]);
  expect(second!.messages[1]!.compaction).toEqual({ kind: 'summary' });
});

it('takes > for a prompt only in a file with answers of the program', () => {
  const parsed = parseTranscript('User: see\n> a quote\nAssistant: ok\n> another');
  expect(parsed.ok && parsed.value.format).toBe('text');
});

it('reads a copy of Gemini CLI: prompts and tools stand in frames', () => {
  const text = `╭────────────────────╮
│  > list the files  │
╰────────────────────╯

✦ I list them.

╭──────────────────────────────╮
│ ✔  ReadFolder src            │
│                              │
│    2 files                   │
╰──────────────────────────────╯

✦ There are two.
`;
  expect(read(text).map(outline)).toEqual([
    ['user: list the files', 'assistant: I list them.', 'assistant: ReadFolder{"input":"src"}', 'tool: => 2 files', 'assistant: There are two.'],
  ]);
});

it('reads it with colours, a margin, the frame of a pane and the prompt of a shell', () => {
  const plain = read(SESSION).map(outline);
  const coloured = SESSION.replace(/^([⏺>])/gm, '\u001b[38;5;12m$1\u001b[39m').replaceAll('error', '\u001b[31merror\u001b[0m');
  expect(read(coloured).map(outline)).toEqual(plain);
  expect(read(SESSION.replace(/^(?=.)/gm, '   ')).map(outline)).toEqual(plain);
  expect(
    read(
      SESSION.split('\n')
        .map((line) => `┃ ${line}`)
        .join('\n'),
    ).map(outline),
  ).toEqual(plain);
  expect(read(`❯ claude --continue\n${SESSION}`).map(outline)).toEqual(plain);
});
