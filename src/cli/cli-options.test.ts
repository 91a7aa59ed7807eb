import { describe, expect, it } from 'vitest';
import { systemTrigger } from '../engine/pipelines/run-spec.ts';
import type { Trigger, TriggerSeed } from '../engine/triggers/contract.ts';
import { readArgs } from './args.ts';
import { readTrigger, written } from './cli-options.ts';

describe('a trigger of the command line', () => {
  it.each([
    ['ratio:0.8', { kind: 'ratio', share: 0.8 }],
    ['ratio:0.9:5', { kind: 'ratio', share: 0.9, interval: 5 }],
    ['tokens:64000', { kind: 'tokens', tokens: 64_000 }],
    ['remaining:0.25', { kind: 'remaining', share: 0.25 }],
    ['turns:50', { kind: 'turns', count: 50, unit: 'auto' }],
    ['turns:50:steps', { kind: 'turns', count: 50, unit: 'steps' }],
    ['marker:a:b, c', { kind: 'marker', text: 'a:b, c' }],
    ['tool-result:0.8', { kind: 'tool-result', share: 0.8 }],
    ['tool-result:0.8:0.05', { kind: 'tool-result', share: 0.8, buffer: 0.05 }],
    ['answer:0.8', { kind: 'answer', share: 0.8 }],
    ['hand:40,120', { kind: 'hand', messages: [39, 119] }],
    ['hard-limit', { kind: 'hard-limit' }],
  ])('%s is read, and written the same way', (text, trigger) => {
    expect(readTrigger(text)).toEqual(trigger);
    expect(written(trigger as Trigger)).toBe(text);
  });

  it('that names a system waits for the settings of its row', () => {
    expect(readTrigger('S2')).toEqual({ kind: 'system', seed: 'S2' });
    const rule = (seed: TriggerSeed, params = {}) => systemTrigger(seed, params, 100_000).rule.triggers.map(written);
    expect(rule('S0')).toEqual(['remaining:0.25', 'turns:200', 'marker:!!!SUMMARY!!!']);
    expect(rule('S1')).toEqual(['tokens:64000']);
    expect(rule('S2')).toEqual(['ratio:0.9:5']);
    expect(rule('S3')).toEqual(['tool-result:0.8:0.02', 'answer:0.8']);
    expect(rule('S4', { 'auto-compression': { threshold: 0.5 } })).toEqual(['ratio:0.5']);
  });

  const replayed = (...options: string[]) => {
    const read = readArgs(['replay', 'f', ...options]);
    if (!read.ok || read.value.kind !== 'run') throw new Error('expected arguments of a run');
    return read.value.args.replay;
  };
  const asked = (...triggers: string[]) => {
    const read = replayed(...triggers.map((one) => `--trigger=${one}`));
    return { own: read.own, triggers: read.triggers.map((one) => (one.kind === 'system' ? one.seed : written(one))) };
  };
  it('own is one beside others, which are those of rows without one', () => {
    expect(asked()).toEqual({ own: false, triggers: ['ratio:0.8'] });
    expect(asked('own')).toEqual({ own: true, triggers: ['ratio:0.8'] });
    expect(asked('own', 'ratio:0.6')).toEqual({ own: true, triggers: ['ratio:0.6'] });
    expect(asked('own', 'hand:4')).toEqual({ own: true, triggers: ['ratio:0.8', 'hand:4'] });
    expect(asked('hand:4')).toEqual({ own: false, triggers: ['hand:4'] });
  });
  it('own targets imply own triggers, unless another is asked for', () => {
    expect(replayed('--target', 'own')).toMatchObject({ own: true });
    expect(replayed('--target', 'own', '--trigger', 'S4')).toMatchObject({ own: false, triggers: [{ kind: 'system', seed: 'S4' }] });
  });

  it.each([
    '',
    'ratio',
    'ratio:',
    'ratio:0',
    'ratio:1.1',
    'ratio:x',
    'ratio:0.8:-1',
    'ratio:0.8:1:2',
    'remaining:0.2:1',
    'answer:2',
    'turns:0',
    'turns:1.5',
    'turns:5:days',
    'tool-result:0.8:1',
    'hand:',
    'hand:0',
    'hand:1,',
    'hand:1.5',
    'hard-limit:1',
    'S5',
    'tokens:0',
    'tokens:5:1',
    'nope:1',
  ])('%j is none', (text) => {
    expect(readTrigger(text)).toBeNull();
  });
});
