import { expect, test } from 'vitest';
import { talk } from '../testing/talks.ts';
import { agentRequest, contextText, readable } from './ask-plan.ts';

const masking = { secrets: true, emails: false };
const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

test('what no provider takes is put right: the order, names, ids, missing results, and the end', () => {
  const { transcript } = talk([
    { system: 'Be careful.' },
    { call: 'a call: 1', name: 'files.read it', args: '{"path":"src/a.ts","lines":20}' },
    { says: 'I will think about it.' },
  ]);
  const request = agentRequest(transcript.messages, transcript, masking);
  expect(request.system).toBe('Be careful.');
  expect(request.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
  expect(request.turns[1]).toMatchObject({ calls: [{ id: 'call_1', name: 'files_read_it', input: { path: 'src/a.ts', lines: 20 } }] });
  expect(request.turns[2]).toMatchObject({ results: [{ id: 'call_1', name: 'files_read_it', isError: false }] });
  // A tool that nobody declared has the arguments that it was called with.
  expect(request.tools).toEqual([
    { name: 'files_read_it', schema: { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'number' } } } },
  ]);
});

test('secrets go nowhere, in texts, arguments or results', () => {
  const { transcript } = talk([
    { user: `The token is ${SECRET}.` },
    { call: 'c', name: 'push', args: JSON.stringify({ token: SECRET, deep: [{ again: SECRET }] }) },
    { result: 'c', shows: `pushed with ${SECRET}` },
  ]);
  const request = agentRequest(transcript.messages, transcript, masking);
  expect(JSON.stringify(request)).not.toContain(SECRET);
  expect(request.masked).toBe(4);
  expect(contextText(request)).not.toContain(SECRET);
  expect(JSON.stringify(agentRequest(transcript.messages, transcript, { ...masking, secrets: false }))).toContain(SECRET);
});

test('reasoning stays out, and half a surrogate pair is no text', () => {
  const { transcript } = talk([{ user: 'Go \ud800on.' }, { says: 'Yes.', thinks: 'hidden thought' }, { user: 'Next.' }]);
  const request = agentRequest(transcript.messages, transcript, masking);
  expect(request.turns).toEqual([
    { role: 'user', text: 'Go \ufffdon.' },
    { role: 'assistant', text: 'Yes.', calls: [] },
    { role: 'user', text: 'Next.' },
  ]);
});

test('what a person reads before it is sent has every text, argument and tool of it', () => {
  const { transcript } = talk([
    { system: 'Be careful.' },
    { user: 'Read it.' },
    { call: 'c', name: 'read', args: '{"path":"src/a.ts"}' },
    { result: 'c', shows: 'export const a = 1;' },
    { user: 'And now?' },
  ]);
  const { system, user } = readable(agentRequest(transcript.messages, transcript, masking));
  expect(system).toBe('Be careful.');
  expect(user).toBe(
    [
      'user:\nRead it.',
      'assistant:\n[call read] {"path":"src/a.ts"}',
      '[result] export const a = 1;',
      'user:\nAnd now?',
      '[tool read] {"type":"object","properties":{"path":{"type":"string"}}}',
    ].join('\n\n'),
  );
  expect(readable({ system: 'Answer.', user: 'What?', masked: 0 })).toEqual({ system: 'Answer.', user: 'What?' });
});
