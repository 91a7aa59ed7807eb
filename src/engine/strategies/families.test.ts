import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { strategies as all } from '../pipelines/index.ts';
import { FAMILIES } from './contract.ts';
import { strategies } from './index.ts';

const here = import.meta.dirname;

it('a family is a folder, and a folder is a family', () => {
  const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && entry.name !== 'shared' ? [entry.name] : []));
  expect([...folders, 'products', 'pipelines'].toSorted()).toEqual(FAMILIES.toSorted());
});

it.each(strategies.map(({ id, family }) => [id, family]))('%s is in the folder of its family', (id, family) => {
  expect(existsSync(path.join(here, family, `${id}.ts`))).toBe(true);
});

it('controls, products and pipelines are families of their own', () => {
  for (const { id, family, kind, preset } of all) {
    expect(family === 'products', id).toBe(preset !== undefined);
    expect(family === 'controls', id).toBe(kind === 'control');
    expect(family === 'pipelines', id).toBe(kind === 'pipeline');
  }
});
