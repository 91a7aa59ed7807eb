import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

type Json = Record<string, unknown>;
const request = (parts: Json[], more: Json = {}): Json => ({ kind: 'request', parts, instructions: null, ...more });
const response = (parts: Json[], more: Json = {}): Json => ({
  kind: 'response',
  parts,
  model_name: 'gpt-5.4',
  timestamp: '2026-05-01T10:00:00Z',
  ...more,
});
const user = (content: unknown): Json => ({ part_kind: 'user-prompt', content });
const text = (content: string): Json => ({ part_kind: 'text', content });
const call = (id: string, args: unknown, part_kind = 'tool-call'): Json => ({ part_kind, tool_call_id: id, tool_name: 'read', args });
const back = (id: string, content: unknown, more: Json = {}): Json => ({
  part_kind: 'tool-return',
  tool_call_id: id,
  tool_name: 'read',
  content,
  ...more,
});
const read = (value: object | string) => readAs('pydantic-ai', value);

describe('pydantic-ai', () => {
  it('reads prompts, reasoning, calls and results in all their forms', () => {
    const { conversations, warnings } = read([
      request([
        { part_kind: 'system-prompt', content: 'Be short.' },
        user(['Look: ', { kind: 'image-url', url: 'https://e.test/a.png', media_type: 'image/png' }, { kind: 'cache-point' }]),
      ]),
      response(
        [{ part_kind: 'thinking', content: 'hm', signature: 'sig' }, text('I read.'), call('1', '{"p":1}'), call('2', { p: 2 }), call('3', null)],
        {
          usage: { input_tokens: 50, cache_read_tokens: 40, cache_write_tokens: 2, output_tokens: 7 },
        },
      ),
      request(
        [
          back('1', { text: '4711' }),
          back('2', ['a', { kind: 'binary', data: 'iVBORw==', media_type: 'image/png' }]),
          back('3', 'no', { outcome: 'denied' }),
        ],
        { instructions: 'In digits.' },
      ),
      request([{ part_kind: 'retry-prompt', content: 'again', tool_name: null }], { instructions: 'In digits.' }),
      response([text('4711')]),
    ]);
    expect(outline(conversations[0]!)).toEqual([
      'S Be short. / In digits.',
      'U Look:  / [image image/png https://e.test/a.png]',
      'A ~hm <sig> / I read. / read{"p":1} / read{"p":2} / read{}',
      'T ={"text":"4711"}',
      'T =a|[image image/png]',
      'T !no',
      'u again',
      'A 4711',
    ]);
    expect(conversations[0]!.messages[2]!.usage).toEqual({ input: 8, cacheRead: 40, cacheWrite: 2, output: 7 });
    expect(warnings).toEqual([]);
  });

  it('splits an answer at tools of the provider, and at a compaction', () => {
    const { conversations } = read({
      messages: [
        request([user('go')]),
        response([
          text('a'),
          call('1', {}, 'builtin-tool-call'),
          { ...back('1', 'found'), part_kind: 'builtin-tool-return' },
          { part_kind: 'compaction', content: 'In short.' },
          text('b'),
        ]),
      ],
    });
    expect(outline(conversations[0]!)).toEqual(['U go', 'A a / read{}', 'T =found', 'C In short.', 'A b']);
    expect(conversations[0]!.compactions).toMatchObject([{ at: 3 }]);
  });

  it('reads rows with JSON text, and says what it does not know', () => {
    const parsed = read(
      jsonLines([1, 2].map((id) => ({ id, history: JSON.stringify([request([user(`q${id}`), { part_kind: 'hologram' }]), response([text('a')])]) }))),
    );
    expect(parsed.conversations.map(outline)).toEqual([
      ['U q1', 'A a'],
      ['U q2', 'A a'],
    ]);
    expect(codes(parsed)).toEqual({ 'unknown-part': 2 });
  });

  const given = caseFile('refused__pydantic-ai-messages.json');
  it.skipIf(!given)('reads the case', () => {
    const { conversations } = read(new TextDecoder().decode(given!));
    expect(outline(conversations[0]!)).toEqual(['S Be short.', 'U Weather in Rome?', 'A ~look / weather{"city":"Rome"}', 'T =21', 'A 21 C.']);
    expect(conversations[0]!.messages.flatMap(({ usage }) => (usage ? [[usage.input, usage.output]] : []))).toEqual([
      [50, 10],
      [80, 5],
    ]);
  });
});
