/** Documents whose text is in the file are text; references that only one program resolves, and keys of a program, are written to no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '../transcript/types.ts';
import { formats, parseTranscript, serializeTranscript } from './index.ts';

function read(value: unknown, format?: string): Transcript {
  const parsed = parseTranscript(JSON.stringify(value), { format: format ?? null });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.conversations[0]!;
}
function write(transcript: Transcript, format: string): { readonly text: string; readonly codes: readonly string[] } {
  const written = serializeTranscript(transcript, format);
  if (!written.ok) throw new Error(written.error.message);
  return { text: written.value.text, codes: written.value.warnings.map(({ code }) => code) };
}
const writers = formats.filter(({ serialize }) => serialize !== undefined).map(({ id }) => id);

const TEXT = 'The lamp is red. Its number is 4711.';
const plain = { type: 'document', title: 'lamp.txt', source: { type: 'text', media_type: 'text/plain', data: TEXT } };
const blocks = {
  type: 'document',
  title: 'plan',
  source: {
    type: 'content',
    content: [
      { type: 'text', text: 'Bed one.' },
      { type: 'text', text: 'Bed two.' },
    ],
  },
};
const request = (...content: readonly unknown[]): object => ({
  model: 'claude-x',
  max_tokens: 9,
  messages: [
    { role: 'user', content },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'h', signature: 's' },
        { type: 'text', text: 'Red.' },
      ],
    },
  ],
});

const GEMINI_FILE = 'https://generativelanguage.googleapis.com/v1beta/files/abc';

describe('texts of documents', () => {
  const transcript = read(request(plain, blocks, { type: 'text', text: 'Which colour?' }));

  it('are text', () => {
    expect(transcript.messages[0]!.parts).toEqual([
      { type: 'text', text: TEXT, document: { title: 'lamp.txt' } },
      { type: 'text', text: 'Bed one.', document: { title: 'plan', blocks: true } },
      { type: 'text', text: 'Bed two.', document: { title: 'plan', blocks: true } },
      { type: 'text', text: 'Which colour?' },
    ]);
  });

  it('go back to Anthropic as documents, also in our own format and in sessions', () => {
    const part = (title: string, text: string): object => ({
      type: 'document',
      title,
      source: { type: 'content', content: [{ type: 'text', text }] },
    });
    const expected = [plain, part('plan', 'Bed one.'), part('plan', 'Bed two.'), { type: 'text', text: 'Which colour?' }];
    const sent = (one: Transcript): unknown =>
      (JSON.parse(write(one, 'anthropic-messages').text) as { messages: readonly { content: unknown }[] }).messages[0]!.content;
    expect(sent(transcript)).toEqual(expected);
    expect(sent(read(JSON.parse(write(transcript, 'playground').text)))).toEqual(expected);
    const alone = read(request(plain));
    expect(sent(alone)).toEqual([plain]);
  });

  it.each(writers.filter((id) => !['anthropic-messages', 'claude-code', 'playground'].includes(id)))(
    'are written as %s under their title',
    (format) => {
      const { text } = write(transcript, format);
      expect(text).toContain(TEXT);
      expect(text).toContain('lamp.txt');
      expect(text).not.toMatch(/base64|"document"/);
    },
  );

  it('are read in results and in lists of no one notation', () => {
    const result = read({
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [plain] }] },
      ],
    });
    expect(result.messages[1]!.parts).toMatchObject([{ type: 'tool-result', content: [{ text: TEXT, document: { title: 'lamp.txt' } }] }]);
    expect(read({ rows: [{ role: 'USER', content: [plain] }] }).messages[0]!.parts).toMatchObject([{ text: TEXT }]);
    expect(
      read({ rows: [{ role: 'USER', content: [{ type: 'document', document: { id: 'd', data: 'The well is dry.' } }] }] }).messages[0]!.parts,
    ).toEqual([{ type: 'text', text: 'The well is dry.' }]);
  });
});

describe('references', () => {
  const image = (url: string): Transcript => ({
    id: 't',
    format: 'chatgpt-export',
    tools: [],
    messages: [
      {
        id: 'm1',
        role: 'user',
        parts: [
          { type: 'text', text: 'Look.' },
          { type: 'image', url },
          { type: 'file', name: 'lamp.pdf', url },
        ],
      },
      { id: 'm2', role: 'assistant', parts: [{ type: 'text', text: 'Red.' }] },
    ],
    compactions: [],
    branches: [],
    subagents: [],
  });
  const requests = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-api', 'bedrock-converse', 'mistral', 'cohere', 'ollama'];
  const providers = [...requests, 'langchain', 'ai-sdk', 'pydantic-ai'];

  it.each(
    providers.flatMap((id) =>
      ['sediment://file_1', 'file-abc', 'gs://b/a.png', 'file:///w/a.png', 's3://b/a.png', 'file_1', 'attachment://a', GEMINI_FILE].map(
        (url) => [id, url] as const,
      ),
    ),
  )('%s is not given %s by another program', (format, url) => {
    const { text, codes } = write(image(url), format);
    expect(text).not.toContain(url);
    expect(text).toContain('[image was attached]');
    expect(text).toContain('[file lamp.pdf was attached]');
    expect(codes).toContain('lost-reference');
  });

  it.each([
    ['openai-chat', 'file-abc'],
    ['openai-responses', 'file-abc'],
    ['anthropic-messages', 'file_1'],
    ['gemini-api', 'gs://b/a.png'],
    ['gemini-api', GEMINI_FILE],
  ])('%s gets its own %s back', (format, url) => {
    const { text, codes } = write({ ...image(url), format }, format);
    expect([text.includes(url), codes.includes('lost-reference')]).toEqual([true, false]);
  });

  it.each(providers)('to the web stay in %s, or are named where the provider takes bytes alone', (format) => {
    const { text, codes } = write(image('https://example.org/a.png'), format);
    const bytesAlone = ['bedrock-converse', 'ollama'].includes(format);
    expect([text.includes('https://example.org/a.png'), text.includes('[image]') && codes.includes('lost-media')]).toEqual([!bytesAlone, bytesAlone]);
  });
});

describe('keys that a program keeps beside those of the provider', () => {
  const ROOT = new URL('../../../fixtures/formats/', import.meta.url);
  /** The same with three keys more in whatever has a role. */
  const withKeys = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withKeys);
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'arguments' ? inner : withKeys(inner)]));
    return 'role' in value ? { ...own, latency_ms: 4711, xid: 'MARK4711', seenAt: '2026-04-07T11:00:00Z' } : own;
  };

  it.each(writers.filter((id) => !['playground', 'text'].includes(id)))('are not written as %s', (format) => {
    const sample = readFileSync(new URL(readdirSync(ROOT).find((file) => file.startsWith(`${format}.`))!, ROOT), 'utf8');
    const values = sample.startsWith('{"') ? sample.trim().split('\n') : [sample];
    const parsed = parseTranscript(values.map((value) => JSON.stringify(withKeys(JSON.parse(value)))).join('\n'), { format });
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(write(parsed.value.conversations[0]!, format).text).not.toMatch(/latency_ms|4711|seenAt/);
  });
});
