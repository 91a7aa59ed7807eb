import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { isCut } from '../signals/truncated.ts';
import { charCounts } from '../testing/counts.ts';
import type { Tokenizer } from '../tokens/contract.ts';
import { countTranscript } from '../tokens/count.ts';
import { calibratedTokenizer, loadTokenizer } from '../tokens/tokenizers.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';
import { ARGS, type CutKind, type Cutter, cutterOf, ENDS, fieldCuts, HEAD, HEADS, OUTPUT_ENDS } from './truncation.ts';
import { KEY_LINES, KEY_SENTENCES } from '../strategies/cutting/shared/cutting-plan.ts';
import { cutMark } from './texts.ts';
import { runs } from '../testing/scale.ts';

let bpe: Tokenizer;
let estimate: Tokenizer;
beforeAll(async () => {
  bpe = await loadTokenizer('o200k_base');
  estimate = calibratedTokenizer(await loadTokenizer('anthropic-estimate'), { factor: 1.37, offset: 0, requests: 10, error: 0 });
});

const say = (text: string): Part => ({ type: 'text', text });
const call = (args: string): Part => ({ type: 'tool-call', id: 'c', name: 'Write', args });
const result = (...texts: string[]): Part => ({ type: 'tool-result', callId: 'c', content: texts.map((text) => ({ type: 'text', text })) });
const transcriptOf = (...messages: readonly (readonly Part[])[]): Transcript => ({
  id: 't',
  format: 'playground',
  tools: [],
  messages: messages.map((parts, i): Message => ({ id: `m${i}`, role: parts[0]?.type === 'tool-result' ? 'tool' : 'assistant', parts })),
  compactions: [],
  branches: [],
  subagents: [],
});
const exact = (transcript: Transcript) => prepare(transcript, countTranscript(transcript, bpe), DEFAULT_SIGNALS);
const byLength = (transcript: Transcript) => prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);

/** The first text of message 0, cut to `limit` tokens (of the message). */
function cutTo(kind: CutKind, part: Part, limit: number): string {
  const input = exact(transcriptOf([part]));
  const cutter = cutterOf(input, kind);
  const [cut] = cutter.parts(0, cutter.rungWithin(0, limit));
  if (cut?.type === 'text') return cut.text;
  if (cut?.type === 'tool-call') return cut.args;
  const [inner] = cut?.type === 'tool-result' ? cut.content : [];
  return inner?.type === 'text' ? inner.text : '';
}

const LAYERS: CutKind = { id: 'test-layers', text: () => KEY_SENTENCES, textShare: () => 0.5, args: () => ARGS, result: () => KEY_LINES };
const MIXED: CutKind = { id: 'test-mixed', text: () => HEAD, args: () => ARGS, result: () => ENDS };
const KINDS = [HEADS, OUTPUT_ENDS, LAYERS, MIXED];

describe('a head', () => {
  const english = 'The first sentence says something. The second one, e.g. this, goes on for a while. '.repeat(30).trim();
  const chinese = '这是第一句话，说明一些事情。第二句话继续说明别的内容！'.repeat(40);

  it('ends with a sentence, and the mark says how much is gone', () => {
    const text = cutTo(HEADS, say(english), 200);
    expect(text).toMatch(/(?:something|a while)\.\n\[… [\d,]+ of [\d,]+ tokens cut …\]$/);
    const [, gone, of] = /\[… ([\d,]+) of ([\d,]+) tokens cut …\]/.exec(text) ?? [];
    expect(Number(of)).toBe(bpe.count(english));
    expect(Number(gone)).toBe(bpe.count(english) - bpe.count(text.slice(0, text.indexOf('\n['))));
    expect(english.startsWith(text.slice(0, text.indexOf('\n[')))).toBe(true);
  });

  it('ends with a Chinese sentence', () => {
    expect(cutTo(HEADS, say(chinese), 150)).toMatch(/[。！]\n\[… \d+ of [\d,]+ tokens cut …\]$/);
  });

  it('of an output ends with a line', () => {
    const log = Array.from({ length: 200 }, (_, k) => `    at step ${k} (src/a.ts:${k}:7)`).join('\n');
    const [head] = cutTo(HEADS, result(log), 300).split('\n[…');
    expect(log.startsWith(`${head}\n`)).toBe(true);
  });

  it('of a text without ends is cut between words, and in an unbroken run anywhere but in a character', () => {
    const [head] = cutTo(HEADS, say('some words without an end '.repeat(200)), 100).split('\n[…');
    expect(head).toMatch(/(?:some|words|without|an|end)$/);
    const [run] = cutTo(HEADS, say('😀'.repeat(2000)), 100).split('\n[…');
    expect([...(run ?? '')].every((c) => c === '😀')).toBe(true);
  });

  it('never tears an escape sequence of a terminal apart', () => {
    const sequence = '\u001b[38;5;196m';
    const [head = ''] = cutTo(HEADS, result(sequence.repeat(400)), 150).split('\n[…');
    expect(head).not.toBe('');
    expect(head.replaceAll(sequence, '')).toBe('');
  });
});

