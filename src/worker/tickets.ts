/**
 * The newest call wins: long calls carry a number from one rising counter, and of each kind only the newest counts. The worker stops its
 * work by them, the client settles pending calls.
 */
import { StopSignal } from './pause.ts';

export const KINDS = ['load', 'compare', 'replay', 'measure', 'recall', 'decay', 'curves', 'ask'] as const;
export type Kind = (typeof KINDS)[number];

/** Other kinds that a call ends beside older calls of its own: those that read what it replaces. */
export type Ends = Readonly<Partial<Record<Kind, readonly Kind[]>>>;

/** One call. Its signal is aborted as soon as a newer one replaces it, or somebody cancels it. */
export class Ticket {
  readonly kind: Kind;
  readonly number: number;
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();

  constructor(kind: Kind, number: number, onEnd: () => void) {
    this.kind = kind;
    this.number = number;
    this.signal = this.#stop.signal;
    this.signal.addEventListener('abort', onEnd, { once: true });
  }

  /** Its answer is no longer wanted. */
  readonly stopped = (): boolean => this.signal.aborted;

  end(): void {
    this.#stop.abort(new StopSignal());
  }
}

export class Tickets {
  readonly #ends: Ends;
  readonly #newest = new Map<Kind, number>();
  readonly #cancelled = new Map<Kind, number>();
  readonly #open = new Set<Ticket>();

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  /** A call begins and ends the calls that it replaces. It is over from the start if a newer one, or a cancel, came before it. */
  begin(kind: Kind, number: number, onEnd: () => void = () => undefined): Ticket {
    const ticket = new Ticket(kind, number, onEnd);
    this.#newest.set(kind, Math.max(this.newest(kind), number));
    this.#open.add(ticket);
    this.#sweep();
    return ticket;
  }

  close(ticket: Ticket): void {
    this.#open.delete(ticket);
  }

  /** Ends every call with a number up to this one, including those yet to arrive. */
  cancel(upTo: number, kinds: readonly Kind[] = KINDS): void {
    for (const kind of kinds) this.#cancelled.set(kind, Math.max(this.#cancelled.get(kind) ?? 0, upTo));
    this.#sweep();
  }

  /** Ends every call that is open, but for this one. */
  endOthers(than: Ticket): void {
    for (const ticket of this.#open) if (ticket !== than) this.#end(ticket);
  }

  newest(kind: Kind): number {
    return this.#newest.get(kind) ?? 0;
  }

  /** The open call of a kind that counts. */
  running(kind: Kind): Ticket | undefined {
    return [...this.#open].find((ticket) => ticket.kind === kind);
  }

  #sweep(): void {
    for (const ticket of this.#open) if (this.#isOld(ticket)) this.#end(ticket);
  }

  #isOld({ kind, number }: Ticket): boolean {
    if (number < this.newest(kind) || number <= (this.#cancelled.get(kind) ?? 0)) return true;
    return KINDS.some((other) => this.#ends[other]?.includes(kind) && number < this.newest(other));
  }

  #end(ticket: Ticket): void {
    this.#open.delete(ticket);
    ticket.end();
  }
}
