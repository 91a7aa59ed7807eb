/** Answers of the worker: values, or errors that are described. */
import type { ImportError } from '../engine/formats/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import type { WorkerError } from './protocol.ts';

export type Answer<T> = Result<T, WorkerError>;
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const fail = (code: WorkerError['code'], message: string): { readonly ok: false; readonly error: WorkerError } => ({
  ok: false,
  error: { code, message },
});
export const notWritten = ({ message, reason }: ImportError): { readonly ok: false; readonly error: WorkerError } => ({
  ok: false,
  error: { code: 'failed', message, reason },
});
export const cancelled = fail('cancelled', 'Cancelled.');
export const nothing = fail('no-transcript', 'Nothing has been compared yet.');
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
