/**
 * S0 7 for strategies without a summary, or with many: the units with key information stay. Quoting it beside a summary could cost more
 * than it saves, and then a stricter knob would keep more.
 */
import type { Reason } from '../../signals/contract.ts';
import { type TranscriptInput, perTranscript } from '../../signals/remember.ts';
import { keyInformationOf, originalTask } from './strategy-key-information.ts';

const NEITHER = 0;
const TASK = 1;
const TASK_LIST = 2;
const MEMORY = 3;

const keyUnits = perTranscript((input): Uint8Array => {
  const found = new Uint8Array(input.units.length);
  const mark = (i: number, as: number): void => {
    if (i >= input.header) found[input.unitOf[i]!] = as;
  };
  const { memories, tasksIn } = keyInformationOf(input.transcript);
  for (const { source } of memories) mark(source, MEMORY);
  mark(tasksIn, TASK_LIST);
  mark(originalTask(input), TASK);
  return found;
});

const noUnits = perTranscript((input) => new Uint8Array(input.units.length));

/** By unit: not 0 where the strategy must keep it for its key information; all 0 with `on` false. */
export function keptForKeyInformation(input: TranscriptInput, on: boolean): Uint8Array {
  return on ? keyUnits(input) : noUnits(input);
}

/** Why a message with key information stays; undefined for all others. */
export function keyInformationReason(input: TranscriptInput, i: number, on: boolean): Reason | undefined {
  const by = i >= input.header ? keptForKeyInformation(input, on)[input.unitOf[i]!] : NEITHER;
  if (by === TASK) return { key: 'keep-original-task' };
  if (by === MEMORY) return { key: 'keep-memory' };
  return by === TASK_LIST ? { key: 'keep-task-list' } : undefined;
}
