/** Wrong use, and input that cannot be read: one line on standard error, exit code 2. */
import { t } from './words.ts';

/** A failure of the input: its message is the one line to print. */
export class UsageError extends Error {}

/** Wrong use, or input that cannot be read: the message says all. */
export const isRefusal = (error: unknown): error is Error => error instanceof UsageError || error instanceof RangeError;

export const unreadable = (file: string, error: unknown): UsageError =>
  new UsageError(t('cli.error.unreadable', { file, message: error instanceof Error ? error.message.replace(/, \w+ '.*$/s, '') : String(error) }));
