import { describe, expect, it } from 'vitest';
import { joined } from '../testing/zip.ts';
import { finished } from '../lib/work.ts';
import { readSources } from './container.ts';
import { MAX_BYTES } from './encoding.ts';
import type { Source } from './contract.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
function sources(input: string | Uint8Array): readonly Source[] {
  const read = finished(readSources(typeof input === 'string' ? bytes(input) : input, 'x'));
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}
const first = (input: string | Uint8Array): Source => sources(input)[0]!;
const values = (input: string | Uint8Array): unknown[] => first(input).records.map((record) => record.value);
const error = (input: string | Uint8Array): string => {
  const read = finished(readSources(typeof input === 'string' ? bytes(input) : input, 'x'));
  return read.ok ? 'ok' : read.error.code;
};
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const out = new Uint8Array(text.length * 2);
  const view = new DataView(out.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return out;
};

describe('encodings', () => {
  const json = '{"a":"用户 😀"}';
  it.each([
    ['UTF-8', bytes(json)],
    ['UTF-8 with mark', bytes(`\ufeff${json}`)],
    ['UTF-16 LE with mark', utf16(`\ufeff${json}`, true)],
    ['UTF-16 BE with mark', utf16(`\ufeff${json}`, false)],
    ['UTF-16 LE', utf16(json, true)],
    ['UTF-16 BE', utf16(json, false)],
  ])('%s', (_, input) => {
    expect(values(input)).toEqual([{ a: '用户 😀' }]);
  });
});

describe('what is refused', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'empty'],
    ['white space', ' \n\t\r\n', 'empty'],
    ['bytes', Uint8Array.from({ length: 500 }, (_, i) => (i * 37) & 255), 'binary'],
    ['a page', '<!DOCTYPE html><p>x', 'html'],
    ['null', 'null', 'no-messages'],
    ['a number', '42', 'no-messages'],
  ])('%s', (_, input, code) => {
    expect(error(input)).toBe(code);
  });

  const database = (tables: string): Uint8Array => bytes(`SQLite format 3\u0000\u0010\u0000 ${tables}`);
  it.each<[string, Uint8Array, RegExp]>([
    ['a database', database('CREATE TABLE things ('), /^This is an SQLite database: .*storeReader/],
    ['a tar archive', joined([bytes('a.json'), new Uint8Array(251), bytes('ustar'), new Uint8Array(200)]), /^This archive cannot be unpacked/],
    ['7z', Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4), /zip, gzip and zstd can/],
    ['Parquet', bytes('PAR1\u0015\u0000'), /Parquet.*JSON lines/],
  ])('%s is named, with what helps', (_, input, said) => {
    const read = finished(readSources(input, 'x'));
    expect(read.ok ? '' : read.error.message).toMatch(said);
  });

  it('without stray characters', () => {
    const whyNot = (text: string) => {
      const read = finished(readSources(bytes(text), 'x'));
      return read.ok ? read.value[0]!.notJson : undefined;
    };
    const words = 'the relay moved to another port '.repeat(2);
    expect(whyNot(`{"said": "${words}" \u0007\u202e\u009b}\ufffd ${words}`)).toMatchObject({
      message: 'JSON breaks off in line 1, column 77: expected , }.',
      excerpt: `{"said": "${words}" } ${words}`,
    });
  });

  it('files above the limit', () => {
    const huge = { length: MAX_BYTES + 1 } as Uint8Array;
    expect(error(huge)).toBe('too-large');
  });
});

describe('JSON', () => {
  it('is one record', () => {
    expect(first('{"a":1}')).toMatchObject({ container: 'json', records: [{ value: { a: 1 }, path: '$' }], warnings: [] });
    expect(first('  \r\n[1,\r\n2]')).toMatchObject({ container: 'json' });
  });

  it('written as a JSON string loses that layer', () => {
    expect(values(JSON.stringify('{"a":[1]}'))).toEqual([{ a: [1] }]);
  });

  it('that is not strict is repaired and says how', () => {
    const source = first("[{'role': 'user', 'n': NaN,},]");
    expect(source.records[0]!.value).toEqual([{ role: 'user', n: null }]);
    expect(source.warnings.map(({ code, count }) => [code, count])).toEqual([
      ['repaired', 3],
      ['repaired', 1],
      ['repaired', 2],
    ]);
  });

  it('that stops too early gives what was complete', () => {
    const source = first('{"messages":[{"role":"user","content":"hi"},{"role":"assi');
    expect(source.records[0]!.value).toEqual({ messages: [{ role: 'user', content: 'hi' }, { role: 'assi' }] });
    expect(source.warnings).toEqual([expect.objectContaining({ code: 'truncated', line: 1 })]);
  });

  it('that breaks off says where, and may be text', () => {
    const [source] = sources('[USER]\nhello\n[ASSISTANT]\nhi');
    expect(source).toMatchObject({ container: 'text', notJson: { code: 'not-json', line: 2 } });
    expect(source?.notJson?.excerpt).toBe('[USER]\nhello\n[ASSISTANT]');
  });
});

