import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';
import { zipOf } from '../../testing/zip.ts';

const message = (id: number, role: string, text: string, redact: string | null = null): string =>
  JSON.stringify({
    message: { role, content: [{ text }] },
    message_id: id,
    redact_message: redact === null ? null : { role, content: [{ text: redact }] },
    created_at: `2026-05-01T10:00:0${id}+00:00`,
  });
const agent = (id: string, removed: number): string =>
  JSON.stringify({ agent_id: id, conversation_manager_state: { __name__: 'SlidingWindowConversationManager', removed_message_count: removed } });

it('reads a folder: one conversation per agent, in the order of its messages, with what the window left out', () => {
  const folder = 'session_s/agents/agent_';
  const parsed = readAs(
    'strands-session',
    zipOf([
      { name: 'session_s/session.json', text: JSON.stringify({ session_id: 's', session_type: 'AGENT' }) },
      { name: `${folder}a/agent.json`, text: agent('a', 2) },
      { name: `${folder}a/messages/message_10.json`, text: message(3, 'user', 'and the lantern?') },
      { name: `${folder}a/messages/message_0.json`, text: message(0, 'user', 'my key is 1', 'my key is [gone]') },
      { name: `${folder}a/messages/message_1.json`, text: message(1, 'assistant', '4711') },
      { name: `${folder}b/agent.json`, text: agent('b', 0) },
      { name: `${folder}b/messages/message_0.json`, text: message(0, 'user', 'other') },
    ]),
  );
  expect(parsed.conversations.map(({ id, title }) => [id, title])).toEqual([
    ['s/a', 'a'],
    ['s/b', 'b'],
  ]);
  expect(parsed.conversations.map(outline)).toEqual([['U my key is [gone]', 'A 4711', 'U and the lantern?'], ['U other']]);
  expect(parsed.conversations[0]!.compactions).toEqual([{ at: 2 }]);
  expect(parsed.warnings).toEqual([]);
});

const given = caseFile('refused__strands-session-message.json');
it.skipIf(!given)('reads one message with a note', () => {
  const parsed = readAs('strands-session', given!);
  expect(outline(parsed.conversations[0]!)).toEqual(['A I read it. / read{"p":"a.ts"}']);
  expect(codes(parsed)).toEqual({ 'unanswered-call': 1, 'one-message': 1 });
});
