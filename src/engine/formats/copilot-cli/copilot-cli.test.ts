import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

let n = 0;
const event = (type: string, data: object, more: object = {}): object => ({
  type,
  data,
  id: `e${++n}`,
  timestamp: '2026-05-01T10:00:00Z',
  parentId: null,
  ...more,
});
const start = (version = '1.0.102'): object =>
  event('session.start', { sessionId: 's', producer: 'copilot-agent', copilotVersion: version, selectedModel: 'gpt-5' });
const user = (content: string, more: object = {}): object => event('user.message', { content, ...more });
const answer = (content: string, more: object = {}, line: object = {}): object =>
  event('assistant.message', { messageId: 'm', content, toolRequests: [], ...more }, line);
const read = (...events: object[]) => readAs('copilot-cli', jsonLines(events));

describe('copilot-cli', () => {
  it('reads prompts with what was put around them, reasoning, calls, results and the usage of each call', () => {
    const parsed = read(
      start(),
      user('List the files', { transformedContent: '<now>x</now>\n\nList the files' }),
      event('system.message', { content: 'You are the CLI.' }),
      event('session.usage_record', { usage: { inputTokens: 100, outputTokens: 5, cacheReadTokens: 90, cacheWriteTokens: 0, apiCallId: 'c1' } }),
      answer('I list.', {
        apiCallId: 'c1',
        reasoningText: 'List.',
        reasoningOpaque: 'gAAA',
        toolRequests: [
          { toolCallId: 'a', name: 'bash', arguments: { command: 'ls' } },
          { toolCallId: 'b', name: 'view', arguments: '{"path":"a"}' },
        ],
      }),
      event('tool.execution_start', { toolCallId: 'a', toolName: 'bash' }),
      event('tool.execution_complete', { toolCallId: 'a', success: true, result: { content: 'a.ts', detailedContent: 'a.ts' } }),
      event('tool.execution_complete', { toolCallId: 'b', success: false, error: { message: 'denied' } }),
      event('system.message', { content: 'You are the CLI.' }),
    );
    expect(outline(parsed.conversations[0]!)).toEqual([
      'S You are the CLI.',
      'U <now>x</now>\n\n / List the files',
      'A ~List. #gAAA / I list. / bash{"command":"ls"} / view{"path":"a"}',
      'T =a.ts',
      'T !denied',
    ]);
    expect(parsed.conversations[0]!.messages[2]!.usage).toEqual({ input: 10, output: 5, cacheRead: 90, cacheWrite: 0 });
    expect(parsed.conversations[0]!.model).toBe('gpt-5');
    expect(parsed.warnings).toEqual([]);
  });

  it('knows compactions, truncations and a cleared context; one that failed changed nothing', () => {
    const { conversations } = read(
      start(),
      user('a'),
      event('session.compaction_complete', { success: false }),
      event('session.compaction_complete', {
        success: true,
        summaryContent: 'In short: a.',
        preCompactionTokens: 500,
        postCompactionTokens: 50,
        trigger: 'manual',
      }),
      answer('b'),
      event('session.truncation', { tokensRemovedDuringTruncation: 10 }),
      event('session.context_cleared', {}),
    );
    expect(outline(conversations[0]!)).toEqual(['U a', 'C In short: a.', 'A b']);
    const [first, ...others] = conversations[0]!.compactions;
    expect(first).toMatchObject({ at: 1, tokensBefore: 500, tokensAfter: 50, trigger: 'manual', summaryId: conversations[0]!.messages[1]!.id });
    expect(others).toEqual([
      { at: 3, trigger: 'truncation' },
      { at: 3, trigger: 'clear' },
    ]);
  });

  it('takes back what a rewind takes back, into a branch', () => {
    const asked = event('user.message', { content: 'a' });
    const { conversations } = read(
      start(),
      asked,
      answer('wrong'),
      event('session.snapshot_rewind', { upToEventId: (asked as { id: string }).id, eventsRemoved: 1 }),
      answer('right'),
    );
    expect(outline(conversations[0]!)).toEqual(['U a', 'A right']);
    expect(conversations[0]!.branches.map(outline)).toEqual([['A wrong']]);
  });

  it('gives each subagent a conversation of its own', () => {
    const { conversations } = read(
      start(),
      user('a'),
      answer('', { toolRequests: [{ toolCallId: 't', name: 'task', arguments: {} }] }),
      event('subagent.started', { toolCallId: 't', agentName: 'explore' }, { agentId: 'g' }),
      answer('inside', {}, { agentId: 'g' }),
      event('tool.execution_complete', { toolCallId: 't', success: true, result: { content: 'done' } }),
      answer('out'),
    );
    expect(outline(conversations[0]!)).toEqual(['U a', 'A task{}', 'T =done', 'A out']);
    expect(conversations[0]!.subagents).toMatchObject([{ id: 's/g', title: 'explore', messages: [{ role: 'assistant' }] }]);
  });

  it('says what it does not know, what only the screen showed, and that the program is newer', () => {
    const parsed = read(start('1.4.0'), user('a'), event('session.info', { message: 'hi' }), event('hologram.shown', { text: 'x' }));
    expect(codes(parsed)).toEqual({ 'newer-version': 1, 'interface-note': 1, 'unknown-entry': 1 });
  });

  const given = caseFile('refused__copilot-cli-events.jsonl');
  it.skipIf(!given)('reads the case', () => {
    const { conversations } = readAs('copilot-cli', given!);
    expect(outline(conversations[0]!)).toEqual([
      'U <current_datetime>x</current_datetime>\n\n / List the files',
      'A ~List. #gAAA / I list them. / bash{"command":"ls"} / view{"path":"a.ts"}',
      'T =a.ts',
      'T !denied',
      'C Files were listed: a.ts.',
      'A There is a.ts.',
    ]);
    expect(conversations[0]!.compactions).toMatchObject([{ at: 4, tokensBefore: 403_971 }]);
  });
});
