import { expect, test } from 'vitest';
import '../../i18n/en/engine.ts';
import { numberFormats } from '../../i18n/index.ts';
import { result } from '../compare/testing/fixture.ts';
import { modelName, modelNote, usageText, usesSummaries, writerName } from './model-words.ts';

const n = numberFormats('en');

test('names of writers', () => {
  expect(writerName('built-in', [])).toBe('built-in (extractive)');
  expect(writerName('openai/gpt-4o-mini', [])).toBe('gpt-4o-mini');
  expect(writerName('openai/', [])).toBe('no model chosen');
});

test('what calls took; what an endpoint did not count is said', () => {
  expect(usageText({ input: 1000, output: 80, cacheRead: 200, cacheWrite: 0 }, n)).toBe('1,200 tokens in, 80 out (200 of them cached)');
  expect(usageText(null, n)).toBe('tokens not counted by the endpoint');
});

test('a row says whether a model was not asked or did not answer', () => {
  const rejected = (key: string) => result('summary', 'KKKKKK', { outcome: 'rejected', why: { key, values: {} } });
  expect(modelNote(rejected('model-not-sent'))).toEqual({ text: 'waits for your yes', tone: 'warn' });
  expect(modelNote(rejected('rejected-model'))).toEqual({ text: 'no summary by the model', tone: 'bad' });
  expect(modelNote(rejected('rejected-verification'))).toBeNull();
  expect(usesSummaries(rejected('model-not-sent'))).toBe(true);
  expect(usesSummaries(result('middle-removal', 'KKDDKK'))).toBe(false);
});

test('tells models of one name apart by the shortest thing that differs', () => {
  const name = (id: string, ...ids: readonly string[]): string => modelName(id, [id, ...ids]);
  expect(name('openai/gpt-4o', 'openai/gpt-4.1')).toBe('gpt-4o');
  expect(name('openai/gpt-4o', 'compatible/gpt-4o@https://openrouter.ai/api/v1')).toBe('gpt-4o · OpenAI');
  expect(name('compatible/gpt-4o@https://openrouter.ai/api/v1', 'openai/gpt-4o')).toBe('gpt-4o · OpenAI-compatible');
  const [ollama, studio, proxy] = ['http://localhost:11434/v1', 'http://localhost:1234/v1', 'http://localhost:1234/b/v1'].map(
    (url) => `compatible/qwen3@${url}`,
  );
  expect(name(ollama!, studio!)).toBe('qwen3 · localhost:11434');
  expect(name(studio!, ollama!, proxy!)).toBe('qwen3 · localhost:1234/v1');
  // A model of the other kind is chosen elsewhere.
  expect(name('openai/both', 'embedding:openai/both')).toBe('both');
  expect(name('embedding:openai/e', 'embedding:google/e')).toBe('e · OpenAI');
});
