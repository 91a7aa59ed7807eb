import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MODEL_WINDOWS } from './models.data.ts';
import { MODELS, resolveModel } from './tokenizers.ts';

describe('resolveModel', () => {
  it.each([
    ['gpt-4', 'openai', 8192, 'cl100k_base'],
    ['gpt-4-0613', 'openai', 8192, 'cl100k_base'],
    ['gpt-4-1106-preview', 'openai', 128_000, 'cl100k_base'],
    ['azure/gpt-4-turbo', 'openai', 128_000, 'cl100k_base'],
    ['gpt-3.5-turbo', 'openai', 16_385, 'cl100k_base'],
    ['gpt-4o', 'openai', 128_000, 'o200k_base'],
    ['chatgpt-4o-latest', 'openai', 128_000, 'o200k_base'],
    ['ft:gpt-4o-mini-2024-07-18:org::abc', 'openai', 128_000, 'o200k_base'],
    ['gpt-4.1-2025-04-14', 'openai', 1_000_000, 'o200k_base'],
    ['gpt-4.5-preview', 'openai', 128_000, 'o200k_base'],
    ['gpt-5', 'openai', 400_000, 'o200k_base'],
    ['gpt-5.1-codex-max', 'openai', 400_000, 'o200k_base'],
    ['o1', 'openai', 200_000, 'o200k_base'],
    ['o3-mini-2025-01-31', 'openai', 200_000, 'o200k_base'],
    ['openai/gpt-oss-120b', 'openai', 131_072, 'o200k_base'],
    ['claude-sonnet-4-5-20250929', 'anthropic', 200_000, 'anthropic-estimate'],
    ['claude-opus-4-20250514', 'anthropic', 200_000, 'anthropic-estimate'],
    ['claude-3-5-sonnet-20241022', 'anthropic', 200_000, 'anthropic-estimate'],
    ['anthropic/claude-sonnet-4.5', 'anthropic', 200_000, 'anthropic-estimate'],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'anthropic', 200_000, 'anthropic-estimate'],
    ['claude-opus-4-6@20260205', 'anthropic', 1_000_000, 'anthropic-estimate'],
    ['claude-nobody-knows', 'anthropic', 200_000, 'anthropic-estimate'],
    ['gemini-2.5-pro', 'google', 1_048_576, 'gemini-estimate'],
    ['gemini/gemini-1.5-pro', 'google', 1_000_000, 'gemini-estimate'],
    ['models/gemini-2.0-flash', 'google', 1_000_000, 'gemini-estimate'],
    ['deepseek/deepseek-chat', 'other', 64_000, 'o200k-estimate'],
    ['deepseek/deepseek-r1:free', 'other', 64_000, 'o200k-estimate'],
    ['google/gemma-4-31b-it', 'other', 262_144, 'gemini-estimate'],
    ['ollama/llama3.1', 'ollama', 128_000, 'o200k-estimate'],
    ['qwen2.5-coder:32b', 'ollama', 128_000, 'o200k-estimate'],
    ['gpt-oss:20b', 'ollama', 131_072, 'o200k_base'],
    ['lmstudio/phi-4', 'lmstudio', 16_384, 'o200k-estimate'],
    ['<synthetic>', 'other', 128_000, 'o200k-estimate'],
    ['', 'other', 128_000, 'o200k_base'],
  ] as const)('%s', (id, provider, window, tokenizer) => {
    expect(resolveModel(id)).toMatchObject({ id, provider, window, tokenizer });
  });

  it('no model at all: 128,000 tokens, counted with o200k_base', () => {
    expect(resolveModel(undefined)).toEqual({ id: '', provider: 'other', window: 128_000, unknownWindow: true, tokenizer: 'o200k_base' });
  });

  it('a window that nobody gives is marked as such', () => {
    const ids = ['gpt-4o', 'claude-nobody-knows', 'gpt-9-nobody-knows', '<synthetic>'];
    expect(ids.map((id) => resolveModel(id).unknownWindow ?? false)).toEqual([false, false, true, true]);
  });

  it('lists models of each provider once, each with the window of its own line', () => {
    expect(new Set(MODELS.map((m) => m.id)).size).toBe(MODELS.length);
    expect(new Set(MODELS.map((m) => m.provider))).toEqual(new Set(['openai', 'anthropic', 'google', 'other']));
    const lines = MODEL_WINDOWS.trim()
      .split('\n')
      .map((line) => line.split(' '));
    expect(lines.map(([id]) => [id, resolveModel(id).window])).toEqual(lines.map(([id, window]) => [id, Number(window)]));
  });

  it('the table stays small', () => {
    expect(readFileSync(new URL('models.data.ts', import.meta.url)).length).toBeLessThanOrEqual(20_000);
  });
});
