import { describe, expect, it } from 'vitest';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

function parse(text: string, format?: string): Parsed {
  const parsed = parseTranscript(text, { format: format ?? null });
  if (!parsed.ok) throw new Error(parsed.error.code);
  expect(parsed.value.format).toBe('text');
  return parsed.value;
}
const turns = (text: string): unknown =>
  parse(text).conversations[0]!.messages.map(({ role, parts }) => [role, parts[0]?.type === 'text' ? parts[0].text : '']);
const dialogue = [
  ['user', 'hi'],
  ['assistant', 'hello\n\nthere'],
];

describe('role markers', () => {
  it.each([
    'User: hi\nAssistant: hello\n\nthere',
    'Human: hi\n\nAI:\nhello\n\nthere\n',
    'You said:\nhi\nChatGPT said:\nhello\n\nthere',
    '##### You said:\nhi\n###### ChatGPT said:\nhello\n\nthere',
    '**User:**\n\nhi\n\n**Assistant:** hello\n\nthere',
    '**Human**: hi\n**Claude**: hello\n\nthere',
    '# User\nhi\n# Assistant\nhello\n\nthere',
    '## 🧑 User\nhi\n## 🤖 Assistant (gpt-4)\nhello\n\nthere',
    '[USER]\nhi\n[ASSISTANT]\nhello\n\nthere',
    '<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\nhello\n\nthere<|im_end|>\n',
    '### Instruction:\nhi\n### Response:\nhello\n\nthere',
    '用户：hi\n助手：hello\n\nthere',
    'User: hi\r\nAssistant: hello\r\n\r\nthere\r\n',
  ])('%j', (text) => {
    expect(turns(text)).toEqual(dialogue);
  });

  it('inside code and quotes are text', () => {
    const code = '```\nUser: not me\n```\n> Assistant: nor me';
    expect(turns(`User: see\n${code}\nAssistant: ok`)).toEqual([
      ['user', `see\n${code}`],
      ['assistant', 'ok'],
    ]);
  });

  it('of one style are read, the others are text', () => {
    expect(turns('## User\nUser: a\nAssistant: b\n## Assistant\nx\n## User\ny')).toEqual([
      ['user', 'User: a\nAssistant: b'],
      ['assistant', 'x'],
      ['user', 'y'],
    ]);
  });

  it('leave what stands before them apart, with a warning', () => {
    const parsed = parse('A chat of mine.\n\nUser: hi\nAssistant: ho');
    expect(parsed.conversations[0]).toMatchObject({
      messages: [{ role: 'user', origin: { line: 3 } }, { role: 'assistant' }],
      extra: { preamble: 'A chat of mine.' },
    });
    expect(parsed.warnings).toEqual([expect.objectContaining({ code: 'preamble', line: 1 })]);
  });

  it.each(['User: hi', 'just text', 'Error: x\nWarning: y\nNote: z', 'System: a\nTool: b'])('are too few in %j', (text) => {
    const parsed = parseTranscript(text);
    expect(parsed.ok ? '' : parsed.error.code).toBe('unknown-format');
  });

  it('are not needed when a person says that it is text', () => {
    const parsed = parse('just text', 'text');
    expect(parsed.conversations[0]!.messages).toMatchObject([{ role: 'user', parts: [{ text: 'just text' }] }]);
    expect(parsed.warnings.map(({ code }) => code)).toEqual(['no-role-markers']);
  });
});

describe('export', () => {
  it('names roles, writes calls out and escapes lines that look like a marker', () => {
    const parsed = parseTranscript(
      JSON.stringify([
        { role: 'user', content: 'a\n## User\n```\nunclosed' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'ls', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c', content: 'x' },
      ]),
    );
    if (!parsed.ok) throw new Error(parsed.error.message);
    const written = serializeTranscript({ ...parsed.value.conversations[0]!, title: 'T' }, 'text');
    const text = written.ok ? written.value.text : '';
    expect(text.split('\n').slice(2)).toEqual([
      '# T',
      '',
      '## User',
      '',
      'a',
      '\\## User',
      '```',
      'unclosed',
      '',
      '## Assistant',
      '',
      '[Call of ls]',
      '{}',
      '',
      '## Tool',
      '',
      '[Result of ls]',
      'x',
      '',
    ]);
    expect(turns(text)).toEqual([
      ['user', 'a\n## User\n```\nunclosed'],
      ['assistant', '[Call of ls]\n{}'],
      ['tool', '[Result of ls]\nx'],
    ]);
    expect(parse(text).conversations[0]!.title).toBe('T');
  });

  it('is no binary file for the control characters of a tool', () => {
    const parsed = parseTranscript(JSON.stringify([{ role: 'user', content: 'a\0b \u0007\u007f \u001b[31m\t' }]));
    const written = parsed.ok ? serializeTranscript(parsed.value.conversations[0]!, 'text') : parsed;
    expect(written.ok && turns(written.value.text)).toEqual([['user', 'a␀b ␇␡ \u001b[31m']]);
    expect(written.ok && written.value.warnings).toEqual([expect.objectContaining({ code: 'control-characters', count: 3 })]);
  });
});
