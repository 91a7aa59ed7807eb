/** Base strategy, preserved counts and thresholds by provider and model. docs/systems.md#s2-provider-table */

export const PROVIDERS = ['openai-gpt-4', 'openai-o', 'anthropic', 'google', 'local', 'other'] as const;
export type ProviderRow = (typeof PROVIDERS)[number];

export interface ProviderRule {
  readonly strategy: 'middle' | 'oldest' | 'hybrid';
  readonly start: number;
  readonly end: number;
  readonly minMessages: number;
  /** Shares of the window at which S2 warns and compresses. */
  readonly warn: number;
  readonly compress: number;
}

/** The reason for each row is the dictionary's `reason.provider-<row>`. */
export const PROVIDER_RULES: Readonly<Record<ProviderRow, ProviderRule>> = {
  'openai-gpt-4': { strategy: 'hybrid', start: 6, end: 6, minMessages: 4, warn: 0.85, compress: 0.9 },
  'openai-o': { strategy: 'middle', start: 8, end: 8, minMessages: 4, warn: 0.9, compress: 0.95 },
  anthropic: { strategy: 'oldest', start: 5, end: 7, minMessages: 4, warn: 0.85, compress: 0.92 },
  google: { strategy: 'middle', start: 10, end: 10, minMessages: 4, warn: 0.9, compress: 0.95 },
  local: { strategy: 'hybrid', start: 3, end: 4, minMessages: 3, warn: 0.7, compress: 0.8 },
  other: { strategy: 'hybrid', start: 4, end: 5, minMessages: 4, warn: 0.8, compress: 0.9 },
};

/** Google's names before 1.5; a name without a version is taken for a current one. */
const GOOGLE_BEFORE_1_5 = /gemini-(?:1\.0|pro(?:-vision)?$|ultra)/;

/** Row of the table for a model name as transcripts and configurations write it (with or without the provider in front). */
export function providerOf(model: string | undefined): ProviderRow {
  const name = (model ?? '').toLowerCase();
  if (/\b(?:ollama|lm[-_ ]?studio)\b/.test(name)) return 'local';
  if (/\banthropic\b|\bclaude\b/.test(name)) return 'anthropic';
  if (/\bgemini\b/.test(name)) return GOOGLE_BEFORE_1_5.test(name) ? 'other' : 'google';
  if (/\b(?:chat)?gpt-4/.test(name)) return 'openai-gpt-4';
  if (/(?:^|[/:._])o[1-9](?:-|$)/.test(name)) return 'openai-o';
  return 'other';
}
