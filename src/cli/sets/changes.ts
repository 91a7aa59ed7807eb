/** One or more wait until something changes. */
export class Changes {
  #waiting: (() => void)[] = [];
  next(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
  tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one();
  }
}
