/** Random transcripts with everything that the normal form can represent, for round trips of the formats. */
import fc from 'fast-check';
import type { Branch, Message, Part, ToolResultPart, Transcript, Usage } from '../transcript/types.ts';

const words = [
  'fix',
  'src/a.ts',
  '## User',
  '\\## User',
  'User: hi',
  'Assistant:',
  '```',
  '"quoted"',
  "it's",
  '{"a":1}',
  '修复错误',
  '😀',
  '\n',
  '\n\n',
  '\t',
  '\r\n',
  '<b>',
  '__proto__',
  '\u2028',
  '',
  'null',
  '\ud83d',
];
const text = fc
  .tuple(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }), fc.constantFrom('', ' ', '\n'))
  .map(([list, between]) => `t${between}${list.join(between)}`);
const time = fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString());
const usage: fc.Arbitrary<Usage> = fc.record({
  input: fc.nat(9999),
  output: fc.integer({ min: 1, max: 9999 }),
  cacheRead: fc.nat(9999),
  cacheWrite: fc.nat(9999),
});
const args = fc.oneof(
  fc.record({ path: text, n: fc.nat() }).map((value) => JSON.stringify(value)),
  fc.constantFrom('{}', '', 'not json', '[1,2]', '"text"', '{"__proto__":{"polluted":true}}', '{ "spaced" : [ 1 , null ] }'),
);
const toolName = fc.constantFrom('Bash', 'read_file', 'mcp__x__y', 'search-web');
const image: fc.Arbitrary<Part> = fc.constantFrom<Part>(
  { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' },
  { type: 'image', url: 'https://example.org/a.png' },
);
const file: fc.Arbitrary<Part> = fc.constantFrom<Part>(
  { type: 'file', name: 'a.pdf', mime: 'application/pdf', bytes: 6, data: 'QUJDREVG' },
  { type: 'file', mime: 'audio/wav', bytes: 3, data: 'AAAA' },
);
const reasoning: fc.Arbitrary<Part> = fc.oneof(
  text.map((value): Part => ({ type: 'reasoning', text: value, signature: 'c2ln' })),
  text.map((value): Part => ({ type: 'reasoning', text: value })),
  text.map((value): Part => ({ type: 'reasoning', text: value, encrypted: 'ZW5j' })),
  fc.constant<Part>({ type: 'reasoning', text: '', encrypted: 'ZW5j' }),
);
const say = fc
  .oneof({ weight: 12, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(' ', '\n\t') })
  .map((value): Part => ({ type: 'text', text: value }));

interface Options {
  readonly ts: string | undefined;
  readonly usage: Usage | undefined;
  readonly model: string | undefined;
}
const options: fc.Arbitrary<Options> = fc.record({
  ts: fc.option(time, { nil: undefined }),
  usage: fc.option(usage, { nil: undefined }),
  model: fc.constantFrom(undefined, 'claude-x', 'gpt-y'),
});

type Draft = Omit<Message, 'id'>;

const user = fc
  .record({
    parts: fc.array(fc.oneof({ weight: 5, arbitrary: say }, { weight: 1, arbitrary: image }, { weight: 1, arbitrary: file }), {
      minLength: 1,
      maxLength: 3,
    }),
    synthetic: fc.constantFrom(false, false, true),
    options,
    name: fc.constantFrom(undefined, 'ann', 'b c'),
  })
  .map(({ parts, synthetic, options: o, name }): Draft[] => [
    { role: 'user', parts, ...(o.ts && { ts: o.ts }), ...(synthetic && { synthetic }), ...(name && { name }) },
  ]);
const system = text.map((value): Draft[] => [{ role: 'system', parts: [{ type: 'text', text: value }] }]);
const summary = fc
  .record({ text, tokensBefore: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }) })
  .map(({ text: value, tokensBefore }): Draft[] => [
    {
      role: 'user',
      synthetic: true,
      parts: [{ type: 'text', text: value }],
      compaction: { kind: 'summary', ...(tokensBefore !== undefined && { tokensBefore }) },
    },
  ]);

interface Call {
  readonly name: string;
  readonly args: string;
  /** 0 = never answered, 1 = by a message of its own, 2 = together with the others. */
  readonly answered: 0 | 1 | 2;
  readonly content: readonly Part[];
  readonly isError: boolean;
}
const call: fc.Arbitrary<Call> = fc.record({
  name: toolName,
  args,
  answered: fc.constantFrom(0, 1, 1, 2, 2),
  content: fc.array(fc.oneof({ weight: 5, arbitrary: say }, { weight: 1, arbitrary: image }), { maxLength: 2 }),
  isError: fc.boolean(),
});

