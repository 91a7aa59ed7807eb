import { describe, expect, it } from 'vitest';
import { diffsIn } from './diff-truncation.ts';
import { jsonStrings } from '../../truncation/truncation.ts';

const found = (text: string): string[] => diffsIn(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

const file = (name: string): string =>
  `diff --git a/${name} b/${name}\nindex 91079e6..704f556 100644\n--- a/${name}\n+++ b/${name}\n@@ -1,3 +1,3 @@ function f() {\n a\n-b\n+c\n d\n`;

describe('diffsIn', () => {
  it('finds what git writes, several files as one, and nothing around it', () => {
    const diff = file('a.ts') + file('b.ts');
    expect(found(`$ git diff\n${diff}- a list\n- that is no diff\n`)).toEqual([diff]);
  });

  it('ends a hunk where its numbers say, also with empty lines without their blank', () => {
    const hunk = '--- a.txt\n+++ a.txt\n@@ -1,3 +1,2 @@\n a\n\n-- b\n';
    expect(found(`${hunk}- after it\n`)).toEqual([hunk]);
  });

  it('finds a hunk alone, a fenced diff and a patch', () => {
    expect(found('so:\n@@ -4 +4 @@\n-x\n+y\nend')).toEqual(['@@ -4 +4 @@\n-x\n+y\n']);
    expect(found('so:\n```diff\n-x\n+y\n```\nend')).toEqual(['-x\n+y\n']);
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n\n*** End Patch\n';
    expect(found(`apply_patch <<'EOF'\n${patch}EOF`)).toEqual([patch]);
  });

  it('finds those in strings of JSON', () => {
    const args = JSON.stringify({ why: 'to fix it, as was asked for'.repeat(10), patch: `${file('a.ts').repeat(3)}done` });
    const [, string] = jsonStrings(args) ?? [];
    const [region] = string ? diffsIn(args, string) : [];
    expect(JSON.parse(`"${args.slice(region?.start, region?.end)}"`)).toBe(file('a.ts').repeat(3));
  });

  it.each([
    'Some text\n--- \n+++ emphasis\nno diff',
    '- a list\n- with @@ in it\n+ and a plus',
    '--- a heading\n\n@@mention of somebody',
    'const x = a - b;\n+1 to that',
  ])('finds none in %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('jsonStrings', () => {
  it('gives long values, not keys and short ones, and knows escapes', () => {
    const long = 'x"\\\n'.repeat(100);
    const text = JSON.stringify({ [`key ${'k'.repeat(300)}`]: 1, long, list: [long, 'short'], nested: { long } });
    const strings = jsonStrings(text)?.map(({ start, end }) => JSON.parse(text.slice(start - 1, end + 1)));
    expect(strings).toEqual([long, long, long]);
  });

  it('is null for what is no JSON', () => {
    expect(jsonStrings('*** Begin Patch')).toBeNull();
    expect(jsonStrings('{"a": 1')).toBeNull();
  });
});
