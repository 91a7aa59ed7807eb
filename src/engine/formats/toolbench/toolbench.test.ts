import { expect, it } from 'vitest';
import { parseTranscript } from '../index.ts';

const call = (name: string, args: object): object => ({ role: 'assistant', content: null, function_call: { name, arguments: JSON.stringify(args) } });
const start = [
  { role: 'system', content: 'You can use many functions.' },
  { role: 'user', content: 'Which films with her stream in the US?' },
];
const attempt = [...start, call('search', { q: 'her' }), { role: 'function', name: 'search', content: '{"error":"unknown service"}' }];
const path = [
  ...attempt,
  call('search', { q: 'films' }),
  { role: 'function', name: 'search', content: '[]' },
  call('Finish', { final_answer: 'None.' }),
];

/** A chain of the search, as deep as asked. */
function tree(depth: number): object {
  let node: object = { children: [] };
  for (let i = 0; i < depth; i++) node = { description: `node ${i}`, children: [node] };
  return node;
}

it('reads the last list of messages, with the functions as tools; attempts before it and the tree are left', () => {
  const answer = {
    win: true,
    tree: { size: 2, tree: tree(60) },
    forward_args: {},
    answer_generation: { query: 'Which films?', function: [{ name: 'search', parameters: { type: 'object' } }], train_messages: [attempt, path] },
  };
  const parsed = parseTranscript(JSON.stringify(answer));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const [only, ...others] = parsed.value.conversations;
  expect([parsed.value.format, others.length, only!.title]).toEqual(['toolbench', 0, 'Which films?']);
  expect(only!.tools.map(({ name }) => name)).toEqual(['search']);
  expect(only!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant']);
  // Calls of one name without ids are answered in order.
  const ids = only!.messages.flatMap(({ parts }) =>
    parts.flatMap((p) => (p.type === 'tool-call' ? [p.id] : p.type === 'tool-result' ? [p.callId] : [])),
  );
  expect(ids).toEqual(['search#1', 'search#1', 'search#2', 'search#2', 'Finish#1']);
});

it('has no conversation without messages', () => {
  const parsed = parseTranscript(JSON.stringify({ tree: {}, answer_generation: { train_messages: [] } }));
  expect(parsed.ok ? '' : parsed.error.code).toBe('no-messages');
});
