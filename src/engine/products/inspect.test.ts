import { describe, expect, it } from 'vitest';
import { inspectEdit, inspectTrim } from './inspect.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, call, result, user } from './testing/talk.ts';

const WINDOW = 200_000;

describe('Inspect, edit', () => {
  const edit = (messages: Parameters<typeof inspectEdit.compact>[0], params: Partial<typeof inspectEdit.defaults> = {}) =>
    inspectEdit.compact(messages, { ...inspectEdit.defaults, ...params }, WINDOW);
  const of = (words: string, params = {}) => fatesOf(edit(spelled(words), params));

  it('keeps the newest 3 results, parallel calls counted one by one', () => {
    expect(of('u c t c t c t')).toBe('kkkkkkk');
    expect(of('u c t c t c t c t')).toBe('kkekkkkkk');
    expect(of('u ccc t t t c t')).toBe('kkekkkk');
    expect(of('u c t', { keep_tool_uses: 0 })).toBe('kke');
    expect(edit(spelled('u c t'), { keep_tool_uses: 0 }).edits.get(2)!.text).toBe('(Tool result removed)');
  });

  it('removes calls with their results where inputs are not kept', () => {
    expect(of('u cc t t c t', { keep_tool_uses: 1, keep_tool_inputs: false })).toBe('keddkk');
    const { edits } = edit(spelled('u cc5 t t c t'), { keep_tool_uses: 2, keep_tool_inputs: false });
    expect(edits.get(1)).toMatchObject({
      text: 'xxxxx\n[Tool call: tool (parameters and results removed from history)]',
      calls: [{ id: 'call-1' }],
    });
  });

  it('removes a wrong message where results stand in another order than their calls', () => {
    const messages = [user('go'), { ...call('a', 'tool', {}), calls: [...call('a', 'tool', {}).calls, ...call('b', 'tool', {}).calls] }];
    const outcome = edit([...messages, result('b', 'x'), result('a', 'y'), user('next'), user('go')], { keep_tool_uses: 0, keep_tool_inputs: false });
    expect(fatesOf(outcome)).toBe('kedkdk');
  });

  it('removes thinking before the last answer', () => {
    const thought = { ...assistant('so'), reasoning: 'hm' };
    const outcome = edit([user('?'), thought, user('?'), thought, user('?')]);
    expect(fatesOf(outcome)).toBe('kekkk');
    expect(outcome.edits.get(1)).toEqual(assistant('so'));
  });

  it('does not end on the assistant', () => {
    expect(of('u c t a')).toBe('kkkd');
    expect(of('u a u')).toBe('kkk');
  });

  it('leaves out what the memory tool wrote', () => {
    const outcome = edit([user('?'), call('a', 'memory', { command: 'create', file_text: 'long' }), result('a', 'ok')]);
    expect(JSON.parse(outcome.edits.get(1)!.calls[0]!.args)).toEqual({ command: 'create', file_text: '(content saved to memory)' });
    expect(fatesOf(edit([user('?'), call('a', 'memory', { command: 'view' }), result('a', 'ok')]))).toBe('kkk');
  });
});

describe('Inspect, trim', () => {
  const of = (words: string, preserve = 0.5) => fatesOf(inspectTrim.compact(spelled(words), { preserve }, WINDOW));

  it('keeps the input and a share of what follows, rounded up', () => {
    expect(of('s u a u a u a u')).toBe('kkdddkkk');
    expect(of('s u a u a u a u a u')).toBe('kkddddkkkk');
    expect(of('s u u a u a u a u')).toBe('kkdddkkkk');
    expect(of('u a u a u a u', 0.8)).toBe('kdkkkkk');
  });

  it('keeps results only after their calls and calls only with their results', () => {
    expect(of('u c t c t c t')).toBe('kddddkk');
    const outcome = inspectTrim.compact(spelled('u cc t a u'), { preserve: 1 }, WINDOW);
    expect(fatesOf(outcome)).toBe('kekkk');
    expect(outcome.edits.get(1)!.calls).toHaveLength(1);
  });

  it('drops one answer at the end, not two', () => {
    expect(of('u a u a', 1)).toBe('kkkd');
    expect(of('u a u a a', 1)).toBe('kkkkd');
  });

  it('without a user message everything is input', () => {
    expect(of('s a a a a')).toBe('kkkkk');
  });
});
