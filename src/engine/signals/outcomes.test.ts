import { describe, expect, test } from 'vitest';
import type { ToolResultPart } from '../transcript/types.ts';
import { exitCodeIn, hasFailed, resultText } from './outcomes.ts';

const result = (text: string, isError?: boolean): ToolResultPart => ({
  type: 'tool-result',
  callId: 'a',
  content: [{ type: 'text', text }],
  ...(isError !== undefined && { isError }),
});
const failed = (text: string, isError?: boolean): boolean => hasFailed(result(text, isError), text);

describe('outcome of a call', () => {
  test('exit codes as agents write them', () => {
    expect(exitCodeIn('FAIL src/a.test.ts\n\nCommand exited with code 1')).toBe(1);
    expect(exitCodeIn('Exit code: 0\nWall time: 2 s\nOutput:\nok')).toBe(0);
    expect(exitCodeIn('<returncode>127</returncode>\n<output>\n</output>')).toBe(127);
    expect(exitCodeIn('{"output":"x","metadata":{"exit_code":2,"duration_seconds":0.1}}')).toBe(2);
    expect(exitCodeIn(`Exit code 1\n${'line of output\n'.repeat(200)}`)).toBe(1);
    expect(exitCodeIn(`${'x\n'.repeat(300)}exit code 3\n${'x\n'.repeat(300)}`)).toBeUndefined();
    expect(exitCodeIn('the door is an exit')).toBeUndefined();
  });
  test('failed by flag, code or beginning', () => {
    expect(failed('all good', true)).toBe(true);
    expect(failed('Command exited with code 1')).toBe(true);
    expect(failed('Error: no such file')).toBe(true);
    expect(failed('{"error": "not_found"}')).toBe(true);
    expect(failed('Exit code: 0\nError: printed by a program that went on')).toBe(false);
    expect(failed('an Error: somewhere later')).toBe(false);
  });
  test('text of all text parts', () => {
    expect(resultText({ ...result('a'), content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] })).toBe('a\n\nb');
  });
});
