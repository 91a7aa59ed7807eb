import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../testing/read.ts';

const user = (content: string): object => ({ role: 'user', content });
const answer = (text: string): object => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text }],
  usage: { input_tokens: 5, output_tokens: 1 },
});
const anthropic = (...messages: object[]): object => ({ model: 'c', max_tokens: 5, messages });

const entry = (body: unknown, text: string, encoding?: string): object => ({
  request: { method: 'POST', url: 'https://api.example/v1/models/m-1:generateContent', postData: { text: JSON.stringify(body) } },
  response: { status: 200, content: { text, encoding } },
});
const har = (...entries: object[]): object => ({ log: { version: '1.2', entries } });

describe('a HAR', () => {
  it('is read by the readers of the providers; of growing requests the last one', () => {
    const cached = { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] };
    const plain = { role: 'user', content: [{ type: 'text', text: 'a' }] };
    const said = { role: 'assistant', content: [{ type: 'text', text: 'b' }] };
    const parsed = readAs(
      'anthropic-messages',
      har(
        { request: { method: 'GET', url: 'https://example/logo.png' }, response: { content: {} } },
        entry(anthropic(cached), JSON.stringify(answer('b'))),
        entry(anthropic(plain, said, user('c')), JSON.stringify(answer('d'))),
        entry(anthropic(user('Name it.')), JSON.stringify(answer('A title'))),
      ),
    );
    expect(parsed.conversations.map(outline)).toEqual([
      ['U a', 'A b', 'U c', 'A d'],
      ['U Name it.', 'A A title'],
    ]);
    expect(codes(parsed)).toEqual({ 'other-requests': 1, 'sessions-joined': 1 });
  });

  it('has streams and base64 within', () => {
    const chunk = (delta: object): string => `data: ${JSON.stringify({ id: 'r', model: 'g', choices: [{ index: 0, delta }] })}\n\n`;
    const stream = btoa(`${chunk({ role: 'assistant', content: 'Bed ' })}${chunk({ content: '3.' })}data: [DONE]\n`);
    const { conversations } = readAs('openai-chat', har(entry({ model: 'g', messages: [user('a')] }, stream, 'base64')));
    expect(outline(conversations[0]!)).toEqual(['U a', 'A Bed 3.']);
    const gemini = readAs(
      'gemini-api',
      har(
        entry(
          { contents: [{ role: 'user', parts: [{ text: 'a' }] }] },
          JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text: 'b' }] } }] }),
        ),
      ),
    );
    expect(outline(gemini.conversations[0]!)).toEqual(['U a', 'A b']);
    expect(gemini.conversations[0]!.model).toBe('m-1');
  });
});

it('claude-trace: growing requests are one conversation, with the usage of the last answer', () => {
  const line = (body: object, text: string): object => ({
    request: { url: 'https://api.example/v1/messages', body },
    response: { status_code: 200, body: answer(text) },
  });
  const parsed = readAs(
    'anthropic-messages',
    jsonLines([line(anthropic(user('a')), 'b'), line(anthropic(user('a'), { role: 'assistant', content: 'b' }, user('c')), 'd')]),
  );
  expect(parsed.conversations.map(outline)).toEqual([['U a', 'A b', 'U c', 'A d']]);
  expect(parsed.conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input: 5 });
  expect(codes(parsed)).toEqual({ 'sessions-joined': 1 });
});

describe('lists of the API of OpenAI', () => {
  const said = (role: string, text: string): object => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });

  it('begin with the newest, unless a call stands before its result', () => {
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    const result = { type: 'function_call_output', call_id: 'c', output: 'r' };
    const both = [said('user', 'a'), call, result, said('user', 'b')];
    for (const data of [both, both.toReversed()])
      expect(outline(readAs('openai-responses', { object: 'list', data, has_more: true }).conversations[0]!)).toEqual([
        'U a',
        'A f{}',
        'T =r',
        'U b',
      ]);
    expect(codes(readAs('openai-responses', { object: 'list', data: both, has_more: true }))).toEqual({ 'list-goes-on': 1 });
  });

  it('are stored answers of Chat Completions too', () => {
    const stored = {
      object: 'chat.completion',
      id: 'c',
      model: 'g',
      created: 5,
      choices: [{ index: 0, message: { role: 'assistant', content: 'b' } }],
    };
    expect(outline(readAs('openai-chat', { object: 'list', data: [stored] }).conversations[0]!)).toEqual(['A b']);
  });
});
