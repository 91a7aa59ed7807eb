import { describe, expect, test } from 'vitest';
import { StopSignal } from './pause.ts';
import { type Ticket, Tickets } from './tickets.ts';

const ENDS = { load: ['compare', 'recall'], compare: ['recall'] } as const;
const over = (...tickets: readonly Ticket[]): readonly boolean[] => tickets.map((ticket) => ticket.signal.aborted);

describe('the newest call wins', () => {
  test('of its kind, and it ends those that read what it replaces; others go on', () => {
    const tickets = new Tickets(ENDS);
    const compare = tickets.begin('compare', 1);
    const replay = tickets.begin('replay', 2);
    const recall = tickets.begin('recall', 3);
    const next = tickets.begin('recall', 4);
    expect(over(compare, replay, recall, next)).toEqual([false, false, true, false]);
    const again = tickets.begin('compare', 5);
    expect(over(compare, replay, next, again)).toEqual([true, false, true, false]);
  });

  test('also where it arrived first', () => {
    const tickets = new Tickets(ENDS);
    const newer = tickets.begin('load', 8);
    expect(over(tickets.begin('load', 7), tickets.begin('compare', 6), tickets.begin('compare', 9), newer)).toEqual([true, true, false, false]);
    expect(tickets.newest('load')).toBe(8);
  });

  test('one that has its answer is not open any more', () => {
    const ended: string[] = [];
    const tickets = new Tickets(ENDS);
    const first = tickets.begin('compare', 1, () => ended.push('first'));
    expect(tickets.running('compare')).toBe(first);
    tickets.close(first);
    expect(tickets.running('compare')).toBeUndefined();
    tickets.begin('compare', 2, () => ended.push('second'));
    tickets.begin('compare', 3);
    expect([first.signal.aborted, ...ended]).toEqual([false, 'second']);
  });
});

describe('a cancel', () => {
  test('ends what has a number up to its own, of one kind or of all, and what has yet to arrive', () => {
    const tickets = new Tickets(ENDS);
    const [compare, replay, recall, later] = [
      tickets.begin('compare', 1),
      tickets.begin('replay', 2),
      tickets.begin('recall', 3),
      tickets.begin('decay', 7),
    ];
    tickets.cancel(5, ['recall']);
    expect(over(compare, replay, recall, later)).toEqual([false, false, true, false]);
    tickets.cancel(5);
    expect(over(compare, replay, later, tickets.begin('load', 4), tickets.begin('load', 6))).toEqual([true, true, false, true, false]);
  });

  test('ends the waits of a call, once', () => {
    let ends = 0;
    const tickets = new Tickets(ENDS);
    const ticket = tickets.begin('compare', 1, () => ends++);
    expect(() => ticket.signal.throwIfAborted()).not.toThrow();
    tickets.cancel(1);
    tickets.cancel(1);
    expect(ticket.signal.reason).toBeInstanceOf(StopSignal);
    expect(() => ticket.signal.throwIfAborted()).toThrow(StopSignal);
    expect(ends).toBe(1);
  });
});

test('what a file that is understood ends is all but its own load', () => {
  const tickets = new Tickets({});
  const [load, compare, decay] = [tickets.begin('load', 1), tickets.begin('compare', 2), tickets.begin('decay', 3)];
  tickets.endOthers(load);
  expect(over(load, compare, decay)).toEqual([false, true, true]);
  expect(tickets.running('compare')).toBeUndefined();
});
