import { describe, expect, it, vi } from 'vitest';
import type { RowView } from '../../worker/protocol.ts';
import { RowSource } from './diff-rows.ts';

const row = (index: number): RowView => ({ message: { index }, cells: [] }) as unknown as RowView;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('RowSource', () => {
  it('asks once for each row, sorted, in one request', async () => {
    const fetch = vi.fn(async (indexes: readonly number[]) => ({ ok: true as const, value: indexes.map(row) }));
    const source = new RowSource(fetch, ['a']);
    source.want([5, 3]);
    source.want([3, 4]);
    await settle();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch).toHaveBeenCalledWith([3, 4, 5], ['a'], undefined);
    expect(source.get(4)?.message.index).toBe(4);
    source.want([3, 4, 5]);
    await settle();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('splits large requests and tells its listeners', async () => {
    const fetch = vi.fn(async (indexes: readonly number[]) => ({ ok: true as const, value: indexes.map(row) }));
    const source = new RowSource(fetch, []);
    const heard = vi.fn();
    source.subscribe(heard);
    source.want(Array.from({ length: 300 }, (_, i) => i));
    await settle();
    await settle();
    expect(fetch.mock.calls.map(([i]) => i.length)).toEqual([120, 120, 60]);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('asks again after a failure', async () => {
    let fail = true;
    const source = new RowSource(
      async (indexes) => (fail ? { ok: false, error: { code: 'failed', message: 'x' } } : { ok: true, value: indexes.map(row) }),
      [],
    );
    source.want([1]);
    await settle();
    expect(source.get(1)).toBeUndefined();
    fail = false;
    source.want([1]);
    await settle();
    expect(source.get(1)?.message.index).toBe(1);
  });
});
