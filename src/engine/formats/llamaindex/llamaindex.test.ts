import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const said = (role: string, blocks: object[], additional_kwargs: object = {}): object => ({ role, additional_kwargs, blocks });
const text = (value: string): object => ({ block_type: 'text', text: value });
const store = {
  store: {
    one: [
      said('user', [text('go'), { block_type: 'image', image: 'iVBORw==', image_mimetype: 'image/png' }]),
      said(
        'model',
        [
          { block_type: 'thinking', content: 'hm', additional_information: { signature: 's' } },
          { block_type: 'tool_call', tool_call_id: 'c', tool_name: 'f', tool_kwargs: { a: 1 } },
        ],
        {
          tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"a":1}' } }],
        },
      ),
      said('tool', [text('21')], { tool_call_id: 'c' }),
      said('chatbot', [{ block_type: 'hologram' }, text('done')]),
    ],
    two: [{ role: 'user', content: 'older', additional_kwargs: {} }],
  },
  class_name: 'SimpleChatStore',
};

it('reads a store, one conversation per key; a call that two places tell is one', () => {
  const parsed = readAs('llamaindex', store);
  expect(parsed.conversations.map(outline)).toEqual([['U go / [image image/png]', 'A ~hm <s> / f{"a":1}', 'T =21', 'A done'], ['U older']]);
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

it('reads a store that is JSON text', () => {
  expect(readAs('llamaindex', JSON.stringify(JSON.stringify(store))).conversations).toHaveLength(2);
});

const given = caseFile('refused__llamaindex-chat-store.json');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('llamaindex', given!);
  expect(outline(conversations[0]!)).toEqual(['U Weather in Rome?', 'A weather{"city":"Rome"}', 'T =21', 'A 21 C.']);
});
