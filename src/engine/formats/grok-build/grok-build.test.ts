import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

it('gives reasoning to the answer after it, reads tools of the provider, and knows what a compaction left', () => {
  const parsed = readAs(
    'grok-build',
    jsonLines([
      { type: 'system', content: 'You are Grok.' },
      { type: 'user', content: [{ type: 'text', text: 'In short: a.' }], synthetic_reason: 'compaction_meta' },
      { type: 'user', content: [{ type: 'text', text: 'a.ts again' }], synthetic_reason: 'compaction_meta' },
      { type: 'user', content: [{ type: 'text', text: 'wait' }], synthetic_reason: 'interjection' },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'xyz' },
      { type: 'backend_tool_call', kind: { tool_type: 'web_search', id: 'w', action: { query: 'q', sources: [{ url: 'https://e.test' }] } } },
      { type: 'assistant', content: 'I read.', tool_calls: [{ id: 'c', name: 'read', arguments: '{}' }], model_id: 'grok-4.5' },
      { type: 'tool_result', tool_call_id: 'c', content: 'a = 1', images: [{ type: 'image', url: 'data:image/png;base64,iVBORw==' }] },
      { type: 'hologram' },
    ]),
  );
  expect(outline(parsed.conversations[0]!)).toEqual([
    'S You are Grok.',
    'C In short: a.',
    'u a.ts again',
    'U wait',
    'A web_search{"query":"q"}',
    'T =[{"url":"https://e.test"}]',
    'A ~hm #xyz / I read. / read{}',
    'T =a = 1|[image image/png]',
  ]);
  expect(codes(parsed)).toEqual({ 'missing-history': 1, 'unknown-entry': 1 });
});

const given = caseFile('misread__grok-cli-as-openai-responses.jsonl');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('grok-build', given!);
  expect(outline(conversations[0]!)).toEqual([
    'S You are Grok.',
    'U Read hello.py.',
    'A ~Read first. #gAAA / I read it. / read_file{"target_file":"hello.py"}',
    "T =print('hi')",
    'A It prints hi.',
  ]);
});
