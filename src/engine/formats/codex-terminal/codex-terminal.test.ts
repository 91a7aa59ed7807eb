import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(text: string): Transcript {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('codex-terminal');
  return parsed.value.conversations[0]!;
}

const outline = ({ messages }: Transcript): readonly string[] =>
  messages.map(({ role, parts }) => {
    const said = parts.map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'tool-call') return `${part.name}${part.args}`;
      return part.type === 'tool-result' ? `=> ${part.content.map((inner) => (inner.type === 'text' ? inner.text : '')).join('')}` : part.type;
    });
    return `${role}: ${said.join(' | ')}`;
  });

const COPY = `~/shop $ codex
╭───────────────────────────────────────────────╮
│ >_ OpenAI Codex (v0.46.0)                     │
│                                               │
│ model:     gpt-5-codex medium   /model to change │
│ directory: ~/shop                             │
╰───────────────────────────────────────────────╯

› The total is wrong for two items,
  please fix it

• I look at the test first.

• Explored
  └ Read total.ts
    Search price in src

• Ran npm test -- total --reporter=verbose
  │ --bail 1
  └ FAIL src/total.test.ts
    expected 20, got 10
    … +12 lines

• Edited src/total.ts (+1 -1)
    3 -  return price
    3 +  return price * count

• The total counts every item now:

  - src/total.ts multiplies by the count

─ Worked for 1m 04s ───────────

› Summarize recent commits

  97% context left · ? for shortcuts
`;

const EXPECTED = [
  'user: The total is wrong for two items,\nplease fix it',
  'assistant: I look at the test first.',
  'assistant: Explored{}',
  'tool: => Read total.ts\nSearch price in src',
  'assistant: shell{"command":"npm test -- total --reporter=verbose\\n--bail 1"}',
  'tool: => FAIL src/total.test.ts\nexpected 20, got 10\n… +12 lines',
  'assistant: apply_patch{"file_path":"src/total.ts"}',
  'tool: => 3 -  return price\n3 +  return price * count',
  'assistant: The total counts every item now:\n\n- src/total.ts multiplies by the count',
];

describe('a copy from the terminal of Codex', () => {
  it('has prompts, answers, and calls with their output; greeting, foot and the empty input are left out', () => {
    const session = read(COPY);
    expect(session.model).toBe('gpt-5-codex');
    expect(outline(session)).toEqual(EXPECTED);
  });

  it.each<[string, (text: string) => string]>([
    [
      'colours and a title of the window',
      (text) => `\u001b]0;codex\u0007${text.replace(/^([›•])/gm, '\u001b[1;36m$1\u001b[0m').replaceAll('FAIL', '\u001b[31mFAIL\u001b[39m')}`,
    ],
    ['lines of Windows, and one that was redrawn', (text) => text.replace('• I look', '• Wor\r• I look').replaceAll('\n', '\r\n')],
    ['a margin', (text) => text.replace(/^(?=.)/gm, '  ')],
    [
      'the frame of a pane',
      (text) =>
        text
          .split('\n')
          .map((line) => `│ ${line.padEnd(70)} │`)
          .join('\n'),
    ],
    ['spaces that do not break', (text) => text.replace(/^› /gm, '›\u00a0')],
  ])('is read the same with %s', (_, as) => {
    expect(outline(read(as(COPY)))).toEqual(EXPECTED);
  });

  it('is no list with bullets', () => {
    const parsed = parseTranscript('User: what is left?\nAssistant: this:\n• one\n• two\n');
    expect(parsed.ok && parsed.value.format).toBe('text');
  });
});
