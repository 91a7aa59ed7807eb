import { expect, it } from 'vitest';
import { sharedFiles } from '../../testing/shared.ts';
import { parseTranscript } from '../index.ts';

function read(text: string) {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('aider');
  return parsed.value;
}

const outline = (text: string): readonly (readonly string[])[] =>
  read(text).conversations.map(({ messages }) =>
    messages.map(({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('')}`),
  );

const HISTORY = `
# aider chat started at 2026-03-01 09:00:00

> Aider v0.80.0  
> Main model: sonnet with diff edit format  

#### add a retry  
#### to the client  

I add it to \`fetch\`.

#### Steps

> a quote of the model

\`\`\`
#### not a prompt
\`\`\`

> Applied edit to client.py  

# aider chat started at 2026-03-02 10:00:00

> Aider v0.80.0  

# aider chat started at 2026-03-03 10:00:00

#### /exit  
`;

it('reads sessions: lines with two blanks at their end are Aider’s, headings and quotes without them the model’s', () => {
  const { conversations, warnings } = read(HISTORY);
  expect(outline(HISTORY)).toEqual([
    [
      'tool: Aider v0.80.0\nMain model: sonnet with diff edit format',
      'user: add a retry\nto the client',
      'assistant: I add it to `fetch`.\n\n#### Steps\n\n> a quote of the model\n\n```\n#### not a prompt\n```',
      'tool: Applied edit to client.py',
    ],
    ['user: /exit'],
  ]);
  expect(conversations[0]).toMatchObject({ title: '2026-03-01 09:00:00', model: 'sonnet' });
  expect(conversations[0]!.messages.map(({ origin }) => origin)).toEqual([{ line: 4 }, { line: 7 }, { line: 10 }, { line: 20 }]);
  expect(warnings).toMatchObject([{ code: 'unread-record', count: 1 }]);
});

it('does not lose what follows an answer that broke off inside a fence', () => {
  expect(outline('# aider chat started at 2026-03-01 09:00:00\n\n#### write it  \n\n```py\nx = 1\n\n#### go on  \n\ny = 2\n')).toEqual([
    ['user: write it', 'assistant: ```py\nx = 1', 'user: go on', 'assistant: y = 2'],
  ]);
});

it('reads a part of a history that begins inside a session', () => {
  expect(outline('#### fix it  \n\nDone.\n\n> Commit 1a2b3c fix  \n\n#### thanks  \n\n> Tokens: 1k sent  \n')).toEqual([
    ['user: fix it', 'assistant: Done.', 'tool: Commit 1a2b3c fix', 'user: thanks', 'tool: Tokens: 1k sent'],
  ]);
});

const real = sharedFiles().find(({ entry }) => entry.format === 'aider-md');
it.skipIf(!real)('reads every prompt of a real history', () => {
  const text = new TextDecoder().decode(real!.bytes());
  const { conversations, warnings } = read(text);
  const silent = warnings.find(({ code }) => code === 'unread-record')?.count ?? 0;
  // Of what is before the first start, a session too.
  expect(conversations.length + silent).toBe(text.match(/^# aider chat started at /gm)!.length + 1);
  const said = conversations.flatMap(({ messages }) => messages.filter(({ role }) => role === 'user'));
  const lines = said.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' ? part.text.split('\n').filter((line) => line.trim() !== '') : [])),
  );
  expect(lines.length).toBe(text.split('\n').filter((line) => /^#### .*\S.* {2}$/.test(line)).length);
});
