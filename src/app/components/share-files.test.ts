import { expect, test } from 'vitest';
import { fileName } from './elements.ts';

test.each([
  ['session.jsonl', 'hybrid', 'json', 'session.hybrid.json'],
  ['my notes/2025: talk.md', 'sliding-window~2', 'txt', 'my-notes-2025-talk.sliding-window-2.txt'],
  ['对话.json', 'comparison', 'csv', '对话.comparison.csv'],
  ['.json', 'scenario', 'json', 'transcript.scenario.json'],
])('%s', (transcript, part, extension, name) => expect(fileName(transcript, part, extension)).toBe(name));
