import { describe, expect, it } from 'vitest';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { sharedFiles } from '../testing/shared.ts';
import type { Message, Part } from '../transcript/types.ts';
import { findMarks, isCut, truncationsOf } from './truncated.ts';

const kinds = (text: string): string[] => findMarks(text).map(({ by, kind }) => `${by} ${kind}`);
const result = (...texts: string[]): Part => ({ type: 'tool-result', callId: 'a', content: texts.map((text) => ({ type: 'text', text })) });
const message = (role: Message['role'], ...parts: Part[]): Message => ({ id: 'm', role, parts });

describe('findMarks', () => {
  it.each([
    ['ours cut', 'The head.\n[… 1,234 of 5,000 tokens cut …]\nThe tail.'],
    ['ours cut', 'The head.\n[… 1,234 tokens cut …]'],
    ['claude-code cut', '  first\n     … +64 lines (ctrl+r to expand)\n'],
    ['claude-code cut', 'a\n     … +1 line (ctrl+r to see all)\n'],
    ['claude-code cut', '│   ├── package.json\n\n... [600615 characters truncated] ...\n\n  │       │   ├── lib'],
    ['claude-code cut', 'package\n\n... [560 lines truncated] ...'],
    ['claude-code cut', '[Old tool result content cleared]'],
    ['claude-code cut', '<persisted-output>\nsize'],
    ['claude-code cut', 'Output too large (213.7KB). Full output saved to: /tmp/x.txt'],
    ['codex cut', 'a\n[... omitted 12 of 345 lines ...]\nb'],
    ['codex cut', 'first words of it…2048 tokens truncated…and the last'],
    ['codex cut', 'Warning: truncated output (original token count: 9001)\nTotal output lines: 7'],
    ['pi cut', '}\n\n[Showing lines 1-1603 of 2377 (50.0KB limit). Use offset=1604 to continue]'],
    ['pi cut', 'x\n[Output truncated. Full output: /tmp/pi-bash-1.log]'],
    ['pi page', 'x\n\n[2156 more lines in file. Use offset=222 to continue]'],
    ['pi page', 'x\n\n... (255 more lines not shown. Use offset=14 to continue reading)'],
    ['gemini-cli cut', 'x\n... [CONTENT TRUNCATED] ...\ny'],
    ['openhands cut', '<response clipped><NOTE>Due to the max output limit, only part is shown.</NOTE>'],
    ['openhands cut', 'x\n[... Observation truncated due to length ...]\ny'],
    ['swe-agent cut', 'Old environment output: (98 lines omitted)'],
    ['swe-agent page', '[File: a.py (1997 lines total)]\r\n(1456 more lines above)\r\n1457: x'],
    ['swe-agent page', 'x = 1\n[1441 lines above omitted]\n  1442: y'],
    ['mini-swe-agent cut', '<output_head>\na\n</output_head>\n<elided_chars>\n900 characters elided\n</elided_chars>'],
    ['cline cut', '{"result":"+456: action\\n... diff truncated ...\\n```"}'],
    ['any cut', 'one\n[truncated]'],
    ['any cut', 'one\n[... omitted 64 of 200 entries]'],
    ['any cut', 'one\n... 64 more lines ...\ntwo'],
    ['any cut', 'one\n... (64 lines omitted)'],
    ['any cut', 'one\n(Output truncated)\n'],
    ['any cut', 'one\n...output truncated...'],
    ['any cut', '… truncated …'],
    ['any cut', 'one\n... [truncated] ...'],
    ['any cut', 'one\n... (truncated)'],
    ['any cut', 'one\n…[truncated]…\ntwo'],
    ['any cut', 'one\n... [output truncated] ...'],
    ['any cut', 'the last line that is shown...[truncated]'],
    ['any cut', 'the last line that is shown… (output truncated)\nexit code 0'],
    ['any cut', '第一行\n[已截断 300 字符]'],
    ['any cut', '第一行\n…（已省略 20 行）\n最后'],
    ['claude-code cut', 'one\n... +64 lines (ctrl+o to expand)'],
    ['claude-code cut', 'one\n… +64 more lines (ctrl+r to expand)'],
    ['any cut', 'one\n[... 12 more lines]'],
    ['any cut', 'one\n…[truncated 1,200 chars]'],
    ['any cut', 'a\n---- truncated ----\nb'],
    ['any cut', 'a\n=== OUTPUT TRUNCATED ===\nb'],
    ['any cut', 'a\n*** output truncated ***'],
    ['any cut', 'a\n--- 120 lines omitted ---\nb'],
    ['any cut', 'a\n--- snip ---\nb'],
    ['any cut', 'a\n[snip]\nb'],
    ['any cut', 'a\nOutput truncated after 100 lines'],
    ['any cut', 'a\nOutput truncated to 30000 characters.'],
    ['any cut', 'a\nOutput truncated.'],
    ['any cut', 'Results truncated'],
    ['any cut', 'Tool output was truncated to fit 16KB'],
    ['any cut', 'Content truncated due to length'],
    ['any cut', 'x\n(Results are truncated. Consider using a more specific path or pattern.)'],
    ['any cut', 'x\n(File list truncated. Use list_files on specific subdirectories if you need to explore further.)'],
    ['any cut', 'x\n[...120 lines omitted...]\ny'],
    ['any cut', '[WARNING: Tool output was truncated. 5000 characters were removed from the middle. The full output is in the event stream.]'],
    ['any cut', 'a\n<output too long - dropped 37 lines from the middle>\nb'],
    ['any cut', 'a\n... [37 lines omitted] ...\nb'],
    ['codex cut', 'a\n[... output truncated to fit 10240 bytes ...]'],
    ['gemini-cli cut', 'a\n... (output truncated - 12 more lines)'],
    ['opencode cut', 'a\n\n...341 lines truncated...\n\nb'],
    ['opencode cut', '<bash_metadata>\nbash tool truncated output as it exceeded 30000 char limit\n</bash_metadata>'],
    ['opencode cut', 'The tool call succeeded but the output was truncated. Full output saved to: /tmp/tool_1'],
    ['opencode cut', '(Output capped at 50 KB. Showing lines 1-900. Use offset=901 to continue.)'],
    ['opencode page', '9: x\n\n(Showing lines 1-9 of 30. Use offset=10 to continue.)'],
    ['openhands cut', '[Previous command outputs are truncated. Showing the last 10000 lines of the output below.]\nx'],
    ['swe-agent cut', 'Observations should not exceeded 100000 characters. 5821 characters were elided. Please try a different command.'],
    ['cline cut', '[[NOTE] This file read result has been removed to save space in the context window.]'],
    ['cline cut', '(Showing first 300 of 1,204+ results. Use a more specific search if necessary.)'],
    ['cline cut', '[Showing only 500 of 2102 total lines. Use line_range if you need to read more lines]\nx'],
  ])('%s: %j', (expected, text) => {
    expect(kinds(text)).toEqual([expected]);
  });

  it.each('Command output,Tool results,Shell output,Terminal output,Search results,File content,Directory list,Bash output'.split(','))(
    '%s was truncated: a sentence of its own, whatever its first word',
    (subject) => {
      expect(kinds(`a\n${subject} was truncated.`)).toEqual(['any cut']);
    },
  );

  it.each('Output,Contents,Text,Response,File,Log,Listing,Diff,Stdout,Stderr,Observation'.split(','))(
    '%s truncated: the same without a tool',
    (subject) => {
      expect(kinds(`a\n${subject} truncated`)).toEqual(['any cut']);
    },
  );

  it.each([...'-=*#~_'])('a rule of %s around a mark', (rule) => {
    expect(kinds(`a\n${rule.repeat(3)} output truncated ${rule.repeat(3)}`)).toEqual(['any cut']);
  });

  it.each(['NOTE', 'Note', 'WARNING', 'Warning', 'INFO', 'Info'])('%s: with and without a bracket', (word) => {
    expect(kinds(`${word}: The output was truncated. Ask for more.`)).toEqual(['any cut']);
    expect(kinds(`[${word}: The output was truncated. Ask for more.]`)).toEqual(['any cut']);
  });

  it('says where the mark stands', () => {
    const text = 'a\n  … +64 lines (ctrl+r to expand)\nb';
    const [found] = findMarks(text);
    expect(text.slice(found?.start, found?.end)).toBe('… +64 lines (ctrl+r to expand)');
  });

  it.each([
    'The output was truncated, so I will read the rest with an offset.',
    'Please make sure that nothing is omitted or truncated.',
    'If the output exceeds a maximum length, it will be truncated and marked with `<response clipped>`.',
    '[truncated] is the mark that the tool leaves.',
    '\t\ttext += `\\n\\n[Output truncated. Full output: $PLACE]`;',
    "\t\t\t\ttext += theme.fg('dim', `\\n... ($PLACE more lines)`);",
    '[Output truncated. Full output: $PLACE]',
    'export class TruncatedText implements Component {',
    '  truncated: boolean;',
    '- TruncatedText stops at the first newline (64 lines omitted in the old version).',
    '<span className="block truncate">{label}</span>',
    '<div className="truncate text-sm font-medium">',
    '(see the truncation rules of the tool for 64 lines)',
    '... and so on for all 64 lines of it',
    '[1] The list of 12 lines',
    '这段输出被截断了，省略了 64 行。',
    '# Truncation\n\nText over 64 lines is truncated.',
    '-- truncated is a column of this table --> see below',
    '--truncated',
    '---- truncated lines are marked so',
    '* truncated output is not read again',
    'Output truncated files are listed in the cache',
    'Output truncation after 100 lines is a setting',
    'Output is truncated by default; pass --full for all of it',
    'Results truncated after the release of 2.0 were wrong',
    'Note: output truncation is off',
    'Content was truncated because nobody asked',
    '## Truncated output',
    'snippet',
    'snip the ends of the beans',
    'capped',
    'Showing lines of 12 files',
    'console.log(`---- $PLACE lines truncated ----`);',
    'throw new Error("Output truncated after 100 lines")',
    'const MARK = /\\[\\.\\.\\. omitted \\d+ of \\d+ lines/;',
  ])('none in %j', (text) => {
    expect(findMarks(text.replaceAll('PLACE', '{place}'))).toEqual([]);
  });
});

