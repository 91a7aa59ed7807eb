import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../transcript/types.ts';
import { type ChatMessage, chatOf } from './chat.ts';
import { keepsShape, partsOf } from './product.ts';

const say = (text: string): Part => ({ type: 'text', text });
const call = (id: string, args = '{}'): Part => ({ type: 'tool-call', id, name: 'run', args });
const image: Part = { type: 'image', mime: 'image/png', bytes: 3 };
const file: Part = { type: 'file', name: 'a.pdf' };
const thinking: Part = { type: 'reasoning', text: 'hm', signature: 'sig' };

type Change = Partial<ChatMessage> | null;

/** The parts of a message after these changes, one for each chat message that it consists of; `{}` = kept. */
function changed(role: Message['role'], parts: readonly Part[], ...changes: readonly Change[]): readonly Part[] {
  // Another message is before it, so that the first chat message is not number 0.
  const chat = chatOf([
    { id: 'a', role: 'user', parts: [say('before')] },
    { id: 'b', role, parts },
  ]);
  const now = changes.map((change, k) => {
    const was = chat.messages[1 + k]!;
    return change === null ? null : Object.keys(change).length > 0 ? { ...was, ...change } : was;
  });
  expect(now).toHaveLength(chat.messages.length - 1);
  return partsOf({ id: 'b', role, parts }, chat, 1, now);
}

describe('results', () => {
  const result = (callId: string, ...content: Part[]): Part => ({ type: 'tool-result', callId, content: content as [] });
  const three = [result('a', say('1')), result('b', say('2')), say('and?'), result('c', say('3'))];

  it('of several in one message each is kept, edited or gone by itself, in their order', () => {
    expect(changed('user', three, { text: 'cut' }, null, {}, {})).toEqual([result('a', say('cut')), say('and?'), result('c', say('3'))]);
    const kept = changed('user', three, {}, {}, { text: 'cut' }, { text: 'so?' });
    expect(kept).toEqual([three[0], three[1], say('so?'), result('c', say('cut'))]);
    expect([kept[0] === three[0], kept[1] === three[1]]).toEqual([true, true]);
    expect(changed('user', three, null, null, null, {})).toEqual([say('and?')]);
    expect(changed('user', three, null, null, null, null)).toEqual([]);
  });

  it('a new text stands before images and files, which stay', () => {
    const mixed = [result('a', image, say('1'), file, say('2'))];
    expect(changed('tool', mixed, { text: 'cut' })).toEqual([result('a', say('cut'), image, file)]);
  });

  it('images go where the product takes them out', () => {
    const mixed = [result('a', image, say('1'), file)];
    expect(changed('tool', mixed, { text: 'cut', images: 0 })).toEqual([result('a', say('cut'), file)]);
    expect(changed('tool', mixed, { images: 0 })).toEqual([result('a', say('1'), file)]);
  });

  it('a message that is no result any more holds nothing', () => {
    const { callId: _, ...none } = chatOf([{ id: 'b', role: 'tool', parts: [result('a', say('1'))] }]).messages[0]!;
    expect(
      partsOf({ id: 'b', role: 'tool', parts: [result('a', say('1'))] }, chatOf([{ id: 'b', role: 'tool', parts: [result('a', say('1'))] }]), 0, [
        none,
      ]),
    ).toEqual([]);
  });

  it('stay errors', () => {
    const failed: Part = { type: 'tool-result', callId: 'a', content: [{ type: 'text', text: 'no such file' }], isError: true };
    expect(changed('tool', [failed], { text: 'no' })).toEqual([{ ...failed, content: [say('no')] }]);
  });
});

describe('words, thinking and calls', () => {
  const asked = { calls: [{ id: 'a', name: 'run', args: '{}' }] };

  it('a changed text stands where the first one stood, and the others go', () => {
    const parts = [thinking, say('one'), image, say('two'), call('a')];
    expect(changed('assistant', parts, { text: 'cut' })).toEqual([thinking, say('cut'), image, call('a')]);
    expect(changed('assistant', parts, { text: '' })).toEqual([thinking, image, call('a')]);
  });

  it('the same text leaves its parts as they are', () => {
    const parts = [say('one'), say('two'), call('a'), call('b')];
    const left = changed('assistant', parts, asked);
    expect(left).toEqual([say('one'), say('two'), call('a')]);
    expect(left.every((part, k) => part === parts[k])).toBe(true);
  });

  it('a call is taken out, or its arguments are cut', () => {
    const parts = [call('a', '{"text":"long"}'), call('b', '{"n":1}')];
    expect(changed('assistant', parts, { calls: [{ id: 'b', name: 'run', args: '{"n":1}' }] })).toEqual([parts[1]]);
    const cut = changed('assistant', parts, {
      calls: [
        { id: 'a', name: 'run', args: '{}' },
        { id: 'b', name: 'run', args: '{"n":1}' },
      ],
    });
    expect(cut).toEqual([call('a'), parts[1]]);
    expect(cut[1]).toBe(parts[1]);
  });

  it('a mark where a call was stands behind the thinking, which comes first', () => {
    expect(changed('assistant', [thinking, call('a'), call('b')], { text: '[call]', ...asked })).toEqual([thinking, say('[call]'), call('a')]);
    expect(changed('assistant', [thinking, call('a')], { text: '[call]', calls: [] })).toEqual([thinking, say('[call]')]);
    expect(changed('assistant', [thinking], { text: 'said' })).toEqual([thinking, say('said')]);
    expect(changed('assistant', [], { text: '.' })).toEqual([say('.')]);
  });

  it('thinking goes where the product takes it out; what nobody can read stays', () => {
    const was = chatOf([{ id: 'b', role: 'assistant', parts: [thinking, say('so')] }]);
    const { reasoning: _, ...bare } = was.messages[0]!;
    expect(partsOf({ id: 'b', role: 'assistant', parts: [thinking, say('so')] }, was, 0, [bare])).toEqual([say('so')]);
    const hidden: Part = { type: 'reasoning', text: '', encrypted: 'ZW5j' };
    expect(changed('assistant', [hidden, say('so')], { text: 'cut' })).toEqual([hidden, say('cut')]);
  });

  it('images go where the product takes them out, files stay', () => {
    expect(changed('user', [say('see'), image, file], { images: 0 })).toEqual([say('see'), file]);
    expect(changed('user', [say('see'), image, file], { text: 'look' })).toEqual([say('look'), image, file]);
  });
});

describe('the shape of the parts', () => {
  const asked = call('a');
  const parts = [thinking, say('one'), asked];
  const result = (...content: Part[]): Part => ({ type: 'tool-result', callId: 'a', content: content as [] });

  it.each([
    ['nothing', parts, parts, true],
    ['a text', parts, [thinking, say('cut'), asked], true],
    ['a text to nothing', parts, [thinking, say(''), asked], false],
    ['a text to half of a character', parts, [thinking, say('\ud83d'), asked], false],
    ['a part less', parts, [say('one'), asked], false],
    ['arguments', parts, [thinking, say('one'), call('a', '{"b":1}')], false],
    ['another part in its place', parts, [say('hm'), parts[1]!, asked], false],
    ['a result', [result(say('one'))], [result(say('cut'), image)], true],
    ['a result to nothing', [result(say('one'))], [result(say(''))], false],
    ['a result without content', [result(say('one'))], [result()], false],
  ] as const)('%s changed', (_, was, now, keeps) => {
    expect(keepsShape(was, now)).toBe(keeps);
  });
});
