/** Every reference to a page of docs/ leads to a page and a heading that exist, from pages and from comments. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const below = (folder: string, name: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => name.test(file));
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const pages = ['README.md', 'CONTRIBUTING.md', ...below('docs', /\.md$/), 'research/README.md'];
const sources = ['src', 'bench', 'research', 'scripts', 'e2e']
  .flatMap((folder) => below(folder, /\.(?:[cm]?[jt]sx?|css)$/))
  // This file's examples are wrong on purpose.
  .filter((file) => file !== 'scripts/docs-links.test.ts');

/** The anchors of a page, as GitHub generates them. */
function anchorsIn(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const prose = markdown.replace(/^(```+).*?^\1/gms, '');
  for (const [, title] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = title!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let k = 1; anchors.has(anchor); k++) anchor = `${slug}-${k}`;
    anchors.add(anchor);
  }
  return anchors;
}

const known = new Map<string, ReadonlySet<string>>();
function anchorsOf(file: string): ReadonlySet<string> {
  const anchors = known.get(file) ?? anchorsIn(text(file));
  known.set(file, anchors);
  return anchors;
}

/** What is wrong with a reference; undefined if it resolves. `file` relative to the root. */
function broken(file: string, anchor: string | undefined): string | undefined {
  if (!existsSync(path.join(root, file))) return `${file} does not exist`;
  if (anchor !== undefined && !anchorsOf(file).has(anchor)) return `${file} has no heading #${anchor}`;
  return undefined;
}

/** Links of a page, as [path relative to the root, anchor]. */
function linksOf(page: string, markdown: string): [string, string | undefined][] {
  const prose = markdown.replace(/^(```+).*?^\1/gms, '').replace(/`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g), ([, target, anchor]) => [
    target === '' ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), target!)),
    anchor,
  ]);
}

/** Comments of a source, joined across lines. Not a tokenizer: on a line of code everything from `//` on counts. */
function commentsOf(source: string): string {
  return source
    .split('\n')
    .map((line) => /^\s*(?:\/\*\*?|\*|\/\/|<!--)(.*)$/.exec(line)?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1] ?? /\/\*(.*?)\*\//.exec(line)?.[1] ?? '\n')
    .join(' ');
}

const CITED = /\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g;
/** Names of documents outside the repository, and section numbers of the original designs (S0's numbers are in a table). */
const FOREIGN = /\b(?:SPEC|PERF|RECALL|FORMATS|DESIGN|PRESETS)\b|\bseeds\/|\bS[1-4],? §? ?[1-9]\d*(?:\.\d+)*\b|§/;
const S0_RULE = /\bS0 (\d+)(?:(?:, | and )(\d+))*/g;

function faultsOf(source: string, rules: ReadonlySet<string>): string[] {
  const comments = commentsOf(source);
  const foreign = FOREIGN.exec(comments)?.[0];
  return [
    ...(foreign === undefined ? [] : [`cites ${foreign}, which is no page of docs/`]),
    ...Array.from(comments.matchAll(CITED), ([, page, anchor]) => broken(`docs/${page}`, anchor)).filter((fault) => fault !== undefined),
    ...Array.from(comments.matchAll(S0_RULE), ([cite]) => (cite.match(/\d+/g) ?? []).slice(1).filter((n) => !rules.has(n)))
      .flat()
      .map((n) => `docs/systems.md has no rule ${n} of S0`),
  ];
}

/** Numbers of S0's rules in docs/systems.md. */
const rules = new Set(
  Array.from(/^### S0: rules$(.*?)^###/ms.exec(text('docs/systems.md'))?.[1]?.matchAll(/^\| ([\d, ]+) \|/gm) ?? [], ([, n]) => n!.split(', ')).flat(),
);

describe('references to docs/', () => {
  it.each(pages)('links of %s', (page) => {
    expect(linksOf(page, text(page)).flatMap(([file, anchor]) => broken(file, anchor) ?? [])).toEqual([]);
  });

  it('comments of the code', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(rules).toEqual(new Set(Array.from({ length: 20 }, (_, i) => String(i + 1))));
    expect(sources.flatMap((file) => faultsOf(text(file), rules).map((fault) => `${file}: ${fault}`))).toEqual([]);
  });

  it('finds what is wrong', () => {
    expect(faultsOf('/** Counted as in\n * docs/systems.md#rounds, S0 8 and 11. */', rules)).toEqual([]);
    expect(faultsOf('// docs/systems.md#no-such-heading', rules)).toEqual(['docs/systems.md has no heading #no-such-heading']);
    expect(faultsOf('x(); // docs/nothing.md', rules)).toEqual(['docs/nothing.md does not exist']);
    expect(faultsOf(`/** ${'SP'}EC 2. */`, rules)).toHaveLength(1);
    expect(faultsOf(` * ${'S4'} 7.2 says so`, rules)).toHaveLength(1);
    expect(faultsOf('/** S0 21 */', rules)).toEqual(['docs/systems.md has no rule 21 of S0']);
    expect(faultsOf("const page = 'docs/nothing.md';", rules)).toEqual([]);
    expect(linksOf('docs/a.md', '[x](adr/b.md#c) [y](#d) `[z](no.md)` [w](https://e.org)')).toEqual([
      ['docs/adr/b.md', 'c'],
      ['docs/a.md', 'd'],
    ]);
    expect(anchorsIn('# S0: key information\n```\n# not this\n```\n## `x` and [y](z)\n## `x` and [y](z)')).toEqual(
      new Set(['s0-key-information', 'x-and-y', 'x-and-y-1']),
    );
  });
});
