import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const app = path.resolve(import.meta.dirname, '..');
const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).sort();
const read = (name: string): string => readFileSync(path.join(app, name), 'utf8');
const sheets = files.filter((name) => name.endsWith('.css'));
const modules = sheets.filter((name) => name.endsWith('.module.css'));
const parts = files.filter((name) => name.endsWith('.tsx'));
const components = parts.filter((name) => !name.includes('.test.'));
const tokens = read('theme/tokens.css');

const withoutComments = (css: string): string => css.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ''));
const at = (file: string, to: string): string => path.normalize(path.join(path.dirname(file), to));

/** Names of the classes that a sheet has rules for. */
const classesOf = (css: string): ReadonlySet<string> =>
  new Set(
    [
      ...withoutComments(css)
        .replace(/"[^"]*"/g, '')
        .matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/gi),
    ].map(([, name]) => name!),
  );

interface Use {
  readonly sheet: string;
  readonly name: string;
}

/** Classes that a component takes from the sheets that it imports, as `sheet.name`. */
function usedBy(file: string, code: string): readonly Use[] {
  const outsideStrings = code.replace(/'[^'\n]*'/g, "''");
  return [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)].flatMap(([, own, from]) =>
    [...outsideStrings.matchAll(new RegExp(`(?<![\\w.])${own}\\.(\\w+)`, 'g'))].map(([, name]) => ({ sheet: at(file, from!), name: name! })),
  );
}

/** Lookups by a name that is made up while the page runs: nobody could tell which rules are dead. */
const lookedUp = (code: string): readonly string[] =>
  [...code.matchAll(/^import (\w+) from '[^']+\.module\.css';/gm)].flatMap(([, own]) => code.match(new RegExp(`(?<![\\w.])${own}\\[.*`, 'g')) ?? []);

/** Words of the strings that are a class, or a part of it. */
function namedIn(code: string): readonly string[] {
  const strings = [...code.matchAll(/className="([^"]*)"|'([^'\n]*)'|`([^`]*)`/g)].map(
    ([, plain, quoted, template]) => plain ?? quoted ?? template ?? '',
  );
  return strings.flatMap((text) => text.replace(/\$\{[^}]*\}/g, ' ').split(/\s+/));
}
/** The same of attributes that hold nothing else. */
const classNames = (code: string): readonly string[] =>
  [...code.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, template]) =>
    (plain ?? template!.replace(/\$\{[^}]*\}/g, ' ')).split(/\s+/).filter(Boolean),
  );

const uses = parts.flatMap((name) => usedBy(name, read(name)));

describe('classes', () => {
  it('are found in rules and in code', () => {
    expect(modules.length).toBeGreaterThan(20);
    expect([...classesOf('.a > .b:hover,\n.c[data-x="1.d"] {\n  width: 1.5em;\n  .e & {\n  }\n}')]).toEqual(['a', 'b', 'c', 'e']);
    const code = "import s from './a.module.css';\nconst a = <p className={wide ? s.x : s.y} title={t('s.z')} />;\nconst b = s[name];";
    expect(usedBy('diff/a.tsx', code).map(({ sheet, name }) => `${sheet} ${name}`)).toEqual(['diff/a.module.css x', 'diff/a.module.css y']);
    expect(lookedUp(code)).toEqual(['s[name];']);
    const named = '<p className={`row`} /><b className="gap8 num" />';
    expect(namedIn(named)).toEqual(expect.arrayContaining(['row', 'gap8', 'num']));
    expect(classNames(named)).toEqual(['row', 'gap8', 'num']);
  });

  it.each(modules)('%s: every class is used, and every class used is there', (sheet) => {
    const there = classesOf(read(sheet));
    const used = new Set(uses.filter((use) => use.sheet === sheet).map(({ name }) => name));
    expect([...there].filter((name) => !used.has(name))).toEqual([]);
    expect([...used].filter((name) => !there.has(name))).toEqual([]);
  });

  it('that parts share are named by one, and no other is named', () => {
    const there = new Set(['theme/base.css', 'theme/shared.css'].flatMap((name) => [...classesOf(read(name))]));
    const named = new Set(parts.flatMap((name) => namedIn(read(name))));
    expect([...there].filter((name) => !named.has(name))).toEqual([]);
    expect(
      components.flatMap((name) =>
        classNames(read(name))
          .filter((word) => !there.has(word))
          .map((word) => `${name}: ${word}`),
      ),
    ).toEqual([]);
  });

  it('are not looked up by a name made up on the way', () => {
    expect(parts.flatMap((name) => lookedUp(read(name)).map((line) => `${name}: ${line}`))).toEqual([]);
  });
});

/** Steps of the scale of spaces in px, as the tokens have them. */
const steps = [...tokens.matchAll(/--s\d[\d-]*: (\d+)px;/g)].map(([, px]) => Number(px));

/** Sizes, colours and layers that a sheet writes out though there is a token for them, with their lines. */
function writtenOut(css: string): string[] {
  const size = /font-size: *[\d.]+(?:px|r?em)|font: [^;]*?[\d.]+px *\/|border-radius: [^;]*\b[2358]px|z-index: \d\d/;
  const colour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;
  const space = /^(?:gap|(?:row|column)-gap|padding(?:-\w+)?|margin(?:-\w+)?): ([^;]+);/;
  return withoutComments(css)
    .split('\n')
    .flatMap((line, i) => {
      const spaces = (space.exec(line.trim())?.[1] ?? '').split(' ').filter((one) => steps.includes(Number(/^(\d+)px$/.exec(one)?.[1])));
      return size.test(line) || colour.test(line) || spaces.length > 0 ? [`${i + 1}: ${line.trim()}`] : [];
    });
}

describe('tokens', () => {
  it('a size, a colour, a space or a layer that is written out is found', () => {
    expect(steps).toEqual([2, 4, 6, 8, 10, 12, 16, 24]);
    const css =
      'a {\n  font-size: 11px;\n  font: 500 10px / 14px x;\n  color: #fff;\n  background: rgb(0 0 0 / 5%);\n  padding: 5px 8px;\n  border-radius: 3px;\n  z-index: 20;\n}';
    expect(writtenOut(css)).toHaveLength(7);
    expect(writtenOut('/* #fff */\na {\n  font: 500 var(--fs-10) / 15px x;\n  line-height: 34px;\n  margin: -2px 5px;\n  z-index: 3;\n}')).toEqual(
      [],
    );
  });

  it.each(sheets.filter((name) => !name.endsWith('tokens.css')))('%s takes them from the tokens, and only tokens that exist', (name) => {
    const css = read(name);
    expect(writtenOut(css)).toEqual([]);
    const own = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, token]) => token));
    const unknown = [...css.matchAll(/var\((--(?:fs|lh|s\d|r\d|z|bg|text|line|accent|keep|edit|sum|off|drop|p)-?[\w-]*)\)/g)]
      .map(([, token]) => token!)
      .filter((token) => !own.has(token) && !tokens.includes(`${token}:`));
    expect(unknown.filter((token) => token !== '--series')).toEqual([]);
  });
});
