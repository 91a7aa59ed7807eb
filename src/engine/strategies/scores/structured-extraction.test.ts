import { describe, expect, it } from 'vitest';
import { charCounts } from '../../testing/counts.ts';
import { answer, assistant, call, letters, planned, preparedOf, user } from '../../testing/plans.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import { extractFrom, structuredText } from './shared/extraction.ts';
import { structuredExtraction } from './structured-extraction.ts';

let calls = 0;
const said = (role: Message['role'], text: string): Message => ({ id: `m${calls++}`, role, parts: [{ type: 'text', text }] });
/** A call with its answer. */
function did(name: string, args: unknown, result: string, text = ''): Message[] {
  const id = `c${calls++}`;
  const parts: Part[] = [{ type: 'tool-call', id, name, args: JSON.stringify(args) }];
  return [
    { id: `m${calls++}`, role: 'assistant', parts: text === '' ? parts : [{ type: 'text', text }, ...parts] },
    { id: `m${calls++}`, role: 'tool', parts: [{ type: 'tool-result', callId: id, content: [{ type: 'text', text: result }] }] },
  ];
}
function preparedFrom(messages: readonly Message[]): PreparedTranscript {
  const transcript: Transcript = { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
}

const FILE = 'const value = compute();\n'.repeat(40);
const session = preparedFrom([
  said('user', 'Make the parser of src/parse.ts accept empty input. Never touch the lexer.'),
  ...did('Read', { file_path: '/home/dev/app/src/parse.ts' }, FILE),
  ...did('Bash', { command: 'npm test' }, 'FAIL src/parse.test.ts > accepts empty input\n\nExit code 1'),
  ...did(
    'Edit',
    { file_path: '/home/dev/app/src/parse.ts', old_string: 'a', new_string: 'b' },
    'ok',
    'The cause is the loop, which reads one token too many.',
  ),
  ...did('Write', { file_path: '/home/dev/app/test/empty.test.ts', content: 'test' }, 'ok'),
  ...did('Bash', { command: 'npm test' }, 'Tests  36 passed (36)'),
  said('assistant', 'We decided to return an empty list instead of null, because callers iterate over it.'),
  said('assistant', 'The sky over the lake was grey that day, and the boats lay still in the harbour for hours on end.'),
  ...did(
    'TodoWrite',
    {
      todos: [
        { content: 'parse', status: 'completed' },
        { content: 'document', status: 'pending' },
      ],
    },
    'ok',
  ),
  said('user', 'Now write it up in docs/parser.md, please.'),
  said('assistant', 'I will.'),
]);
const all = Array.from({ length: session.n }, (_, i) => i);
const textOf = (maxTokens: number, beside = { quoted: -1, taskList: false }): string =>
  structuredText(extractFrom(session, all, beside), maxTokens, (text) => session.counts.text(text));

describe('extraction (S0 19)', () => {
  it('puts everything into its place', () => {
    const text = textOf(2000);
    const section = (name: string): string => new RegExp(`(?:^|\\n)${name}:\\n((?:- .*\\n?)+)`).exec(text)?.[1] ?? '';
    expect(section('tasks')).toBe('- [x] parse\n- [ ] document\n');
    expect(section('constraints')).toContain('Never touch the lexer');
    expect(section('decisions')).toContain('return an empty list instead of null');
    expect(section('state')).toContain('Last test run: Tests 36 passed (36)');
    expect(section('findings')).toContain('reads one token too many');
    expect(section('errors')).toContain('FAIL src/parse.test.ts > accepts empty input');
    expect(section('files')).toContain('- below /home/dev/app/');
    expect(section('files')).toContain('- created: test/empty.test.ts');
    expect(section('files')).toContain('- modified: src/parse.ts');
    expect(section('commands')).toContain('`npm test` → ok, last of 2 runs');
  });
  it('leaves out what stands beside it', () => {
    const text = textOf(2000, { quoted: 0, taskList: true });
    expect(text).not.toContain('Never touch the lexer');
    expect(text).not.toContain('tasks:');
  });
  it('stays within its tokens, at any of them', () => {
    for (let most = 20; most < 900; most += 7) expect(session.counts.text(textOf(most))).toBeLessThanOrEqual(most);
  });
  it('weighs what was said last 0.3 more than what was said first, between them by place', () => {
    const decision = (what: string): Message => said('assistant', `We decided to return the ${what} instead of null, because callers use it.`);
    const three = preparedFrom([decision('parser'), decision('lexer'), decision('printer')]);
    const { decisions } = extractFrom(three, [0, 1, 2], { quoted: -1, taskList: false });
    expect(decisions.map(({ weight }) => Math.round((weight - decisions[0]!.weight) * 100) / 100)).toEqual([0, 0.15, 0.3]);
  });
  it('cuts a request at 160 characters; words that ask for nothing weigh half a point', () => {
    const request = (length: number) => {
      const input = preparedFrom([said('user', `Please rename the parser to ${'a'.repeat(length - 29)}.`), said('user', 'yes, do it')]);
      return extractFrom(input, [0, 1], { quoted: -1, taskList: false }).requests;
    };
    expect(request(160)[0]!.text).toHaveLength(160);
    expect(request(160)[0]!.text).not.toMatch(/…$/);
    expect(request(161)[0]!.text).toMatch(/ …$/);
    expect(request(161)[1]).toMatchObject({ text: 'yes, do it', weight: 0.5 + 0.3 });
  });
  it('says so where there is nothing', () => {
    expect(structuredText(extractFrom(session, [], { quoted: -1, taskList: false }), 100, (text) => text.length)).toContain('Nothing');
  });
});

describe('structured extraction (S0 19)', () => {
  it('two messages take the place of the older part: the structure, which asks no model, and a summary of the rest', () => {
    const plan = planned(structuredExtraction, session, { own: true }, { keepRecentCount: 1 });
    // The last user message and the last block are protected.
    expect(letters(plan)).toBe(`${'S'.repeat(13)}KKKK`);
    expect(plan.insertions.map(({ before }) => before)).toEqual([0, 0]);
    const [structure, rest] = plan.summaries;
    expect(structure!.ready).toContain('modified: src/parse.ts');
    expect(structure!.before).toContain('<original_task>');
    expect(rest!.ready).toBeUndefined();
    expect(rest!.members).toEqual([12]);
    expect(Array.from(plan.into!.subarray(0, 14))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1]);
    expect([0, 1, 12, 15, 16].map((i) => plan.reason(i).key)).toEqual(['quoted', 'sum-structured', 'sum-unstructured', 'keep-last-user', 'recent']);
  });
  it('each may take 50 tokens at least, however little it replaces', () => {
    const sizes = (tokens: number) => {
      const input = preparedOf([
        user(20),
        call(50, 'a'),
        answer(80, 'a'),
        assistant(tokens, 'The sky was grey.'),
        user(9),
        call(9, 'z'),
        answer(9, 'z'),
      ]);
      return planned(structuredExtraction, input, { own: true }, { keepRecentCount: 1 }).summaries.map(({ maxTokens }) => maxTokens);
    };
    // 30 % of 150 and 40, and of 150 and 170.
    expect(sizes(40)).toEqual([50, 50]);
    expect(sizes(170)).toEqual([50, 51]);
  });
  it('needs no model where everything has its place', () => {
    const plan = planned(structuredExtraction, session, { own: true }, { keepRecentCount: 6 });
    expect(plan.summaries).toHaveLength(1);
    expect(plan.summaries[0]!.ready).toBeDefined();
  });
  it('says so where decisions and rules are told in a language that it does not know', () => {
    const german = 'Bitte sieh dir den Build an und sag mir, was daran nicht stimmt; die Tests kann man auch noch ändern.';
    const talk = preparedFrom(Array.from({ length: 6 }, (_, k) => said(k % 2 ? 'assistant' : 'user', german)));
    expect(planned(structuredExtraction, talk, { own: true }, { keepRecentCount: 1 }).note).toMatchObject({
      key: 'note-patterns-language',
      values: { language: 'de' },
    });
    expect(planned(structuredExtraction, session, { own: true }, { keepRecentCount: 1 }).note).toBeUndefined();
  });
  it('is unchanged with nothing older', () => {
    expect(planned(structuredExtraction, session, { own: true }, { keepRecentCount: 100 }).unchanged).toMatchObject({
      key: 'unchanged-nothing-older',
    });
  });
});