describe('JSONL', () => {
  it('keeps line numbers over blank lines and CRLF', () => {
    const source = first('{"a":1}\r\n\r\n{"a":2}\r\n');
    expect(source.container).toBe('jsonl');
    expect(source.records.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('skips and names damaged lines, wherever they are', () => {
    const lines = ['{"a":', '{"a":2}', 'garbage', '{"a":4}', '{"a":5}', '{"a":'];
    const source = first(lines.join('\n'));
    expect(source.records.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(source.warnings).toEqual([
      expect.objectContaining({ code: 'truncated-last-line', line: 6, count: 1 }),
      expect.objectContaining({ code: 'damaged-line', line: 1, count: 2, message: expect.stringContaining('lines 1, 3') as string }),
    ]);
  });

  it('repairs lines that a redactor broke', () => {
    const source = first('{"a":1}\n{"retryInMs":5[REDACTED_PHONE]1,"text":"\\d"}\n');
    expect(source.records[1]!.value).toEqual({ retryInMs: null, text: '\\d' });
    expect(source.warnings).toEqual([expect.objectContaining({ code: 'repaired', line: 2, count: 1 })]);
  });

  it('reports progress', () => {
    const line = `{"a":"${'x'.repeat(100_000)}"}\n`;
    const seen: number[] = [];
    const read = finished(readSources(bytes(line.repeat(30)), 'x'), ({ done, of }) => seen.push(done / of));
    expect(read.ok).toBe(true);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThanOrEqual(1);
  });
});

describe('objects one after the other', () => {
  it.each(['{\n "a": 1\n}\n{\n "a": 2\n}', '{"a":1}{"a":2}', '{"a":1},\n{"a":2},'])('%j', (text) => {
    expect(first(text).container).toMatch(/concatenated-json|jsonl/);
    expect(values(text)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('know their lines', () => {
    expect(first('{\n "a": "}{\\"\\n"\n}\n\n{\n "a": 2\n}').records.map(({ line }) => line)).toEqual([1, 5]);
  });
});

describe('JSON inside text', () => {
  it('in a fence comes before the text, with its lines', () => {
    const [json, text] = sources('Here:\n\n```json\n{"a":\n1}\n```\nend');
    expect(json).toMatchObject({ container: 'json', records: [{ value: { a: 1 }, line: 4 }], warnings: [{ code: 'fenced-json', line: 3 }] });
    expect(text).toMatchObject({ container: 'text' });
  });

  it('in a fence of another language is text', () => {
    expect(sources('```python\n[1]\n```').map(({ container }) => container)).toEqual(['text']);
  });

  it('as a stream of chat chunks becomes messages', () => {
    const chunk = (delta: unknown): string => `data: ${JSON.stringify({ id: 'r1', model: 'm', choices: [{ index: 0, delta }] })}\n\n`;
    const call = (part: unknown): string => chunk({ tool_calls: [part] });
    const text =
      chunk({ role: 'assistant', content: '' }) +
      chunk({ reasoning_content: 'hm' }) +
      chunk({ content: 'Let ' }) +
      chunk({ content: 'me' }) +
      call({ index: 0, id: 'c', function: { name: 'ls', arguments: '{"p"' } }) +
      call({ index: 0, function: { arguments: ':1}' } }) +
      'data: {broken\n\ndata: [DONE]\n';
    const source = first(text);
    expect(source.records[0]!.value).toEqual({
      model: 'm',
      messages: [
        {
          role: 'assistant',
          content: 'Let me',
          reasoning_content: 'hm',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'ls', arguments: '{"p":1}' } }],
        },
      ],
    });
    expect(source.warnings.map(({ code }) => code)).toEqual(['stream-assembled', 'damaged-line']);
  });

  it('as a stream of Anthropic events becomes a message', () => {
    const events = [
      { type: 'message_start', message: { id: 'x', role: 'assistant', model: 'claude-x', content: [], usage: { input_tokens: 3 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'ls', input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"p":' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '1}' } },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 5 } },
    ];
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n`).join('\n');
    expect(first(text).records[0]!.value).toMatchObject({
      messages: [
        {
          role: 'assistant',
          usage: { input_tokens: 3, output_tokens: 5 },
          content: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'tool_use', input: { p: 1 } },
          ],
        },
      ],
    });
  });

  it('survives call indexes that are far apart', () => {
    const source = first(`data: ${JSON.stringify({ choices: [{ delta: { role: 'assistant', tool_calls: [{ index: 4e9, id: 'a' }] } }] })}\n`);
    expect(source.records[0]!.value).toMatchObject({ messages: [{ tool_calls: [{ id: 'a' }] }] });
  });
});
