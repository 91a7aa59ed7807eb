import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as places from '../src/app/import/OpenFile.tsx';
import { formats } from '../src/engine/formats/index.ts';
import { titleOf } from '../src/engine/transcript/english.ts';
import { strategies } from '../src/engine/pipelines/index.ts';
import { measures } from '../src/engine/measures/index.ts';
import { pageFacts } from '../src/engine/measures/run/measured-values.ts';
import { exampleOf } from '../src/engine/measures/testing/examples.ts';
import { engine as own } from '../src/i18n/en/engine.ts';
import { names } from '../src/i18n/names.ts';
import { PRODUCTS } from '../src/engine/products/index.ts';
import { pageFactsText, pagesOf } from './docs-pages.mjs';

const engine = { ...names, ...own };

const docs = path.resolve(import.meta.dirname, '../docs');
const examples = new Map(await Promise.all(measures.map(async (measure) => [measure.id, await exampleOf(measure)] as const)));
const pages: ReadonlyMap<string, string> = pagesOf(
  strategies,
  engine,
  measures,
  examples,
  PRODUCTS,
  formats.map((format) => ({ ...format, title: titleOf(format.id) })),
  places,
);
/** The entries of a page by their id. */
const entries = (page: string): ReadonlyMap<string, string> =>
  new Map(
    pages
      .get(page)!
      .split(/^## `(?=[\w-]+`$)/m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('`')), text]),
  );

describe('docs/ (on a difference: node scripts/docs.mjs)', () => {
  it.each([...pages.keys()])('%s is what the code says', (name) => {
    expect(readFileSync(path.join(docs, name), 'utf8')).toBe(pages.get(name));
  });

  it('the table of formats says of each how it is known', () => {
    const words = { recorded: 'recorded', source: 'from source', fixtures: 'from fixtures' };
    const known = pages
      .get('formats.md')!
      .split('\n')
      .flatMap((line) => [/^\| `([\w-]+)` \| [^|]+ \| ([^|]+) \|/.exec(line)?.slice(1) ?? []].filter(([id]) => id));
    expect(known).toEqual(formats.map(({ id, evidence }) => [id, words[evidence]]));
  });

  it('the columns of the table are those of the measures', () => {
    const written = readFileSync(path.join(docs, '../src/app/rows/measures.json'), 'utf8');
    expect(written).toBe(pageFactsText(pageFacts(), engine));
  });

  it('has each strategy in one page and under its anchor, and no others', () => {
    expect([...entries('strategies.md').keys()]).toEqual(strategies.flatMap(({ id, preset }) => (preset ? [] : [id])));
    expect([...entries('products.md').keys()]).toEqual(PRODUCTS.map(({ id }) => id));
    expect([...entries('strategies.md').keys(), ...entries('products.md').keys()].sort()).toEqual(strategies.map(({ id }) => id).sort());
  });

  it.each(PRODUCTS.map((product) => [product.id, product] as const))('the entry of %s says whose rule it is and what was compared', (id, product) => {
    const text = entries('products.md').get(id)!;
    const { source, peers = {}, params, trigger } = product;
    for (const said of [source.product, source.version ?? 'no version stated', source.where]) expect(text).toContain(said);
    expect(text).toMatch(source.evidence === 'checked' ? / · checked with (?:one setting|\d+ settings)/ : / · read(?: · |$)/m);
    expect(text).toMatch(trigger ? /\*\*Compacts at\*\* \S.*\.$/m : /\*\*Compacts\*\* at the common trigger/);
    const settings = [...text.matchAll(/^- `([^`]+)` |(?<=^- \[Also\].*)`(\w+)` /gm)].map(([, own, also]) => (own ?? also)!);
    const more = Object.keys(strategies.find((strategy) => strategy.id === id)!.params).filter((name) => !(name in params));
    expect(more).toContain('repaired');
    // The page says of all that they have these.
    const said = ['repaired', ...(text.includes('**Summary**') ? ['summaryMaxTokens'] : [])].filter((name) => !settings.includes(name));
    expect([...settings, ...said].sort()).toEqual([...Object.keys(params), ...more].sort());
    const recordings = /^- \[Recordings\].*$/m.exec(text)?.[0] ?? '';
    for (const peer of Object.keys(peers)) expect(recordings).toContain(`\`${peer}\``);
    for (const { differs = {} } of Object.values(peers)) for (const reason of Object.values(differs)) expect(text).toContain(reason);
  });

  it('has each measure with words, and no others', () => {
    const ids = Object.keys(engine).flatMap((key) => /^measure\.(.+)\.definition$/.exec(key)?.[1] ?? []);
    expect(measures.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect([...entries('measures.md').keys()]).toEqual(measures.map(({ id }) => id));
  });
});

describe('the registry', () => {
  const listed = [...readFileSync(path.join(docs, 'strategy-ids.md'), 'utf8').matchAll(/(?<=^- .*|^ {2}.*)`([^`]+)`/gm)].map(([, id]) => id!);

  it('has exactly the ids of docs/strategy-ids.md, each once', () => {
    expect(listed.length).toBeGreaterThan(30);
    expect(strategies.map(({ id }) => id).sort()).toEqual([...listed].sort());
  });

  it('shows strategies before pipelines before products before controls', () => {
    const order = ['strategy', 'pipeline', 'product', 'control'];
    const kinds = strategies.map(({ kind, preset }) => order.indexOf(preset ? 'product' : kind));
    expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
  });
});