describe('truncationsOf', () => {
  it('names part and piece of a result, and remembers', () => {
    const m = message('tool', result('whole', 'head\n[truncated]'));
    expect(truncationsOf(m)).toMatchObject([{ part: 0, piece: 1, kind: 'cut', by: 'any', start: 5, end: 16 }]);
    expect(truncationsOf(m)).toBe(truncationsOf(m));
    expect(isCut(m, 0)).toBe(true);
  });

  it('reads marks of tools in results only, our own everywhere', () => {
    const said: Part = { type: 'text', text: 'The tool printed:\n[truncated]' };
    const call: Part = { type: 'tool-call', id: 'a', name: 'Write', args: '{"content":"x\\n[… 90 of 100 tokens cut …]"}' };
    expect(truncationsOf(message('assistant', said, call)).map(({ part, by }) => [part, by])).toEqual([[1, 'ours']]);
    expect(isCut(message('assistant', said), 0)).toBe(false);
  });

  it('a page that the model asked for is recorded, but nothing is missing from it', () => {
    const m = message('tool', result('line 1\n\n[2156 more lines in file. Use offset=222 to continue]'));
    expect(truncationsOf(m)).toHaveLength(1);
    expect(isCut(m, 0)).toBe(false);
  });
});

describe('real transcripts', () => {
  const files = sharedFiles();
  it.skipIf(files.length === 0)('every recorded mark of a tool opens and ends its line', () => {
    const seen = new Set<string>();
    for (const file of files) {
      const parsed = parseTranscript(file.bytes(), { name: file.file });
      if (!parsed.ok) continue;
      for (const { transcript } of conversationsOf(parsed.value)) {
        for (const m of transcript.messages) {
          for (const { part, piece, start, end, by, kind } of truncationsOf(m)) {
            const p = m.parts[part];
            const inner = p?.type === 'tool-result' ? p.content[piece] : undefined;
            const text = inner?.type === 'text' ? inner.text : '';
            const line = text.slice(text.lastIndexOf('\n', start) + 1).split('\n')[0] ?? '';
            if (!text.startsWith('{')) expect(line.trim()).toBe(text.slice(start, end));
            seen.add(`${by} ${kind}`);
          }
        }
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(['pi cut', 'pi page', 'claude-code cut', 'cline cut']));
  });
});
