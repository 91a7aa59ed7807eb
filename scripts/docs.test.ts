import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { strategies } from '../src/engine/pipelines/index.ts';
import { measures } from '../src/engine/measures/index.ts';
import { pageFacts } from '../src/engine/measures/run/values.ts';
import { exampleOf } from '../src/engine/measures/shared/examples.ts';
import { engine } from '../src/i18n/en/engine.ts';
import { PRODUCTS } from '../src/engine/presets/index.ts';
import { pageFactsText, pagesOf, productsPage } from './docs-pages.mjs';

const docs = path.resolve(import.meta.dirname, '../docs');
const examples = new Map(await Promise.all(measures.map(async ({ id }) => [id, await exampleOf(id)] as const)));
const pages: ReadonlyMap<string, string> = pagesOf(strategies, engine, measures, examples);

describe('docs/ (on a difference: node scripts/docs.mjs)', () => {
  it.each([...pages.keys()])('%s is what the code says', (name) => {
    expect(readFileSync(path.join(docs, name), 'utf8')).toBe(pages.get(name));
  });

  it('the columns of the table are those of the measures', () => {
    const written = readFileSync(path.join(docs, '../src/app/compare/measures.json'), 'utf8');
    expect(written).toBe(pageFactsText(pageFacts(), engine));
  });

  it('products.md is what the code says', () => {
    expect(readFileSync(path.join(docs, 'products.md'), 'utf8')).toBe(productsPage(PRODUCTS));
  });

  it('has a page for each strategy and no others', () => {
    expect(readdirSync(path.join(docs, 'strategies')).sort()).toEqual(['README.md', ...strategies.map(({ id }) => `${id}.md`)].sort());
  });

  it('has a page for each measure with words, and no others', () => {
    const ids = Object.keys(engine).flatMap((key) => /^measure\.(.+)\.definition$/.exec(key)?.[1] ?? []);
    expect(measures.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(readdirSync(path.join(docs, 'measures')).sort()).toEqual(ids.map((id) => `${id}.md`).sort());
  });

  it('links lead to files that exist', () => {
    for (const [name, text] of [...pages, ['adding-a-strategy.md', readFileSync(path.join(docs, 'adding-a-strategy.md'), 'utf8')] as const]) {
      for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
        const file = path.resolve(docs, path.dirname(name), target as string);
        expect(() => readFileSync(file), `${name} → ${target}`).not.toThrow();
      }
    }
  });
});

describe('the registry', () => {
  const listed = [...readFileSync(path.join(docs, 'strategy-ids.md'), 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id!);

  it('has exactly the ids of docs/strategy-ids.md, each once', () => {
    expect(listed.length).toBeGreaterThan(30);
    expect(strategies.map(({ id }) => id).sort()).toEqual([...listed].sort());
  });

  it('shows strategies before pipelines before controls', () => {
    const order = ['strategy', 'pipeline', 'control'];
    const kinds = strategies.map(({ kind }) => order.indexOf(kind));
    expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
  });
});
