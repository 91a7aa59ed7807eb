/** At most so many jobs at once, first come, first served. */
export class Queue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Runs a job when there is room. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await job();
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
