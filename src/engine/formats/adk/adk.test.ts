import { describe, expect, it } from 'vitest';
import { sharedFiles } from '../../testing/shared.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const event = (id: string, author: string, parts: readonly Json[], more: Json = {}): Json => ({
  id,
  author,
  invocation_id: 'e-1',
  timestamp: 1_760_000_000 + Number(id.replace(/\D/g, '')),
  content: { role: author === 'user' ? 'user' : 'model', parts },
  ...more,
});
const session = (...events: readonly Json[]): Json => ({ id: 's1', app_name: 'weather', user_id: 'u', state: {}, events });

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('adk');
  return parsed.value;
}

const talk = [
  event('e1', 'user', [{ text: 'Will it rain?' }]),
  event('e2', 'root', [{ function_call: { name: 'forecast', args: { city: 'Bern' } } }], {
    usage_metadata: { prompt_token_count: 100, cached_content_token_count: 40, candidates_token_count: 5, thoughts_token_count: 3 },
    model_version: 'gemini-2.5-pro',
  }),
  event('e3', 'root', [{ function_response: { name: 'forecast', response: { result: 'rain at 3' } } }], {
    content: { role: 'user', parts: [{ function_response: { name: 'forecast', response: { result: 'rain at 3' } } }] },
  }),
  event('e4', 'root', [{ text: 'At 3.' }]),
];

describe('sessions of the Agent Development Kit', () => {
  it('hold who said what, calls paired by name, time and usage', () => {
    const { messages, id, title, model } = parse(session(...talk)).conversations[0]!;
    expect({ id, title, model }).toEqual({ id: 's1', title: 'weather', model: 'gemini-2.5-pro' });
    expect(messages).toMatchObject([
      { id: 'e1', role: 'user', parts: [{ text: 'Will it rain?' }] },
      {
        role: 'assistant',
        name: 'root',
        usage: { input: 60, output: 8, cacheRead: 40, cacheWrite: 0 },
        parts: [{ type: 'tool-call', id: 'forecast#1', args: '{"city":"Bern"}' }],
      },
      { role: 'tool', parts: [{ callId: 'forecast#1', content: [{ text: 'rain at 3' }] }], ts: '2025-10-09T08:53:23.000Z' },
      { role: 'assistant', parts: [{ text: 'At 3.' }] },
    ]);
  });

  it.each<[string, unknown]>([
    ['in camel case', JSON.parse(JSON.stringify(session(...talk)).replaceAll(/_([a-z])(?=[a-z_]*":)/g, (_, letter: string) => letter.toUpperCase()))],
    ['as events alone', talk],
    ['one event per line', talk.map((one) => JSON.stringify(one)).join('\n')],
  ])('are read %s', (_, value) => {
    expect(parse(value).conversations[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('leave out the pieces of a streamed answer', () => {
    const pieces = ['At', ' 3'].map((text, i) => event(`p${i}`, 'root', [{ text }], { partial: true }));
    expect(parse(session(talk[0]!, ...pieces, talk[3]!)).conversations[0]!.messages).toHaveLength(2);
  });

  it('mark compactions: the summary, and what came after the span that it stands for', () => {
    const compaction = {
      start_timestamp: 1_760_000_001,
      end_timestamp: 1_760_000_003,
      compacted_content: { role: 'model', parts: [{ text: 'Rain at 3 in Bern.' }] },
    };
    const { messages, compactions } = parse(
      session(
        ...talk,
        { id: 'e5', author: 'user', invocation_id: 'e-2', timestamp: 1_760_000_009, actions: { compaction } },
        event('e6', 'user', [{ text: 'And Basel?' }]),
      ),
    ).conversations[0]!;
    expect(compactions).toEqual([{ at: 4, summaryId: 'e5', keptFrom: 'e4' }]);
    expect(messages[4]).toMatchObject({
      role: 'user',
      synthetic: true,
      compaction: { kind: 'summary', keptFrom: 'e4' },
      parts: [{ text: 'Rain at 3 in Bern.' }],
    });
  });

  const real = sharedFiles().find(({ file }) => file === 'gemini-api/google__adk_sample.session.json');
  it.skipIf(!real)('as they were kept by the kit: nine messages of five authors, two calls', () => {
    const { messages } = parse(new TextDecoder().decode(real!.bytes())).conversations[0]!;
    expect(messages.map(({ role }) => role[0]).join('')).toBe('uataaaaat');
    expect(new Set(messages.flatMap(({ name }) => name ?? [])).size).toBe(5);
  });
});
