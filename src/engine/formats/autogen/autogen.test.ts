import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const user = { type: 'UserMessage', source: 'user', content: 'Weather?' };
const calls = { type: 'AssistantMessage', source: 'a', thought: 'look', content: [{ id: 'c', name: 'weather', arguments: '{}' }] };
const results = { type: 'FunctionExecutionResultMessage', content: [{ call_id: 'c', name: 'weather', content: 'no', is_error: true }] };

it('reads a model context, with speakers, thoughts and results that failed', () => {
  const { conversations, warnings } = readAs('autogen', { messages: [{ type: 'SystemMessage', content: 'Be short.' }, user, calls, results] });
  expect(outline(conversations[0]!)).toEqual(['S Be short.', 'U Weather?', 'A ~look / weather{}', 'T !no']);
  expect(conversations[0]!.messages[2]!.name).toBe('a');
  expect(warnings).toEqual([]);
});

it('reads the state of a team as one conversation per agent, from what each was sent', () => {
  const agent = (name: string) => ({
    type: 'ChatAgentContainerState',
    agent_state: { type: 'AssistantAgentState', llm_context: { messages: [user, { type: 'AssistantMessage', source: name, content: name }] } },
    message_buffer: [],
  });
  const { conversations } = readAs('autogen', {
    type: 'TeamState',
    agent_states: {
      one: agent('one'),
      two: agent('two'),
      RoundRobinGroupChatManager: { message_thread: [{ type: 'TextMessage', source: 'user', content: 'Weather?' }] },
    },
  });
  expect(conversations.map(({ id, messages }) => [id, messages.length])).toEqual([
    ['one', 2],
    ['two', 2],
  ]);
});

it('reads events: pictures, handoffs with their context, and says what only the screen showed', () => {
  const parsed = readAs('autogen', [
    { type: 'MultiModalMessage', source: 'user', content: ['Look', { data: 'iVBORw==' }] },
    { type: 'ThoughtEvent', source: 'a', content: 'hm' },
    { type: 'HandoffMessage', source: 'a', content: 'over', target: 'b', context: [user] },
    { type: 'UserInputRequestedEvent', source: 'user', content: '' },
  ]);
  expect(outline(parsed.conversations[0]!)).toEqual(['U Look / [image]', 'A ~hm', 'U Weather?', 'A over']);
  expect(codes(parsed)).toEqual({ 'interface-note': 1 });
});

const given = caseFile('refused__autogen-messages.json');
it.skipIf(!given)('reads the case: the summary repeats the call, which is counted once', () => {
  const { conversations } = readAs('autogen', given!);
  expect(outline(conversations[0]!)).toEqual(['U Weather in Rome?', 'A weather{"city":"Rome"}', 'T =21', 'A 21']);
  expect(conversations[0]!.messages[1]!.usage).toMatchObject({ input: 68, output: 8 });
});
