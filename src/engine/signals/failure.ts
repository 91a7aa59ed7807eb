import type { Reason } from './contract.ts';

export class ReasonError extends RangeError {
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.reason = reason;
  }
}

export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const reasonOfError = (thrown: unknown): Reason =>
  thrown instanceof ReasonError ? thrown.reason : { key: 'error', values: { message: errorOf(thrown).message } };
