/** Random transcripts for property tests, with every structure of real ones, and broken ones. */
import fc from 'fast-check';
import type { Message, Part, Transcript } from '../transcript/types.ts';

const words = ['fix', 'the', 'test', 'src/a.ts', 'error', 'why', 'done', '修复', '错误', '请继续', '😀', 'const x = 1;', '\n\n', 'ok'];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 0, maxLength: 60 })
  .chain((list) => fc.constantFrom('.', '?', '？', '').map((end) => list.join(' ') + end));

/** A stretch of a conversation; its call ids are made unique afterwards. */
type Stretch =
  | { readonly kind: 'user'; readonly text: string; readonly synthetic: boolean }
  | { readonly kind: 'assistant'; readonly text: string; readonly thinking: boolean }
  | { readonly kind: 'system'; readonly text: string }
  /** `answered[k]`: whether call k gets a result; `apart`: something separates the call from its results. */
  | {
      readonly kind: 'tools';
      readonly text: string;
      readonly answered: readonly boolean[];
      readonly apart: boolean;
      readonly result: string;
      readonly reversed: boolean;
    }
  | { readonly kind: 'orphan'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'image' }
  | { readonly kind: 'empty'; readonly role: 'user' | 'assistant' };

const stretch: fc.Arbitrary<Stretch> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('user' as const), text, synthetic: fc.constantFrom(false, false, true) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('assistant' as const), text, thinking: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tools' as const),
      text,
      answered: fc.array(fc.constant(true), { minLength: 1, maxLength: 3 }),
      apart: fc.constantFrom(false, false, false, true),
      result: text,
      reversed: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('tools' as const),
      text,
      answered: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      apart: fc.boolean(),
      result: text,
      reversed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('system' as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('orphan' as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('summary' as const), text }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'image' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty' as const), role: fc.constantFrom('user', 'assistant', 'assistant') }) },
);

const say = (value: string): Part => ({ type: 'text', text: value });

function messagesOf(header: boolean, stretches: readonly Stretch[]): Message[] {
  const messages: Message[] = [];
  let calls = 0;
  const add = (message: Omit<Message, 'id'>): void => {
    messages.push({ id: `m${messages.length}`, ...message });
  };
  const result = (id: string, value: string): Omit<Message, 'id'> => ({
    role: 'tool',
    parts: [{ type: 'tool-result', callId: id, content: [{ type: 'text', text: value }] }],
  });
  if (header) add({ role: 'system', parts: [say('You are a careful assistant.')] });
  for (const s of stretches) {
    switch (s.kind) {
      case 'user':
        add({ role: 'user', parts: [say(s.text)], ...(s.synthetic ? { synthetic: true } : {}) });
        break;
      case 'assistant':
        add({ role: 'assistant', parts: s.thinking ? [{ type: 'reasoning', text: s.text, signature: 'sig' }, say(s.text)] : [say(s.text)] });
        break;
      case 'system':
        add({ role: 'system', parts: [say(s.text)] });
        break;
      case 'orphan':
        add(result(`gone-${calls++}`, s.text));
        break;
      case 'summary':
        add({ role: 'user', parts: [say(s.text)], synthetic: true, compaction: { kind: 'summary' } });
        break;
      case 'image':
        add({ role: 'user', parts: [{ type: 'image', mime: 'image/png', bytes: 1000, data: 'AAAA' }] });
        break;
      case 'empty':
        add({ role: s.role, parts: [] });
        break;
      case 'tools': {
        const ids = s.answered.map(() => `call-${calls++}`);
        add({
          role: 'assistant',
          parts: [say(s.text), ...ids.map((id): Part => ({ type: 'tool-call', id, name: 'Bash', args: JSON.stringify({ command: s.text }) }))],
        });
        if (s.apart) add({ role: 'user', parts: [say('A reminder between call and result.')], synthetic: true });
        const answered = ids.filter((_, k) => s.answered[k]);
        for (const id of s.reversed ? answered.reverse() : answered) add(result(id, s.result.repeat(4)));
      }
    }
  }
  return messages;
}

/** Short ones for the edges of every rule, long ones so that strategies have something to do. */
const stretchesUpTo = (most: number): fc.Arbitrary<Stretch[]> =>
  fc.oneof(fc.array(stretch, { maxLength: 8 }), fc.array(stretch, { minLength: Math.min(15, most), maxLength: most, size: 'max' }));

/** Up to `stretches` stretches (a stretch is one message, or a call with its results). */
export const transcripts = (stretches = 40): fc.Arbitrary<Transcript> =>
  fc.record({ header: fc.boolean(), list: stretchesUpTo(stretches), tools: fc.boolean() }).map(({ header, list, tools }) => ({
    id: 'random',
    format: 'playground',
    tools: tools ? [{ name: 'Bash', description: 'Runs a command.', schema: { type: 'object', properties: { command: { type: 'string' } } } }] : [],
    messages: messagesOf(header, list),
    compactions: [],
    branches: [],
    subagents: [],
  }));
