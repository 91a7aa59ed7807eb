/** What scripts do to files, what texts say of them, and which names mean one file: the edges. */
import { describe, expect, test } from 'vitest';
import type { ToolCallPart } from '../../transcript/types.ts';
import { claimsIn, Files, pointersOf, shellTouches, touchesOf } from './operations.ts';

const call = (name: string, args: string): ToolCallPart => ({ type: 'tool-call', id: 'c', name, args });

describe('a script', () => {
  test.each<[string, string[]]>([
    // What a redirection makes is not read.
    ['cat src/a.ts > src/b.ts', ['created src/b.ts']],
    ['wc < src/a.ts', []],
    ['npm test &> all.log', ['created all.log']],
    ['npm test 2> err.log', []],
    ['echo x 1>> out.log', ['modified out.log']],
    ['echo x > "my file.txt"', []],
    ['make | tee build.log', ['created build.log']],
    ['make | tee -a build.log', ['modified build.log']],
    ['touch -a x.ts y.ts', ['created x.ts', 'created y.ts']],
    ['sed s/a.x/b/ src/a.ts', ['read src/a.ts']],
    ['sed -n -i s/a/b/ src/a.ts', ['modified src/a.ts']],
    ["sed -n -e 's/a/b/' -e 's/c/d/' src/a.ts src/b.ts", ['read src/a.ts', 'read src/b.ts']],
    ['sed -Ei.bak s/a/b/ src/a.ts', ['modified src/a.ts']],
    ['sed -i -e s/a/b/ src/a.ts', ['modified src/a.ts']],
    ['sudo FORCE=1 git rm src/a.ts', ['deleted src/a.ts']],
    ['unlink src/a.ts', ['deleted src/a.ts']],
    ['less /dev/x.txt src/a.ts', ['read src/a.ts']],
    ['cat notes README', []],
    ['cat "src/a.ts" \'src/b.ts\'', ['read src/a.ts', 'read src/b.ts']],
    ['cat a.ts; head b.ts || tail c.ts\nnl d.ts', ['read a.ts', 'read b.ts', 'read c.ts', 'read d.ts']],
    ['grep x src/a.ts', []],
    ['', []],
  ])('%s', (script, expected) => {
    expect(shellTouches(script).map(({ operation, path }) => `${operation} ${path}`)).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['mv src/a.ts lib', ['deleted src/a.ts', 'created lib/a.ts']],
    ['mv src/a.ts lib/old/', ['deleted src/a.ts', 'created lib/old/a.ts']],
    ['mv -f src/a.ts src/b.ts', ['deleted src/a.ts', 'created src/b.ts']],
    ['cp src/a.ts v1.d/', ['read src/a.ts', 'created v1.d/a.ts']],
    // More than one file goes into a folder, whatever its name looks like.
    ['cp a.ts b.ts v1.d', ['read a.ts', 'read b.ts', 'created v1.d/a.ts', 'created v1.d/b.ts']],
    ['mv -v src/a.ts', []],
    ['cp src/a.ts ../b.ts && rm src/a.ts', ['read src/a.ts', 'created ../b.ts', 'deleted src/a.ts']],
  ])('that moves or copies: %s', (script, expected) => {
    expect(shellTouches(script).map(({ operation, path }) => `${operation} ${path}`)).toEqual(expected);
  });

  test('is read once for each call', () => {
    const one = call('Bash', '{"command":"cat a.ts"}');
    expect(touchesOf(one)).toBe(touchesOf(one));
  });
});

test('what leads back to a content: files but deleted ones, then the address', () => {
  const pointers = (name: string, args: string) => pointersOf(call(name, args)).map(({ kind, text }) => `${kind} ${text}`);
  expect(pointers('fetch', String.raw`{"link" : "https:\/\/x.org\/a"}`)).toEqual(['url https://x.org/a']);
  expect(pointers('fetch', '{"uri":"a/b"}')).toEqual([]);
  expect(pointers('Bash', '{"command":"rm a.ts && cat b.ts","url":"https://x.org"}')).toEqual(['path b.ts', 'url https://x.org']);
  expect(pointers('fetch', `{"text":"${'x'.repeat(20_000)}","url":"https://x.org"}`)).toEqual([]);
});

describe('a line', () => {
  const claims = (line: string) => claimsIn(line).paths.map(({ path, operation }) => `${operation} ${path}`);

  test('says of a path what the nearest word before it says, not a word in the path itself', () => {
    expect(claims('Deleted edit/a.ts')).toEqual(['deleted edit/a.ts']);
    expect(claims('Read src/a.ts, then modified and deleted src/b.ts')).toEqual(['read src/a.ts', 'deleted src/b.ts']);
    expect(claims('src/a.ts and src/b.ts were removed')).toEqual(['deleted src/a.ts', 'deleted src/b.ts']);
    expect(claims('Spreading src/a.ts')).toEqual(['null src/a.ts']);
    expect(claims('我删除了src/a.ts')).toEqual(['deleted src/a.ts']);
  });

  test('is a heading where it ends in a colon: its last word counts for the items below', () => {
    expect(
      ['Files read, then deleted:', '## Created：', 'Deleted files', 'Files:', 'Deleted src/a.ts:'].map((line) => claimsIn(line).heading),
    ).toEqual(['deleted', 'created', null, null, 'deleted']);
  });

  test('is an item behind a mark or a number and a blank', () => {
    const lines = ['- a', '  * a', '+ a', '• a', '1. a', '12) a', '-a', '1.a', 'a - b', ''];
    expect(lines.map((line) => claimsIn(line).isItem)).toEqual([true, true, true, true, true, true, false, false, false, false]);
  });
});

describe('names of one file', () => {
  const named = (...paths: string[]) => {
    const files = new Files();
    return { numbers: paths.map((path) => files.number(path)), files };
  };

  test('a longer one is kept, a shorter one is not', () => {
    const { numbers, files } = named('a.ts', 'src/a.ts', '/w/src/a.ts', 'src/a.ts');
    expect([numbers, files.paths]).toEqual([[0, 0, 0, 0], ['/w/src/a.ts']]);
  });

  test('a name that is equal goes before one that only ends alike, and of those the last', () => {
    const { files } = named('/w/src/a.ts', '/w/lib/a.ts');
    expect(['/w/src/a.ts', 'src/a.ts', 'a.ts', '/x/src/a.ts', 'rc/a.ts'].map((path) => files.find(path))).toEqual([0, 0, 1, -1, -1]);
  });

  test('a home folder, backslashes, and dots between', () => {
    expect(named('/home/dev/src/a.ts', '~/src/a.ts', '~/lib/a.ts').numbers).toEqual([0, 0, 1]);
    expect(named('~/src/a.ts', '/home/dev/src/a.ts').numbers).toEqual([0, 0]);
    expect(named('src/lib/a.ts', '.\\src\\lib\\a.ts', '././src/./lib/a.ts', 'src/lib/a.ts/').numbers).toEqual([0, 0, 0, 0]);
    expect(named('./src/a.ts').files.paths).toEqual(['src/a.ts']);
  });
});
