/** What people take for a session: each such file is told by kind, with what to do. */
import { describe, expect, it } from 'vitest';
import { parseTranscript } from './index.ts';

const lines = (...values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from([...values, ...Array.from({ length: 64 }, (_, i) => i % 256)]);
const database = (schema: string): Uint8Array => new TextEncoder().encode(`SQLite format 3\0${schema}`);

const FILES: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['nothing', '', /empty.*Choose another file/],
  ['white space', ' \n\n ', /empty.*Choose another file/],
  ['a PDF', bytes(0x25, 0x50, 0x44, 0x46, 0x2d), /PDF.*Import its text/],
  ['a screenshot', bytes(0x89, 0x50, 0x4e, 0x47), /image.*Import its text/],
  ['a photograph', bytes(0xff, 0xd8, 0xff), /image.*Import its text/],
  ['an animation', bytes(0x47, 0x49, 0x46, 0x38), /image.*Import its text/],
  ['a video', bytes(0x52, 0x49, 0x46, 0x46), /video.*Import its text/],
  ['a program', bytes(0x7f, 0x45, 0x4c, 0x46, 0, 0), /binary.*Export the session/],
  ['a Parquet table', bytes(0x50, 0x41, 0x52, 0x31), /Parquet.*JSON lines/],
  ['a web page', '<!DOCTYPE html><html><body>Chat</body></html>', /web page.*its text/],
  ['a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n', /Git LFS.*git lfs pull/],
  ['a database', database('CREATE TABLE shop (id)'), /SQLite.*storeReader/],
  ['settings of Claude Code', JSON.stringify({ permissions: { allow: ['Bash(ls)'] }, env: {} }), /Claude Code.*~\/\.claude\/projects/],
  ['the state of Claude Code', JSON.stringify({ numStartups: 7, projects: {} }), /Claude Code.*~\/\.claude\/projects/],
  ['settings of Gemini CLI', JSON.stringify({ selectedAuthType: 'oauth', theme: 'Default' }), /Gemini CLI.*~\/\.gemini\/tmp/],
  ['settings of opencode', JSON.stringify({ $schema: 'https://opencode.ai/config.json', model: 'x' }), /opencode export/],
  ['settings of Codex', 'model = "gpt-5"\n# mine\n[projects."/home/x"]\ntrust_level = "trusted"\n', /Codex.*~\/\.codex\/sessions/],
  ['an .env', 'A=1\nTOKEN=abc\n', /configuration.*Choose a log/],
  ['a list of MCP servers', JSON.stringify({ mcpServers: { a: { command: 'x' } } }), /configuration.*Choose a log/],
  ['settings of an editor', JSON.stringify({ 'editor.fontSize': 12, 'files.eol': '\n' }), /configuration.*Choose a log/],
  ['a package', JSON.stringify({ name: 'shop', version: '1.0.0', scripts: {} }), /configuration.*Choose a log/],
  [
    'prompts of Claude Code',
    lines(
      { display: 'fix it', pastedContents: {}, timestamp: 1, project: '/x' },
      { display: 'again', pastedContents: {}, timestamp: 2, project: '/x' },
    ),
    /Claude Code.*~\/\.claude\/projects/,
  ],
  ['prompts of Codex', lines({ session_id: 'a', ts: 1, text: 'fix it' }, { session_id: 'a', ts: 2, text: 'again' }), /Codex.*~\/\.codex\/sessions/],
  ['predictions', lines({ instance_id: 'a', model_patch: 'diff' }, { instance_id: 'b', model_patch: '' }), /benchmark.*\.traj/],
  ['pairs for training', lines({ prompt: 'a', completion: 'b' }, { prompt: 'c', completion: 'd' }), /pairs.*"messages"/],
  ['embeddings', lines({ id: 1, embedding: [0.1] }, { id: 2, embedding: [0.2] }), /embeddings.*texts/],
  ['a log', lines({ level: 'info', time: 1, msg: 'up' }, { level: 'warn', time: 2, msg: 'slow' }), /program’s log.*requests/],
  ['a table', 'id,name,price\n1,tea,2\n2,milk,1\n', /table.*one turn per line/],
  ['source code', 'import os\n\nprint(os.getcwd())\n', /code.*Choose a log/],
  ['a note', 'Remember to call Ann tomorrow.', /No known format.*Begin each turn/],
  ['JSON of something else', JSON.stringify({ recipe: 'soup', steps: [1] }), /no session.*"recipe", "steps"/],
  ['JSON lines of something else', lines({ city: 'Rome', people: 1 }, { city: 'Oslo', people: 2 }), /list of 2 objects with "city"/],
];

describe('what is no session', () => {
  it.each(FILES)('%s says what it is and what to do instead', (_, file, sentence) => {
    const parsed = parseTranscript(file);
    if (parsed.ok) throw new Error(`read as ${parsed.value.format}`);
    expect(parsed.error.message).toMatch(sentence);
    expect(parsed.error.message + (parsed.error.excerpt ?? '')).not.toMatch(/(?![\t\n])\p{Cc}|\ufffd/u);
    expect(parsed.error.expects.length).toBeGreaterThan(0);
  });
});
