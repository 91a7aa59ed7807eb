import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(value: unknown) {
  const parsed = parseTranscript(JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const outline = ({ messages }: Transcript): unknown[] =>
  messages.map(({ role, parts, synthetic }) => [
    synthetic ? `${role}*` : role,
    ...parts.map((part) =>
      part.type === 'tool-call'
        ? `${part.name} ${part.args}`
        : part.type === 'tool-result'
          ? { [part.callId]: part.content }
          : 'text' in part
            ? part.text
            : part,
    ),
  ]);
const text = (value: string): unknown[] => [{ type: 'text', text: value }];

describe('SWE-agent', () => {
  const step = (action: string, observation: string) => ({ action, observation, response: `${action}!`, thought: 'Look.', state: {} });
  const command = { role: 'assistant', content: 'Look.\n```\nls -F\n```', thought: 'Look.', action: 'ls -F\n', agent: 'primary' };
  const run = {
    environment: 'swe_main',
    trajectory: [step('ls -F', 'README.md\r\nsrc/'), step('cat README.md', 'The relay.')],
    history: [
      { role: 'system', content: 'You work in a shell.', agent: 'primary' },
      { role: 'user', content: 'Here is a demonstration: cat x', is_demo: true, agent: 'primary' },
      { role: 'user', content: 'Fix the relay.', agent: 'primary' },
      command,
      { role: 'user', content: 'Old environment output omitted (2 lines)', agent: 'primary' },
      { ...command, thought: 'Read.', action: 'cat README.md' },
      { role: 'user', content: 'The relay.\nbash-$', agent: 'primary' },
      { role: 'assistant', content: 'Done.', thought: 'Done.', action: '', agent: 'primary' },
    ],
    info: { exit_status: 'submitted', model_stats: { api_calls: 2 } },
  };

  it('reads the history: commands in the text become calls, what follows their results, demonstrations are injected', () => {
    const { format, conversations, warnings } = read(run);
    expect(format).toBe('swe-agent');
    expect(outline(conversations[0]!)).toEqual([
      ['system', 'You work in a shell.'],
      ['user*', 'Here is a demonstration: cat x'],
      ['user', 'Fix the relay.'],
      ['assistant', 'Look.', 'bash {"command":"ls -F\\n"}'],
      ['tool', { 'step-1': text('README.md\r\nsrc/') }],
      ['assistant', 'Read.', 'bash {"command":"cat README.md"}'],
      ['tool', { 'step-2': text('The relay.\nbash-$') }],
      ['assistant', 'Done.'],
    ]);
    expect(conversations[0]).toMatchObject({ title: 'swe_main', extra: { exit_status: 'submitted', model_stats: { api_calls: 2 } } });
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([['restored-output', 1]]);
  });

  it('keeps recorded calls, and their texts whole', () => {
    const calls = [{ id: 'c1', function: { name: 'open', arguments: '{"path":"a"}' } }];
    const { conversations } = read({
      trajectory: [step('open a', 'A')],
      history: [
        { role: 'user', content: 'go', message_type: 'observation' },
        { role: 'assistant', content: 'Open it.', thought: 'Open', action: 'open a', tool_calls: calls, message_type: 'action' },
        { role: 'tool', content: 'A', tool_call_ids: ['c1'], message_type: 'observation' },
      ],
      replay_config: JSON.stringify({ agent: { model: { name: 'claude-sonnet-4' } }, problem_statement: { id: 'relay-1' } }),
      info: {},
    });
    expect(outline(conversations[0]!)).toEqual([
      ['user', 'go'],
      ['assistant', 'Open it.', 'open {"path":"a"}'],
      ['tool', { c1: text('A') }],
    ]);
    expect(conversations[0]).toMatchObject({ id: 'relay-1', title: 'relay-1', model: 'claude-sonnet-4' });
  });

  it('falls back to the trajectory, and takes attempts and other agents apart', () => {
    const bare = { trajectory: [step('ls', 'a b'), step('', '')], history: [], info: {} };
    expect(outline(read(bare).conversations[0]!)).toEqual([
      ['assistant', 'Look.', 'bash {"command":"ls"}'],
      ['tool', { 'step-1': text('a b') }],
      ['assistant', 'Look.'],
    ]);
    expect(read({ attempts: [bare, run], info: {} }).conversations.map(({ messages }) => messages.length)).toEqual([3, 8]);

    const review = { role: 'user', content: 'Rate the patch.', agent: 'reviewer' };
    const [main] = read({ ...run, history: [...run.history, review] }).conversations;
    expect(main!.messages).toHaveLength(8);
    expect(main!.subagents.map(outline)).toEqual([[['user', 'Rate the patch.']]]);
  });
});

describe('mini-swe-agent', () => {
  const said = 'Look first.\n\n```mswea_bash_command\nls\n```';
  it('recognises a bare list by its fence; commands in the text stay text', () => {
    const { format, conversations } = read([
      { role: 'user', content: 'Fix the relay.' },
      { role: 'assistant', content: said },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\na\n</output>' },
    ]);
    expect(format).toBe('mini-swe-agent');
    expect(outline(conversations[0]!)[1]).toEqual(['assistant', said]);
  });

  it('reads actions that are only in the extra fields as calls, tokens of the response, and what the harness wrote last', () => {
    const { conversations, warnings } = read({
      trajectory_format: 'mini-swe-agent-1.1',
      info: { exit_status: 'Submitted', config: { model: { model_name: 'anthropic/claude-sonnet-4' } } },
      messages: [
        { role: 'user', content: 'Fix the relay.' },
        {
          role: 'assistant',
          content: 'Look first.',
          extra: {
            actions: [{ command: 'ls', tool_call_id: 'c1' }],
            response: { model: 'claude-sonnet-4', usage: { prompt_tokens: 900, completion_tokens: 12 } },
          },
        },
        { role: 'tool', content: 'a', extra: { raw_output: 'a'.repeat(50), tool_call_id: 'c1' } },
        { role: 'assistant', content: said, extra: { actions: [{ command: 'ls' }] } },
        { role: 'user', content: '<returncode>0</returncode>' },
        { role: 'exit', content: 'diff --git a b' },
      ],
    });
    expect(outline(conversations[0]!)).toEqual([
      ['user', 'Fix the relay.'],
      ['assistant', 'Look first.', 'bash {"command":"ls"}'],
      ['tool', { c1: text('a') }],
      ['assistant', said],
      ['user', '<returncode>0</returncode>'],
      ['user*', 'diff --git a b'],
    ]);
    expect(conversations[0]!.messages[1]).toMatchObject({ model: 'claude-sonnet-4', usage: { input: 900, output: 12 } });
    expect(conversations[0]).toMatchObject({ model: 'anthropic/claude-sonnet-4', extra: { exit_status: 'Submitted' } });
    expect(JSON.stringify(conversations)).not.toContain('aaaa');
    expect(warnings).toEqual([]);
  });
});

describe('τ-bench', () => {
  const run = (task: number, trial: number, reward: number) => ({
    task_id: task,
    trial,
    reward,
    info: { task: { user_id: 'mia_3668' } },
    traj: [
      { content: 'Help the customer.', role: 'system' },
      { content: null, role: 'assistant', tool_calls: [{ id: '0', function: { name: 'find_user', arguments: '{}' } }] },
      { content: 'mia_3668', role: 'tool', tool_call_id: '0', name: 'find_user' },
      { content: null, role: 'assistant', tool_calls: [{ id: '0', function: { name: 'find_order', arguments: '{}' } }] },
      { content: 'none', role: 'tool', tool_call_id: '0', name: 'find_order' },
    ],
  });

  it('is a kind of its own: runs are told by task, trial and reward, and calls that reuse an id stay apart', () => {
    const { format, conversations } = read([run(3, 0, 1), run(3, 1, 0)]);
    expect(format).toBe('tau-bench');
    expect(conversations.map(({ id, title }) => [id, title])).toEqual([
      ['task-3-trial-0', 'task 3, trial 0, reward 1'],
      ['task-3-trial-1', 'task 3, trial 1, reward 0'],
    ]);
    expect(conversations[0]!.extra).toEqual({ task_id: 3, trial: 0, reward: 1, user: 'mia_3668' });
    expect(outline(conversations[0]!).slice(1)).toEqual([
      ['assistant', 'find_user {}'],
      ['tool', { '0': text('mia_3668') }],
      ['assistant', 'find_order {}'],
      ['tool', { '0#2': text('none') }],
    ]);
  });

  it('is not taken for it where messages only stand beside a task', () => {
    expect(read([{ task_id: 3, messages: [{ role: 'user', content: 'hi' }] }]).format).toBe('openai-chat');
  });
});
