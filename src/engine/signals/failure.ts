import type { Reason } from './contract.ts';

/** An error that a person is told of in any language: `reason` is what the page says, `message` the English for programs. */
export class ReasonError extends RangeError {
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.reason = reason;
  }
}

export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** What a person is told of something that was thrown; without words of its own its message is shown as it is. */
export const reasonOfError = (thrown: unknown): Reason =>
  thrown instanceof ReasonError ? thrown.reason : { key: 'error', values: { message: errorOf(thrown).message } };
