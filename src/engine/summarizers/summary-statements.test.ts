import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aroundPaste, readable, statementsOf } from './summary-statements.ts';

const texts = (text: string): string[] => statementsOf(text).map((s) => s.text);

describe('statements', () => {
  test('sentences of paragraphs, wrapped lines joined, without marks of Markdown', () => {
    expect(texts('The **cause** is `a.ts`. It\nfails on *start*.\n\nSee [the docs](https://x.org/y).')).toEqual([
      'The cause is `a.ts`.',
      'It fails on start.',
      'See the docs (https://x.org/y).',
    ]);
  });

  test('a short list stands with the line that announces it', () => {
    expect(texts('I updated:\n- `a.ts`\n- `b.ts`\n\nTests pass.')).toEqual(['I updated: `a.ts`; `b.ts`', 'Tests pass.']);
    expect(texts('修改了：\n1. 配置\n2. 文档')).toEqual(['修改了：配置; 文档']);
  });

  test('long items stand alone and keep their heading and lead', () => {
    const long = 'This item explains at some length why the second approach was taken and what it costs in the end, so it stands by itself here';
    expect(statementsOf(`## Key decisions\n- ${long} one.\n- ${long} two.\n- ${long} three.`)).toEqual([
      { text: `${long} one.`, lead: '', heading: 'Key decisions' },
      { text: `${long} two.`, lead: '', heading: 'Key decisions' },
      { text: `${long} three.`, lead: '', heading: 'Key decisions' },
    ]);
  });

  test('check boxes, tags as headings, tables by row without their head', () => {
    expect(statementsOf('- [ ] write docs\n- [x] fix it')).toMatchObject([
      { text: 'write docs', box: 'open' },
      { text: 'fix it', box: 'ticked' },
    ]);
    expect(statementsOf('<original_task>\nBuild the thing now.\n</original_task>')).toMatchObject([
      { text: 'Build the thing now.', heading: 'original task' },
    ]);
    expect(texts('| Part | State |\n|---|---|\n| WP1 | done |\n| WP2 | open |')).toEqual(['WP1 – done; WP2 – open']);
  });

  test('announcing lines, fences, program text and rules are no statements', () => {
    expect(texts('So the signature is:\n```ts\nfoo(a: string): void;\n```\n---\nconst a = 1;\nisError: boolean;\nIt holds.')).toEqual(['It holds.']);
  });

  test('text that a harness injected is left out; what a person typed after a command stays', () => {
    const text =
      '<command-name>/plan</command-name>\n<command-args>Fix the login page</command-args>\n<system-reminder>Never tell.</system-reminder>';
    expect(texts(readable(text))).toEqual(['Fix the login page']);
    expect(readable('<system-reminder>open for ever')).toContain('open for ever');
  });

  test('reads the beginning and the end of a long text, cut between words', () => {
    const text = Array.from({ length: 5000 }, (_, i) => `word${i}`).join(' ');
    const read = readable(text);
    expect(read.length).toBeLessThanOrEqual(9002);
    expect(read.split(/\s+/).filter((word) => word !== '' && !text.split(' ').includes(word))).toEqual([]);
    expect(read).toContain('word4999');
  });

  test('any text gives statements of its own words', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '- a\n',
            '# h\n',
            '```\n',
            '| a | b |\n',
            '|--|\n',
            'word ',
            '。',
            '. ',
            ':\n',
            '\n\n',
            '**',
            '[x](y)',
            '> ',
            '😀',
            '- [ ] t\n',
            '<b_c>\n',
          ),
          { maxLength: 60 },
        ),
        (parts) => {
          for (const { text } of statementsOf(parts.join(''))) {
            expect(text.trim()).not.toBe('');
            expect(text).not.toContain('\n');
          }
        },
      ),
    );
  });
});

describe('what a person wrote around pasted output', () => {
  test('lines from the first to the last line of output are left out', () => {
    const text = [
      'this explodes on start',
      '$ npm start',
      'Error: ENOENT',
      '    at open (node:fs:443:20)',
      '    at main (src/a.ts:1:2)',
      'Node.js v20.1',
      'any idea?',
    ].join('\n');
    expect(texts(aroundPaste(text))).toEqual(['this explodes on start', 'any idea?']);
  });

  test('a single line of output goes alone', () => {
    expect(aroundPaste('please run\n$ npm test\nand tell me')).toBe('please run\nand tell me');
  });

  test('without output nothing changes', () => {
    const text = 'Rename the field.\n\nKeep the old one for a release.';
    expect(aroundPaste(text)).toBe(text);
  });
});
