import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

type Json = Record<string, unknown>;
const line = (uuid: string, parentUuid: string | null, type: string, more: Json): Json => ({
  uuid,
  parentUuid,
  sessionId: 's',
  timestamp: '2026-05-01T10:00:00Z',
  type,
  cwd: '/w',
  version: '0.24.4',
  ...more,
});
const user = (uuid: string, parent: string | null, text: string, more: Json = {}): Json =>
  line(uuid, parent, 'user', { provenance: 'real_user', message: { role: 'user', parts: [{ text }] }, ...more });
const model = (uuid: string, parent: string, parts: Json[], more: Json = {}): Json =>
  line(uuid, parent, 'assistant', { model: 'qwen3', message: { role: 'model', parts }, ...more });
const read = (...lines: Json[]) => readAs('qwen-code', jsonLines(lines));

describe('qwen-code', () => {
  it('reads thoughts, calls, results that failed, and usage whose answer includes thoughts where the total says so', () => {
    const usageMetadata = {
      promptTokenCount: 100,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 5,
      totalTokenCount: 120,
      cachedContentTokenCount: 60,
    };
    const parsed = read(
      user('1', null, 'go'),
      model('2', '1', [{ text: 'hm', thought: true }, { functionCall: { id: 'c', name: 'read', args: { p: 'a' } } }], { usageMetadata }),
      line('3', '2', 'tool_result', {
        message: { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'read', response: { output: 'no file' } } }] },
        toolCallResult: { callId: 'c', status: 'error', resultDisplay: 'no file' },
      }),
      line('4', '3', 'system', { subtype: 'ui_telemetry', systemPayload: {} }),
      model('5', '4', [{ text: 'done' }], { usageMetadata: { ...usageMetadata, totalTokenCount: 125 } }),
      user('6', '5', 'a note', { provenance: 'system', subtype: 'notification' }),
    );
    expect(outline(parsed.conversations[0]!)).toEqual(['U go', 'A ~hm / read{"p":"a"}', 'T !no file', 'A done', 'u a note']);
    expect(parsed.conversations[0]!.messages.map(({ usage }) => usage?.output)).toEqual([undefined, 20, undefined, 25, undefined]);
    expect(parsed.conversations[0]!.messages[1]!.usage).toMatchObject({ input: 40, cacheRead: 60 });
    expect(parsed.warnings).toEqual([]);
  });

  it('replays a compression: the summary and what it added are new, messages that it kept are not', () => {
    const { conversations } = read(
      user('1', null, 'a'),
      model('2', '1', [{ text: 'b' }]),
      user('3', '2', 'c'),
      line('4', '3', 'system', {
        subtype: 'chat_compression',
        systemPayload: {
          info: { originalTokenCount: 1000, newTokenCount: 100, compressionStatus: 1, triggerReason: 'auto' },
          compressedHistory: [
            { role: 'user', parts: [{ text: 'In short: a.' }] },
            { role: 'model', parts: [{ text: 'Got it.' }] },
            { role: 'user', parts: [{ text: 'c' }] },
          ],
        },
      }),
      line('5', '4', 'system', { subtype: 'chat_compression', systemPayload: { info: { compressionStatus: 2 }, compressedHistory: [] } }),
      model('6', '5', [{ text: 'd' }]),
    );
    expect(outline(conversations[0]!)).toEqual(['U a', 'A b', 'U c', 'C In short: a. / Got it.', 'A d']);
    expect(conversations[0]!.compactions).toEqual([
      { at: 3, summaryId: '4', tokensBefore: 1000, tokensAfter: 100, trigger: 'auto', keptFrom: '3', kept: ['3'] },
    ]);
  });

  it('leaves what was rewound in a branch, joins lines of one id, reads two objects on one line, and counts unknown lines', () => {
    const parsed = readAs(
      'qwen-code',
      `${JSON.stringify(user('1', null, 'a'))}${JSON.stringify(model('2', '1', [{ text: 'wrong' }]))}\n${jsonLines([
        line('3', '1', 'system', { subtype: 'rewind', systemPayload: { targetUuid: '1' } }),
        model('4', '3', [{ text: 'ri' }]),
        model('4', '3', [{ text: 'ght' }]),
        line('5', '4', 'system', { subtype: 'hologram' }),
      ])}`,
    );
    expect(outline(parsed.conversations[0]!)).toEqual(['U a', 'A ri / ght']);
    expect(parsed.conversations[0]!.branches).toMatchObject([{ forkedFrom: '1', messages: [{ parts: [{ text: 'wrong' }] }] }]);
    expect(codes(parsed)).toEqual({ repaired: 1, 'unknown-entry': 1 });
  });

  const given = caseFile('misread__qwen-code-as-claude-code.jsonl');
  it.skipIf(!given)('reads the case', () => {
    const { conversations } = readAs('qwen-code', given!);
    expect(outline(conversations[0]!)).toEqual([
      'U Read a.ts.',
      'A ~I read it. / read_file{"path":"a.ts"}',
      'T =a = 1',
      'A a is 1.',
      'C summary: a is 1 / Got it. Thanks for the additional context!',
      'U Thanks.',
    ]);
    expect(conversations[0]!.compactions).toMatchObject([{ at: 4, tokensBefore: 1000, trigger: 'manual' }]);
  });
});
