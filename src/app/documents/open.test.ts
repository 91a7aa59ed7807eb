import { describe, expect, test } from 'vitest';
import { fileOf, placeIn, placeOf, queryOf } from './DocumentLink.tsx';

describe('the place of a document', () => {
  test.each([
    [{ id: 'recall', anchor: null }, '?doc=recall', './docs/recall.html'],
    [{ id: 'measures/cost', anchor: 'limits' }, '?doc=measures/cost:limits', './docs/measures/cost.html#limits'],
    [{ id: 'systems', anchor: 's2-context-manager' }, '?doc=systems:s2-context-manager', './docs/systems.html#s2-context-manager'],
  ])('%o', (place, query, file) => {
    expect(queryOf(place)).toBe(query);
    expect(fileOf(place)).toBe(file);
    expect(placeIn(query)).toEqual(place);
    expect(placeIn(`?a=b&${query.slice(1)}`)).toEqual(place);
    const base = 'https://example.org/any/path/index.html?doc=other#s=1';
    expect(placeOf(file, base)).toEqual(place);
  });

  test('no address leads out of the folder of documents', () => {
    for (const query of ['', '?doc=', '?doc=../secret', '?doc=//evil.example/x', '?doc=https://evil.example', '?doc=a/b/c', '?doc=A%20b'])
      expect(placeIn(query)).toBeNull();
    const base = 'https://example.org/tool/';
    for (const address of ['https://evil.example/tool/docs/x.html', './licences.txt', './docs/study/curves.svg', '../docs/x.html'])
      expect(placeOf(address, base)).toBeNull();
  });
});