describe('head and tail', () => {
  const log = Array.from({ length: 300 }, (_, k) => `line ${k} of the log`).join('\n');

  it('stand around the mark, each on whole lines', () => {
    const text = cutTo(OUTPUT_ENDS, result(log), 200);
    const [head = '', tail = ''] = text.split(/\n\[… [\d,]+ of [\d,]+ tokens cut …\]\n/);
    expect(log.startsWith(`${head}\n`)).toBe(true);
    expect(log.endsWith(`\n${tail}`)).toBe(true);
    expect(Math.abs(head.length - tail.length)).toBeLessThan(60);
  });
});

describe('arguments', () => {
  const args = JSON.stringify({
    file_path: '/home/me/project/src/a-file-with-a-long-name.ts',
    content: 'const x = "quoted\\n";\n// 中文说明\n'.repeat(60),
    lines: [1, 2, 3],
    note: 'short',
  });

  it('stay JSON: only the long string is shorter, and says what it had', () => {
    const cut = JSON.parse(cutTo(HEADS, call(args), 150));
    expect(cut).toMatchObject({ file_path: '/home/me/project/src/a-file-with-a-long-name.ts', lines: [1, 2, 3], note: 'short' });
    expect(cut.content).toMatch(/\n\[… [\d,]+ of [\d,]+ tokens cut …\]$/);
    expect(JSON.parse(args).content.startsWith(cut.content.split('\n[…')[0])).toBe(true);
  });

  it('stay JSON wherever escapes stand', () => {
    const part = fc.constantFrom('a', ' ', '"', '\\', '\n', '\\n', '\u0001', '中', '😀', '\u001b[31m', '\\"', 'word ');
    fc.assert(
      fc.property(fc.array(part, { minLength: 200, maxLength: 500 }), fc.boolean(), fc.integer({ min: 20, max: 400 }), (list, ascii, limit) => {
        const json = JSON.stringify({ text: list.join(''), other: list.reverse().join('') });
        const escaped = ascii ? json.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`) : json;
        const whole = JSON.parse(escaped);
        const cut = JSON.parse(cutTo(HEADS, call(escaped), limit));
        for (const key of ['text', 'other']) {
          const [head] = cut[key].split(/\n?\[… [\d,]+ of/);
          expect(whole[key].startsWith(head)).toBe(true);
          expect(head).not.toMatch(/[\ud800-\udbff]$/);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('that are no JSON keep their head', () => {
    expect(cutTo(HEADS, call(`*** Begin Patch\n${'+a line of it\n'.repeat(100)}`), 100)).toMatch(
      /^\*\*\* Begin Patch\n.*\n\[… \d+ of \d+ tokens cut …\]$/s,
    );
  });
});

describe('key lines', () => {
  it('of an output are its errors, test counts and exit codes, wherever they stand', () => {
    const ordinary = (from: number) => Array.from({ length: 80 }, (_, k) => `compiling module ${from + k} of the project`);
    const lines = [
      ...ordinary(0),
      'src/a.ts(4,2): error TS2304: Cannot find name',
      ...ordinary(100),
      'Tests: 3 failed, 36 passed',
      ...ordinary(200),
      'Exit code: 1',
      ...ordinary(300),
    ];
    const text = cutTo(LAYERS, result(lines.join('\n')), 160);
    for (const key of ['error TS2304', '3 failed, 36 passed', 'Exit code: 1', 'compiling module 0 ']) expect(text).toContain(key);
    expect(text.match(/tokens cut/g)?.length).toBe(4);
  });

  it('of what the assistant says are decisions and conclusions', () => {
    const filler = 'Then I looked at another file that has nothing to do with it. '.repeat(12);
    const text = `${filler}We decided to use the cache instead of the database. ${filler}So the whole thing is in place.`;
    const cut = cutTo(LAYERS, say(text), 80);
    expect(cut).toContain('We decided to use the cache instead of the database.');
    expect(cut).toContain('So the whole thing is in place.');
  });
});

describe('what is not cut', () => {
  it('is what was cut before, what is short, and what would save nothing', () => {
    const cut = `${'a line of it\n'.repeat(100)}${cutMark(1200, 3000)}`;
    const input = exact(transcriptOf([result(cut)], [say('Short.')], [{ type: 'reasoning', text: 'thinking '.repeat(500), signature: 's' }]));
    expect([0, 1, 2].map((i) => cutterOf(input, HEADS).count(i))).toEqual([0, 0, 0]);
    expect(isCut(input.messages[0] as Message, 0)).toBe(true);
  });

  it('what a cutter has cut is known as cut', () => {
    const input = exact(transcriptOf([result('a line of it\n'.repeat(300))]));
    const cutter = cutterOf(input, OUTPUT_ENDS);
    expect(isCut({ ...(input.messages[0] as Message), parts: cutter.parts(0, 0) }, 0)).toBe(true);
  });
});

describe('counts', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'word ',
      'Ein Satz. ',
      '这是一句话。',
      '\n',
      '\n\n',
      '\n    return x;',
      '// note\n',
      '};\n',
      '1234 ',
      'src/a.ts:12 ',
      '😀',
      '\u001b[31m',
      '\t',
      '"',
      '\\',
      '/usr/bin\n',
      'error: no such file\n',
    ),
    fc.constantFrom('=-', 'a', '中').map((unit) => unit.repeat(60)),
  );
  const text: fc.Arbitrary<string> = fc.array(piece, { maxLength: 250, size: 'max' }).map((list) => list.join(''));
  const part: fc.Arbitrary<Part> = fc.oneof(
    text.map(say),
    text.map((value) => call(JSON.stringify({ path: 'src/a.ts', content: value, again: [value.slice(0, 500)] }))),
    text.map(call),
    fc.array(text, { minLength: 1, maxLength: 2 }).map((list) => result(...list)),
    fc.constant<Part>({ type: 'image', mime: 'image/png', bytes: 10 }),
    text.map((value): Part => ({ type: 'reasoning', text: value })),
  );

  it.each([
    ['bytes', (): Tokenizer | null => bpe],
    ['a scaled estimate', (): Tokenizer | null => estimate],
    ['lengths', (): Tokenizer | null => null],
  ] as const)('are those of the cut message, and grow with the limit: %s', (_, tokenizer) => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom(...KINDS), (parts, kind) => {
        const transcript = transcriptOf(parts);
        const known = tokenizer();
        const input = known ? prepare(transcript, countTranscript(transcript, known), DEFAULT_SIGNALS) : byLength(transcript);
        const cutter = cutterOf(input, kind);
        const message = input.messages[0] as Message;
        let last = 0;
        for (let rung = 0; rung < cutter.count(0); rung++) {
          const tokens = cutter.tokens(0, rung);
          expect(input.counts.message({ ...message, parts: cutter.parts(0, rung) })).toBe(tokens);
          expect(tokens).toBeLessThan(input.counts.messages[0] as number);
          expect(tokens).toBeGreaterThanOrEqual(last);
          last = tokens;
        }
        for (const limit of [10, 60, 200, 500]) checkLimit(cutter, limit);
      }),
      { numRuns: runs(60) },
    );
  });

  function checkLimit(cutter: Cutter, limit: number): void {
    const rung = cutter.rungWithin(0, limit);
    if (rung < 0) return;
    if (rung > 0) expect(cutter.tokens(0, rung)).toBeLessThanOrEqual(limit);
    if (rung + 1 < cutter.count(0)) expect(cutter.tokens(0, rung + 1)).toBeGreaterThan(limit);
  }

  it('a limit is used up nearly whole', () => {
    const prose = Array.from({ length: 400 }, (_, k) => `Sentence number ${k} is here to be counted.`).join(' ');
    const input = exact(transcriptOf([say(prose)]));
    const cutter = cutterOf(input, HEADS);
    for (const limit of [100, 500, 2000]) expect(cutter.tokens(0, cutter.rungWithin(0, limit))).toBeGreaterThan(0.85 * limit);
  });
});

describe('fieldCuts', () => {
  const args = JSON.stringify({ path: 'a.ts', content: 'some words of it\n'.repeat(300) });
  const output = 'a line of output\n'.repeat(400);

  it('cuts each field that is over its own limit to what it may keep', () => {
    const input = exact(transcriptOf([say('I write it. '.repeat(300)), call(args)], [result(output)], [result('short')]));
    const fields = fieldCuts(input, { args: { over: 500, keep: 200 }, result: { over: 600, keep: 200 } });
    expect([0, 1, 2].map(fields.cut)).toEqual([true, true, false]);
    for (const i of [0, 1, 2]) expect(input.counts.message({ ...(input.messages[i] as Message), parts: fields.parts(i) })).toBe(fields.tokens(i));
    const [words, shortened] = fields.parts(0);
    expect(words).toBe(input.messages[0]?.parts[0]);
    expect(shortened?.type === 'tool-call' && bpe.count(shortened.args)).toBeLessThanOrEqual(200);
    expect(fields.parts(2)).toBe(input.messages[2]?.parts);
  });

  it('leaves a field between the two limits as it is', () => {
    const input = exact(transcriptOf([result('a line of output\n'.repeat(100))]));
    expect(fieldCuts(input, { result: { over: 600, keep: 200 } }).cut(0)).toBe(false);
    expect(fieldCuts(input, { result: { over: 300, keep: 200 } }).cut(0)).toBe(true);
  });
});
