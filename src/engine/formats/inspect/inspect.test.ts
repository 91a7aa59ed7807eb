import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../testing/zip.ts';
import type { Message } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(value: unknown) {
  const parsed = parseTranscript(value instanceof Uint8Array || typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const outline = (messages: readonly Message[]): unknown[] => messages.map(({ id, role, parts }) => [id, role, ...parts]);
const text = (value: string) => ({ type: 'text', text: value });

const answer = {
  id: 'a1',
  role: 'assistant',
  source: 'generate',
  model: 'gpt-4o-mini',
  content: [
    { type: 'reasoning', reasoning: 'Look.', signature: 's' },
    { type: 'text', text: 'attachment://aa' },
  ],
  tool_calls: [{ id: 'c1', function: 'browse', arguments: { url: 'attachment://bb' } }],
};
const sample = {
  id: 7,
  epoch: 2,
  input: 'Where?',
  target: '',
  messages: [
    { id: 'u1', role: 'user', source: 'input', content: 'Where?' },
    answer,
    { id: 't1', role: 'tool', tool_call_id: 'c1', function: 'browse', content: '', error: { type: 'timeout', message: 'Too slow.' } },
    { id: 'a2', role: 'assistant', model: 'gpt-4o-mini', content: 'There.' },
  ],
  attachments: { aa: 'I browse.', bb: 'https://example.com' },
  scores: { includes: { value: 'C' } },
  events: [
    {
      event: 'model',
      timestamp: '2026-05-12T20:27:38Z',
      tools: [{ name: 'browse', description: 'attachment://aa', parameters: { type: 'object' } }],
      output: { choices: [{ message: answer }], usage: { input_tokens: 1000, output_tokens: 20, total_tokens: 1020, input_tokens_cache_read: 400 } },
    },
    {
      event: 'model',
      tools: [],
      output: {
        choices: [{ message: { id: 'a2' } }],
        usage: { input_tokens: 10, output_tokens: 5, total_tokens: 1015, input_tokens_cache_read: 1000 },
      },
    },
  ],
};
const header = { version: 2, status: 'success', eval: { task: 'places', model: 'openai/gpt-4o-mini' }, plan: {} };

describe('Inspect', () => {
  it('reads samples: attachments in their places, usage, time and tools from the events, errors of tools', () => {
    const { format, conversations, warnings } = read({ ...header, samples: [sample] });
    expect(format).toBe('inspect');
    const [transcript] = conversations;
    expect(transcript).toMatchObject({
      id: '7_epoch_2',
      title: 'places · 7 · epoch 2',
      model: 'openai/gpt-4o-mini',
      extra: { epoch: 2, scores: { includes: 'C' } },
    });
    expect(transcript!.tools).toEqual([{ name: 'browse', description: 'I browse.', schema: { type: 'object' } }]);
    expect(outline(transcript!.messages)).toEqual([
      ['u1', 'user', text('Where?')],
      [
        'a1',
        'assistant',
        { type: 'reasoning', text: 'Look.', signature: 's' },
        text('I browse.'),
        { type: 'tool-call', id: 'c1', name: 'browse', args: '{"url":"https://example.com"}' },
      ],
      ['t1', 'tool', { type: 'tool-result', callId: 'c1', name: 'browse', content: [text('Too slow.')], isError: true }],
      ['a2', 'assistant', text('There.')],
    ]);
    // The first total leaves no room for cached tokens beside the input; the second does.
    expect(transcript!.messages.map(({ usage }) => usage && [usage.input, usage.cacheRead])).toEqual([undefined, [600, 400], undefined, [10, 1000]]);
    expect(transcript!.messages[1]!.ts).toBe('2026-05-12T20:27:38Z');
    expect(warnings).toEqual([]);
  });

  it('is the same in an archive, whose samples are ordered by number', () => {
    const file = (id: number) => utf8(JSON.stringify({ ...sample, id }));
    const { format, conversations } = read(
      zipSync({
        'samples/10_epoch_2.json': file(10),
        'samples/9_epoch_2.json': file(9),
        'header.json': utf8(JSON.stringify(header)),
        'summaries.json': utf8('[]'),
      }),
    );
    expect([format, conversations.map(({ title }) => title)]).toEqual(['inspect', ['places · 9 · epoch 2', 'places · 10 · epoch 2']]);
    const alone = read({ ...sample, id: 'x' });
    expect([alone.format, alone.conversations[0]!.title]).toEqual(['inspect', 'x · epoch 2']);
  });

  it('reads NaN in scores, and counts attachments that are missing', () => {
    const { conversations, warnings } = read(JSON.stringify({ ...header, samples: [{ ...sample, attachments: {} }] }).replace('"C"', 'NaN'));
    expect(conversations[0]!.extra).toEqual({ epoch: 2, scores: { includes: null } });
    // Two in the messages, one in a description.
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['repaired', 1],
      ['missing-attachment', 3],
    ]);
  });

  it('records compactions: before the next answer, with the summary from its request and what it kept', () => {
    const summary = { id: 's1', role: 'user', content: 'They asked where.', metadata: { summary: true } };
    const events = [
      { event: 'compaction', type: 'summary', tokens_before: 900 },
      {
        event: 'model',
        input: [{ role: 'system', content: 'x' }, summary, { id: 't1', role: 'tool' }],
        output: { choices: [{ message: { id: 'a2' } }] },
      },
    ];
    const [transcript] = read({ ...header, samples: [{ ...sample, events }] }).conversations;
    expect(transcript!.messages.map(({ id }) => id)).toEqual(['u1', 'a1', 't1', 's1', 'a2']);
    expect(transcript!.compactions).toEqual([{ at: 3, tokensBefore: 900, trigger: 'summary', keptFrom: 't1', summaryId: 's1' }]);
    expect(transcript!.messages[3]).toMatchObject({ synthetic: true, compaction: { kind: 'summary', tokensBefore: 900 } });

    const trimmed = read({ ...header, samples: [{ ...sample, events: [{ event: 'compaction', type: 'trim' }] }] }).conversations[0]!;
    expect(trimmed.compactions).toEqual([{ at: 4, trigger: 'trim' }]);
  });

  it('a sample without messages has its input and output; a log without samples is an error', () => {
    const bare = { id: 1, epoch: 1, input: 'Where?', output: { choices: [{ message: { role: 'assistant', content: 'There.' } }] } };
    expect(read({ ...header, samples: [bare] }).conversations[0]!.messages).toHaveLength(2);
    const none = parseTranscript(JSON.stringify({ ...header, samples: [] }));
    expect(none.ok ? '' : none.error.code).toBe('no-messages');
  });
});
