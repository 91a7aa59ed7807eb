import { expect, test } from 'vitest';
import { folderOf, pathOn, PLACES, SYSTEMS, systemOf } from './OpenFile.tsx';

const pathOf = (name: string, system: (typeof SYSTEMS)[number]): string => pathOn(system, PLACES.find((place) => place.name === name)!)!;

test('paths are those of the system, with its separators', () => {
  expect(pathOf('Claude Code', 'mac')).toBe('~/.claude/projects/<project>/*.jsonl');
  expect(pathOf('Claude Code', 'windows')).toBe('%USERPROFILE%\\.claude\\projects\\<project>\\*.jsonl');
  expect(pathOf('Cline', 'linux')).toBe('~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/<id>/');
  expect(pathOf('Cline', 'windows')).toMatch(/^%APPDATA%\\Code/);
  for (const place of PLACES) for (const system of SYSTEMS) expect(pathOn(system, place) ?? place.words, place.name).toBeTruthy();
});

test('a file dialog can open what is copied', () => {
  expect(folderOf('~/.claude/projects/<project>/*.jsonl')).toBe('~/.claude/projects/');
  expect(folderOf(pathOf('Codex', 'windows'))).toBe('%USERPROFILE%\\.codex\\sessions\\');
});

test.each([
  ['MacIntel', 'mac'],
  ['macOS', 'mac'],
  ['Win32', 'windows'],
  ['Windows', 'windows'],
  ['Linux x86_64', 'linux'],
  ['', 'linux'],
] as const)('%s is %s', (platform, system) => {
  expect(systemOf(platform)).toBe(system);
});
