import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

it('reads the histories of .NET, with keys in either case, and of Python', () => {
  const net = [
    { Role: { Label: 'system' }, Items: [{ $type: 'TextContent', Text: 'Be short.' }] },
    {
      role: { label: 'user' },
      items: [
        { $type: 'TextContent', text: 'go' },
        { $type: 'ImageContent', dataUri: 'data:image/png;base64,iVBORw==' },
      ],
    },
    {
      Role: { Label: 'assistant' },
      ModelId: 'm',
      AuthorName: 'a',
      Items: [
        { $type: 'ReasoningContent', Text: 'hm' },
        { $type: 'FunctionCallContent', Id: 'c', PluginName: 'files', FunctionName: 'read', Arguments: { p: 1 } },
      ],
    },
    { Role: { Label: 'tool' }, Items: [{ $type: 'FunctionResultContent', CallId: 'c', Result: { n: 1 } }, { $type: 'HologramContent' }] },
  ];
  const parsed = readAs('semantic-kernel', net);
  expect(outline(parsed.conversations[0]!)).toEqual(['S Be short.', 'U go / [image image/png]', 'A ~hm / files-read{"p":1}', 'T ={"n":1}']);
  expect(parsed.conversations[0]!.messages[2]).toMatchObject({ model: 'm', name: 'a' });
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
  const python = {
    messages: [
      { role: 'user', items: [{ content_type: 'text', text: 'go' }] },
      {
        role: 'assistant',
        items: [{ content_type: 'function_call', id: 'c', name: 'files-read', plugin_name: 'files', function_name: 'read', arguments: '{}' }],
      },
      { role: 'tool', items: [{ content_type: 'function_result', id: 'c', result: 'a = 1', name: 'files-read' }] },
    ],
  };
  expect(outline(readAs('semantic-kernel', python).conversations[0]!)).toEqual(['U go', 'A files-read{}', 'T =a = 1']);
});
