/** The steps that the order of a note chooses from. */
import { IntList } from '../../../lib/arrays.ts';

/**
 * The steps that may come next as a binary heap, the best on top: by rate, among equals those of the later message, in their order. Numbers in
 * arrays, because a long conversation has a quote for each of its lines, and rates side by side, because most of the work is comparing them.
 */
export class Steps {
  readonly kind = new IntList();
  readonly of = new IntList();
  readonly level = new IntList();
  readonly tokens = new IntList();
  readonly at = new IntList();
  #steps = new Int32Array(1 << 10);
  #rates = new Float64Array(1 << 10);
  #size = 0;

  add(kind: number, of: number, level: number, tokens: number, at: number): number {
    this.kind.push(kind);
    this.of.push(of);
    this.level.push(level);
    this.tokens.push(tokens);
    this.at.push(at);
    return this.kind.length - 1;
  }

  get top(): number {
    return this.#size === 0 ? -1 : this.#steps[0]!;
  }

  get topRate(): number {
    return this.#rates[0]!;
  }

  push(step: number, rate: number): void {
    if (this.#size === this.#steps.length) this.#grow();
    let place = this.#size++;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(rate, step, above)) break;
      this.#move(above, place);
      place = above;
    }
    this.#put(place, step, rate);
  }

  pop(): void {
    const last = --this.#size;
    if (last > 0) this.#sink(this.#steps[last]!, this.#rates[last]!);
  }

  replaceTop(rate: number): void {
    this.#sink(this.#steps[0]!, rate);
  }

  #sink(step: number, rate: number): void {
    const rates = this.#rates;
    let place = 0;
    for (let below = 1; below < this.#size; below = 2 * place + 1) {
      if (below + 1 < this.#size && this.#isBefore(rates[below + 1]!, this.#steps[below + 1]!, below)) below++;
      if (this.#isBefore(rate, step, below)) break;
      this.#move(below, place);
      place = below;
    }
    this.#put(place, step, rate);
  }

  #isBefore(rate: number, step: number, place: number): boolean {
    const other = this.#rates[place]!;
    if (rate !== other) return rate > other;
    const that = this.#steps[place]!;
    const later = this.at.get(step) - this.at.get(that);
    return later > 0 || (later === 0 && step < that);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#steps[from]!, this.#rates[from]!);
  }

  #put(place: number, step: number, rate: number): void {
    this.#steps[place] = step;
    this.#rates[place] = rate;
  }

  #grow(): void {
    const steps = new Int32Array(2 * this.#size);
    steps.set(this.#steps);
    const rates = new Float64Array(2 * this.#size);
    rates.set(this.#rates);
    this.#steps = steps;
    this.#rates = rates;
  }
}
