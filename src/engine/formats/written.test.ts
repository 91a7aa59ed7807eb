import { describe, expect, it } from 'vitest';
import { jsonLines, readAs } from '../testing/read.ts';
import { formats, parseTranscript } from './index.ts';

const qwen = (version: string, more: readonly object[] = []): string =>
  jsonLines([
    { uuid: '1', parentUuid: null, sessionId: 's', type: 'user', version, message: { role: 'user', parts: [{ text: 'a' }] } },
    { uuid: '2', parentUuid: '1', sessionId: 's', type: 'assistant', version, message: { role: 'model', parts: [{ text: 'b' }, ...more] } },
  ]);
const said = (text: string): readonly string[] =>
  readAs('qwen-code', text)
    .warnings.filter(({ code }) => code === 'newer-version')
    .map(({ message }) => message);

describe('a session of a newer version of its program', () => {
  it('says so once, with what was not understood', () => {
    expect(said(qwen('0.24.4'))).toEqual([]);
    expect(said(qwen('0.9.7'))).toEqual([]);
    expect(said(qwen('no version'))).toEqual([]);
    expect(said(qwen('1.0.0'))).toEqual([
      'The session was written by Qwen Code 1.0.0; sessions up to version 0.24.4 were tested. Everything in it was understood.',
    ]);
    expect(said(qwen('0.24.5', [{ hologram: { beam: 1 } }]))).toEqual([
      expect.stringMatching(/Qwen Code 0\.24\.5; .* Not understood: .*hologram.* \(1\)\.$/),
    ]);
  });

  it('is told by the last version that it states', () => {
    const [first, ...rest] = qwen('0.24.4').split('\n');
    expect(said([first, ...rest.map((line) => line.replace('0.24.4', '9.0'))].join('\n'))).toHaveLength(1);
  });

  it.each([
    ['claude-code', { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', version: '99.1.0', message: { role: 'user', content: 'a' } }],
    [
      'opencode',
      {
        info: { id: 'ses_1', version: '99.0.0', time: {} },
        messages: [{ info: { id: 'msg_1', role: 'user' }, parts: [{ type: 'text', text: 'a' }] }],
      },
    ],
    ['atif', { schema_version: 'ATIF-v9.0', steps: [{ step_id: 1, source: 'user', message: 'a' }] }],
  ])('is noticed in a file of %s', (format, value) => {
    const parsed = parseTranscript(JSON.stringify(value), { format });
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(parsed.value.warnings.map(({ code }) => code)).toContain('newer-version');
  });

  it('can be told by every format that states one: its newest tested version is a number', () => {
    const stating = formats.filter(({ written }) => written !== undefined);
    expect(stating.length).toBeGreaterThan(15);
    for (const { id, written } of stating) expect(written!.tested, id).toMatch(/^\d+(?:\.\d+)*$/);
  });
});
