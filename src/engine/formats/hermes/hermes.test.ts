import { expect, it } from 'vitest';
import { jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const tool = { type: 'function', description: 'runs', input_schema: { type: 'object' }, function: { name: 'shell' } };
const messages = [
  { role: 'user', content: 'go' },
  {
    role: 'assistant',
    content: 'I look.',
    reasoning: 'hm',
    reasoning_content: 'hm',
    tool_calls: [{ id: 'c', function: { name: 'shell', arguments: '{}' } }],
  },
  { role: 'tool', content: '/w', tool_call_id: 'c', tool_name: 'shell' },
];

it('reads a session with its system prompt, and lines after one of session_meta', () => {
  const said = ['U go', 'A ~hm / I look. / shell{}', 'T =/w'];
  const parsed = readAs('hermes', {
    session_id: 's',
    model: 'm',
    platform: 'cli',
    system_prompt: 'You are Hermes.',
    tools: [tool],
    messages: [...messages, { role: 'session_meta' }],
  });
  expect(outline(parsed.conversations[0]!)).toEqual(['S You are Hermes.', ...said]);
  expect(parsed.conversations[0]).toMatchObject({ id: 's', model: 'm', tools: [{ name: 'shell', description: 'runs', schema: { type: 'object' } }] });
  expect(parsed.warnings).toEqual([]);
  const lines = readAs('hermes', jsonLines([{ role: 'session_meta', tools: [tool], model: 'm' }, ...messages]));
  expect(outline(lines.conversations[0]!)).toEqual(said);
  expect(lines.conversations[0]).toMatchObject({ model: 'm', tools: [{ name: 'shell' }] });
});

const given = caseFile('lost__hermes-session-system-prompt.json');
it.skipIf(!given)('reads the case', () => {
  expect(outline(readAs('hermes', given!).conversations[0]!)).toEqual([
    'S You are Hermes. Never delete files.',
    'U Where are we?',
    'A ~pwd / I look. / shell{"command":"pwd"}',
    'T =/w',
    'A In /w.',
  ]);
});
