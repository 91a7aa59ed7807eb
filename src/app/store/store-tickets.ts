/** Calls of the page in which the newest of a kind wins: an answer to one that is over is dropped. */
import { type Kind, type Ticket, Tickets } from '../../worker/tickets.ts';

const tickets = new Tickets({});
let last = 0;

export const beginCall = (kind: Kind): Ticket => tickets.begin(kind, ++last);

export const endCalls = (...kinds: readonly Kind[]): void => tickets.cancel(last, kinds);
