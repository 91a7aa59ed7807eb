import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFromDefaults, defaultScenario } from '../../scenario/defaults.ts';
import type { TableView } from '../../scenario/schema.ts';
import {
  frozenOf,
  groupFor,
  groupOf,
  movedOf,
  orderOf,
  placed,
  readSort,
  shifted,
  sortOf,
  type TableDefaults,
  visibilityOf,
  withChange,
  withTable,
  writeSort,
} from './features.ts';

const order = ['name', 'a', 'b', 'c', 'd', 'e'];
const defaults: TableDefaults = { order, sort: ['-a'], hidden: ['e'], locked: ['name'] };
const anyOrder = fc.shuffledSubarray(order, { minLength: order.length, maxLength: order.length });

describe('the sort', () => {
  it('is written with the direction as a sign', () => {
    expect(readSort(['-a', 'b'])).toEqual([
      { id: 'a', desc: true },
      { id: 'b', desc: false },
    ]);
    expect(writeSort(readSort(['-a', 'b']))).toEqual(['-a', 'b']);
  });

  it('leaves out columns that are not there; where none is left it is the default', () => {
    expect(writeSort(sortOf({ sort: ['gone', 'b'] }, defaults))).toEqual(['b']);
    expect(writeSort(sortOf({ sort: ['gone'] }, defaults))).toEqual(['-a']);
    expect(sortOf({ sort: [] }, defaults)).toEqual([]);
    expect(writeSort(sortOf({}, defaults))).toEqual(['-a']);
  });
});

describe('the order of the columns', () => {
  it('any order survives as what was moved', () => {
    const survives = fc.property(anyOrder, (wanted) => {
      expect(orderOf({ moved: movedOf(wanted, defaults) }, defaults)).toEqual(wanted);
    });
    fc.assert(survives);
  });

  it('keeps as little as there is: nothing for the default, one pair for one column', () => {
    expect(movedOf(order, defaults)).toEqual([]);
    expect(movedOf(['name', 'e', 'a', 'b', 'c', 'd'], defaults)).toEqual([['e', 'name']]);
    expect(movedOf(['a', 'b', 'c', 'd', 'e', 'name'], defaults)).toEqual([['name', 'e']]);
    const moves = fc.property(fc.constantFrom(...order), fc.constantFrom(...order), (id, target) => {
      expect(movedOf(placed(order, id, target, 'behind'), defaults).length).toBeLessThanOrEqual(1);
    });
    fc.assert(moves);
  });

  it('a column that is new stands where it belongs in an old link, and one that is gone disturbs nothing', () => {
    const moved = movedOf(['name', 'd', 'a', 'b', 'c', 'e'], defaults);
    const later = { ...defaults, order: ['name', 'a', 'new', 'b', 'c', 'd', 'e'] };
    expect(orderOf({ moved }, later)).toEqual(['name', 'd', 'a', 'new', 'b', 'c', 'e']);
    expect(
      orderOf(
        {
          moved: [
            ['gone', 'a'],
            ['e', 'gone'],
            ['d', 'a'],
          ],
        },
        defaults,
      ),
    ).toEqual(['name', 'a', 'd', 'b', 'c', 'e']);
  });

  it('has every column once, whatever a link says', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.constantFrom(...order, 'gone'), fc.constantFrom('', ...order, 'gone')), { selector: ([id]) => id });
    const whole = fc.property(pairs, (moved) => {
      expect(orderOf({ moved }, defaults).toSorted()).toEqual(order.toSorted());
    });
    fc.assert(whole);
  });

  it('by one place goes past the next column that may be passed', () => {
    const passes = (id: string) => id !== 'c' && id !== 'name';
    expect(shifted(order, 'b', 1, passes)).toEqual(['name', 'a', 'c', 'd', 'b', 'e']);
    expect(shifted(order, 'd', -1, passes)).toEqual(['name', 'a', 'd', 'b', 'c', 'e']);
    expect(shifted(order, 'a', -1, passes)).toBe(order);
    expect(placed(order, 'e', 'a', 'before')).toEqual(['name', 'e', 'a', 'b', 'c', 'd']);
    expect(placed(order, 'a', 'a', 'behind')).toBe(order);
  });
});

it('columns are shown by default or as switched; frozen ones stand behind the locked, in the order of the table', () => {
  expect(visibilityOf({ columns: { a: false, e: true } }, defaults)).toMatchObject({ a: false, b: true, e: true });
  expect(visibilityOf({}, defaults)).toMatchObject({ a: true, e: false });
  expect(frozenOf({ frozen: { c: 'start', a: 'start', d: 'end', b: 'no', name: 'end' } }, defaults)).toEqual({
    start: ['name', 'a', 'c'],
    end: ['d'],
  });
});

it('a default group is none of the changes; another one, or none at all, is', () => {
  const grouped = { ...defaults, group: 'a' };
  expect([groupOf({}, grouped), groupOf({ group: 'b' }, grouped), groupOf({ group: '' }, grouped)]).toEqual(['a', 'b', null]);
  expect([groupFor('a', grouped), groupFor('b', grouped), groupFor(null, grouped)]).toEqual([undefined, 'b', '']);
  expect([groupFor('a', defaults), groupFor(null, defaults)]).toEqual(['a', undefined]);
  for (const id of ['a', 'b', null]) for (const of of [defaults, grouped]) expect(groupOf({ group: groupFor(id, of) }, of)).toBe(id);
});

it('a group is one of the columns', () => {
  expect([groupOf({ group: 'a' }, defaults), groupOf({ group: 'gone' }, defaults), groupOf({}, defaults)]).toEqual(['a', null, null]);
});

describe('what is kept', () => {
  it('is what differs from the default: the default sort, empty filters and empty lists leave', () => {
    const view: TableView = { sort: ['b'], widths: { a: 80 }, filters: { name: 'x' } };
    expect(withChange(view, { sort: ['-a'] }, defaults)).toEqual({ widths: { a: 80 }, filters: { name: 'x' } });
    expect(withChange(view, { widths: {}, filters: { name: '' } }, defaults)).toEqual({ sort: ['b'] });
    expect(withChange(view, { sort: [], group: 'a' }, defaults)).toEqual({ ...view, sort: [], group: 'a' });
    expect(withChange({ group: 'a' }, { group: undefined }, defaults)).toEqual({});
  });

  it('is nothing of a table that is as it was: such a link is as short as before', () => {
    const tables = withTable({}, 't', { sort: ['b'] });
    expect(tables).toEqual({ t: { sort: ['b'] } });
    const base = defaultScenario();
    const back = withTable(tables, 't', withChange({ sort: ['b'] }, { sort: ['-a'] }, defaults));
    expect(diffFromDefaults({ ...base, view: { ...base.view, tables: back } })).toEqual({});
  });
});
