import { expect, it } from 'vitest';
import { outline, readAs } from '../../testing/read.ts';

it('reads steps: what they saw, errors, plans, and a final answer that is said once', () => {
  const step = (n: number, more: object): object => ({
    step_number: n,
    model_output: `t${n}`,
    tool_calls: [{ id: `c${n}`, function: { name: 'python_interpreter', arguments: `f(${n})` } }],
    observations: null,
    action_output: null,
    error: null,
    ...more,
  });
  const { conversations, warnings } = readAs('smolagents', [
    { system_prompt: 'Be short.' },
    { task: 'go' },
    { plan: 'first a' },
    step(1, {
      observations: 'seen',
      token_usage: { input_tokens: 5, output_tokens: 2 },
      model_input_messages: [{ role: 'system', content: 'repeated' }],
    }),
    step(2, { error: { type: 'AgentError', message: 'no' } }),
    step(3, { action_output: 4711 }),
    { output: '4711' },
  ]);
  expect(outline(conversations[0]!)).toEqual([
    'S Be short.',
    'U go',
    'A first a',
    'A t1 / python_interpreterf(1)',
    'T =seen',
    'A t2 / python_interpreterf(2)',
    'T !AgentError: no',
    'A t3 / python_interpreterf(3)',
    'T =4711',
  ]);
  expect(conversations[0]!.messages[3]!.usage).toMatchObject({ input: 5, output: 2 });
  expect(warnings).toEqual([]);
});
