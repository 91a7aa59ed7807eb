/** Calls of the page in which the newest of a kind wins: an answer to one that is over is dropped. */
import { type Kind, type Ticket, Tickets } from '../../worker/tickets.ts';

const tickets = new Tickets({});
let last = 0;

/** A call begins; earlier ones of its kind are over. */
export const beginCall = (kind: Kind): Ticket => tickets.begin(kind, ++last);

/** Calls of these kinds that have begun are over. */
export const endCalls = (...kinds: readonly Kind[]): void => tickets.cancel(last, kinds);
