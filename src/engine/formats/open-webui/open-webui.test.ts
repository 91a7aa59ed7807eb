import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/open-webui.json', import.meta.url), 'utf8');

it('reads the current line, reasoning and calls within texts, other answers as branches', () => {
  const parsed = readAs('open-webui', sample);
  const [chat] = parsed.conversations;
  expect(outline(chat!)).toEqual([
    'S You keep a garden.',
    'U [file beds.txt f-1] / Which beds are dry?',
    'A ~The log says it. / I read the log. / read{"path": "moisture.log"}',
    'T =bed 3: 12 %',
    'A Bed 3.',
  ]);
  expect(chat!.branches.map(outline)).toEqual([['A I do not know.']]);
  expect(chat!.messages.flatMap(({ usage }) => (usage ? [usage.input] : []))).toEqual([40]);
  expect(codes(parsed)).toEqual({});
});

it('says which requests failed', () => {
  const messages = {
    u: { id: 'u', parentId: null, role: 'user', content: 'a' },
    b: { id: 'b', parentId: 'u', role: 'assistant', content: '', error: { content: 'too long' } },
  };
  const parsed = readAs('open-webui', { title: 't', history: { currentId: 'b', messages } });
  expect(parsed.warnings.map(({ message }) => message)).toEqual(['Requests failed: too long.']);
});