/** A message with calls (perhaps none) and their results, in any order, perhaps with a reminder between. */
const answer = fc
  .record({
    before: fc.array(fc.oneof(say, reasoning), { maxLength: 2 }),
    calls: fc.array(call, { maxLength: 3 }),
    after: fc.option(say, { nil: undefined }),
    reversed: fc.boolean(),
    apart: fc.constantFrom(false, false, true),
    options,
  })
  .map(({ before, calls, after, reversed, apart, options: o }): Draft[] => {
    const parts: Part[] = [
      ...before,
      ...calls.map((c, i): Part => ({ type: 'tool-call', id: `id-${i}`, name: c.name, args: c.args })),
      ...(after ? [after] : []),
    ];
    if (parts.length === 0) return [];
    const result = (c: Call, i: number): ToolResultPart => ({
      type: 'tool-result',
      callId: `id-${i}`,
      name: c.name,
      content: c.content as ToolResultPart['content'],
      ...(c.isError && { isError: true }),
    });
    const results = calls.map((c, i) => ({ c, part: result(c, i) })).filter(({ c }) => c.answered > 0);
    if (reversed) results.reverse();
    const single = results.filter(({ c }) => c.answered === 1).map(({ part }): Draft => ({ role: 'tool', parts: [part] }));
    const joint = results.filter(({ c }) => c.answered === 2).map(({ part }) => part);
    return [
      { role: 'assistant', parts, ...(o.ts && { ts: o.ts }), ...(o.usage && { usage: o.usage }), ...(o.model && { model: o.model }) },
      ...(apart ? [{ role: 'user', synthetic: true, parts: [{ type: 'text', text: 'a reminder' }] } as const] : []),
      ...single,
      ...(joint.length > 0 ? [{ role: 'tool', parts: joint } as const] : []),
    ];
  });
const orphan = text.map((value): Draft[] => [
  { role: 'tool', parts: [{ type: 'tool-result', callId: 'gone', content: [{ type: 'text', text: value }] }] },
]);

/** An aborted answer, or text without a character. */
const empty = fc
  .record({ role: fc.constantFrom('assistant', 'user', 'system', 'tool'), parts: fc.constantFrom<Part[]>([], [{ type: 'text', text: '' }]), options })
  .map(({ role, parts, options: o }): Draft[] => [{ role, parts, ...(role === 'assistant' && o.ts && { ts: o.ts, model: 'claude-x' }) }]);

const stretch = fc.oneof(
  { weight: 5, arbitrary: user },
  { weight: 6, arbitrary: answer },
  { weight: 1, arbitrary: system },
  { weight: 1, arbitrary: summary },
  { weight: 1, arbitrary: orphan },
  { weight: 1, arbitrary: empty },
);

/** Ids unique in the transcript, calls and results renamed together, stretch by stretch. */
function numbered(stretches: readonly (readonly Draft[])[], prefix: string): Message[] {
  let n = 0;
  return stretches.flatMap((drafts, k) => {
    const id = (own: string): string => `${prefix}c${k}-${own}`;
    return drafts.map(
      (draft): Message => ({
        ...draft,
        id: `${prefix}m${++n}`,
        parts: draft.parts.map((part) =>
          part.type === 'tool-call' ? { ...part, id: id(part.id) } : part.type === 'tool-result' ? { ...part, callId: id(part.callId) } : part,
        ),
      }),
    );
  });
}

const isPrompt = (message: Message | undefined): boolean => message?.role === 'user' && !message.synthetic && !message.compaction;

/** Forks that every format with branches can represent: user text as a sibling of user text. */
function branchesOf(messages: readonly Message[], drafts: readonly (readonly Draft[])[]): Branch[] {
  const at = messages.findIndex((message, i) => i > 0 && isPrompt(message) && messages[i - 1]!.role === 'assistant');
  const branch = numbered([[{ role: 'user', parts: [{ type: 'text', text: 'another way' }] }], ...drafts], 'b');
  return at < 0 ? [] : [{ id: branch[0]!.id, forkedFrom: messages[at - 1]!.id, messages: branch }];
}

const tools = [
  { name: 'Bash', description: 'Runs a command.', schema: { type: 'object', properties: { command: { type: 'string' } } } },
  { name: 'read_file' },
  { name: 'search-web', schema: { properties: { query: { type: 'string' } } } },
];

export const richTranscripts = (format = 'playground'): fc.Arbitrary<Transcript> =>
  fc
    .record({
      list: fc.array(stretch, { minLength: 1, maxLength: 12 }),
      branch: fc.option(fc.array(answer, { maxLength: 2 }), { nil: undefined }),
      sub: fc.array(fc.array(stretch, { minLength: 1, maxLength: 4 }), { maxLength: 2 }),
      title: fc.option(fc.constantFrom('A title', '标题 1'), { nil: undefined }),
      tools: fc.boolean(),
    })
    .map(({ list, branch, sub, title, tools: withTools }) => {
      const messages = numbered(list, '');
      const base = { format, tools: [], compactions: [], branches: [], subagents: [] };
      return {
        ...base,
        id: 'random',
        ...(title && { title }),
        tools: withTools ? tools : [],
        messages,
        branches: branch ? branchesOf(messages, branch) : [],
        subagents: sub
          .map((own, i) => ({ ...base, id: `agent-${i + 1}`, messages: numbered(own, `s${i}`) }))
          .filter((subagent) => subagent.messages.length > 0),
      };
    })
    .filter((transcript) => transcript.messages.length > 0);
