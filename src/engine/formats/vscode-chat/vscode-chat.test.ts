import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

type Json = Record<string, unknown>;
const round = (id: string, response: string, ...calls: Json[]): Json => ({ id, response, toolCalls: calls });
const call = (id: string, args = '{}'): Json => ({ id, name: 'read_file', arguments: args });
const text = (value: string): Json => ({ content: [{ value }] });
const request = (id: string, said: string, response: Json[], metadata: Json = {}, more: Json = {}): Json => ({
  requestId: id,
  message: { text: said },
  response,
  result: { metadata },
  ...more,
});
const chat = (...requests: Json[]): Json => ({ version: 3, sessionId: 's', customTitle: 'Lamp', responderUsername: 'GitHub Copilot', requests });
const read = (value: Json | string) => readAs('vscode-chat', value);

describe('vscode-chat', () => {
  it('reads rounds with their results, texts of a tree too, and never the response that repeats them', () => {
    const node = {
      type: 1,
      children: [
        { type: 2, text: 'File: a', lineBreakBefore: true },
        { type: 1, children: [{ type: 2, text: 'a = 1', lineBreakBefore: true }] },
      ],
    };
    const parsed = read(
      chat(
        request('q1', 'go', [{ value: 'I read.' }, { kind: 'undoStop' }], {
          renderedGlobalContext: [{ type: 1, text: '<env/>' }],
          renderedUserMessage: [
            { type: 1, text: '<ctx/>\ngo\n<end/>' },
            { type: 3, cacheType: 'ephemeral' },
          ],
          toolCallRounds: [{ ...round('r1', 'I read.', call('c1'), call('c2')), thinking: { text: 'hm', encrypted: 'xyz' } }, round('r2', 'Done.')],
          toolCallResults: { c1: { content: [{ value: { node } }] }, c2: text('plain') },
          promptTokens: 50,
          outputTokens: 7,
        }),
      ),
    );
    expect(outline(parsed.conversations[0]!)).toEqual([
      'U <env/> / <ctx/>\n / go / \n<end/>',
      'A ~hm #xyz / I read. / read_file{} / read_file{}',
      'T =File: a\na = 1',
      'T =plain',
      'A Done.',
    ]);
    expect(parsed.conversations[0]).toMatchObject({ id: 's', title: 'Lamp' });
    expect(parsed.conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input: 50, output: 7 });
    expect(parsed.warnings).toEqual([]);
  });

  it('puts a summary in the place of what it stands for, with what was kept', () => {
    const { conversations } = read(
      chat(
        request('q1', 'a', [], { toolCallRounds: [round('r1', 'b', call('c1')), round('r2', 'c')], toolCallResults: { c1: text('1') } }),
        request('q2', 'd', [], {
          toolCallRounds: [round('r3', 'e')],
          summaries: [{ toolCallRoundId: 'r1', text: 'In short: a, b.', contextLengthBefore: 900 }],
        }),
        request('q3', 'f', [], { toolCallRounds: [round('r4', 'g'), round('r5', 'h')], summary: { toolCallRoundId: 'r4', text: 'Shorter.' } }),
      ),
    );
    expect(outline(conversations[0]!)).toEqual([
      'U a',
      'A b / read_file{}',
      'T =1',
      'A c',
      'C In short: a, b.',
      'U d',
      'A e',
      'U f',
      'A g',
      'C Shorter.',
      'A h',
    ]);
    expect(conversations[0]!.compactions).toMatchObject([{ at: 4, tokensBefore: 900, keptFrom: 'r2' }, { at: 9 }]);
  });

  it('reads a response without rounds: calls as far as the screen showed them, edits as notes', () => {
    const parsed = read(
      chat(
        request('q1', 'go', [
          { kind: 'thinking', value: 'hm' },
          { value: 'See ' },
          { kind: 'inlineReference', name: 'a.ts', inlineReference: { path: '/w/a.ts' } },
          { value: '.' },
          {
            kind: 'toolInvocationSerialized',
            toolId: 'copilot_readFile',
            toolCallId: 'c',
            invocationMessage: { value: 'Reading' },
            pastTenseMessage: 'Read',
          },
          { value: 'Done.' },
          { kind: 'textEditGroup', uri: { path: '/w/b.ts' }, edits: [[{ text: 'b = 2' }]] },
          { kind: 'hologram' },
        ]),
        request('q2', 'no', [{ value: 'x' }], {}, { isHidden: true }),
      ),
    );
    expect(outline(parsed.conversations[0]!)).toEqual([
      'U go',
      'A ~hm / See a.ts. / copilot_readFile{"invocation":"Reading"}',
      'T =Read',
      'A Done. / [Edited /w/b.ts]\nb = 2',
    ]);
    expect(parsed.conversations[0]!.branches).toMatchObject([{ messages: [{ role: 'user' }, { role: 'assistant' }] }]);
    expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
  });

  it('replays a log: cuts before it adds, creates what is missing, removes, and counts what leads nowhere', () => {
    const parsed = read(
      jsonLines([
        { kind: 0, v: chat() },
        { kind: 2, k: ['requests'], v: [request('q', 'go', [])] },
        { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'A draft.' }] },
        { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'Done.' }], i: 0 },
        { kind: 1, k: ['requests', 0, 'a', 0, 'b'], v: 1 },
        { kind: 1, k: ['customTitle'], v: 'New' },
        { kind: 1, k: ['customTitle', 'x'], v: 1 },
        { kind: 1, k: ['__proto__', 'polluted'], v: 1 },
        { kind: 3, k: ['requests', 0, 'a'] },
      ]),
    );
    expect(outline(parsed.conversations[0]!)).toEqual(['U go', 'A Done.']);
    expect(parsed.conversations[0]!.title).toBe('New');
    expect(codes(parsed)).toEqual({ 'unread-change': 2 });
    expect(({} as Json).polluted).toBeUndefined();
  });

  const exported = caseFile('refused__vscode-copilot-chat-export.json');
  const log = caseFile('refused__vscode-chat-session-patch-log.jsonl');
  it.skipIf(!exported || !log)('reads the cases', () => {
    expect(outline(readAs('vscode-chat', exported!).conversations[0]!)).toEqual([
      'U Add a test for add(). / [file add.ts file:///w/add.ts]',
      'A I add it.  / read_file{"filePath":"/w/add.ts"}',
      'T =File: add.ts\nexport const add=(a,b)=>a+b',
      "A Done. / [Edited /w/add.test.ts]\ntest('add',()=>{})",
    ]);
    const { conversations } = readAs('vscode-chat', log!);
    expect(outline(conversations[0]!)).toEqual(['U Add a test.', 'A Done.']);
    expect(conversations[0]!.title).toBe('Add a test');
  });
});
