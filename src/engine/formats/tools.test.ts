/** Tool definitions of a file: kept, or their loss is reported with its place. */
import { describe, expect, it } from 'vitest';
import { DEEPEST } from '../transcript/transcript-json.ts';
import { parseTranscript } from './index.ts';

/** A schema with this many nested objects. */
const schema = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const chat = (tools: string): string => `{"messages":[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}],"tools":${tools}}`;
const chatTool = (levels: number): string => `[{"type":"function","function":{"name":"find","parameters":${schema(levels)}}}]`;

const FILES: readonly (readonly [string, (levels: number) => string, { readonly path: string } | { readonly line: number }])[] = [
  ['tools of a request', (levels) => chat(chatTool(levels)), { path: '$' }],
  ['tools as JSON text', (levels) => chat(JSON.stringify(chatTool(levels))), { path: '$.tools' }],
  ['tools as JSON text on a line', (levels) => `${chat('[]')}\n${chat(JSON.stringify(chatTool(levels)))}`, { line: 2 }],
  [
    'tools of a request to Anthropic as JSON text',
    (levels) =>
      `{"messages":[{"role":"user","content":[{"type":"text","text":"hello"}]},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"find","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}],"tools":${JSON.stringify(`[{"name":"find","input_schema":${schema(levels)}}]`)}}`,
    { path: '$.tools' },
  ],
  [
    'tools of ShareGPT as JSON text',
    (levels) =>
      `[{"conversations":[{"from":"human","value":"hello"},{"from":"gpt","value":"hi"}],"tools":${JSON.stringify(`[{"name":"find","parameters":${schema(levels)}}]`)}}]`,
    { path: '$[0].tools' },
  ],
];

const read = (text: string) => {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};

describe('tool definitions', () => {
  it.each(FILES)('%s that are nested too deep are kept, as text below that level, with a warning at their place', (_, make, place) => {
    const { conversations, warnings } = read(make(DEEPEST + 100));
    expect(conversations.at(-1)?.tools.map(({ name }) => name)).toEqual(['find']);
    expect(warnings).toEqual([expect.objectContaining({ code: 'deep-value', count: 1, ...place })]);
    expect(() => JSON.stringify(conversations)).not.toThrow();
  });
  it.each(FILES)('%s of twenty levels are read as they are', (_, make) => {
    const { conversations, warnings } = read(make(20));
    expect(conversations.at(-1)?.tools).toEqual([{ name: 'find', schema: JSON.parse(schema(20)) as unknown }]);
    expect(warnings).toEqual([]);
  });
  it('as text that is no JSON are left out with a warning; as an empty text there are none', () => {
    expect(read(chat('"[{"')).warnings).toEqual([expect.objectContaining({ code: 'unread-tools', path: '$.tools', count: 1 })]);
    expect(read(chat('""')).warnings).toEqual([]);
  });
});
