/** Selects the rules for a request: of the provider of the model in use, and of the provider whose format the transcript came in. */
import { type Provider, resolveModel } from '../tokens/token-models.ts';
import type { Transcript } from '../transcript/types.ts';

export const RULE_SETS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type RuleSetId = (typeof RULE_SETS)[number];

/** Formats that are a provider's request, or of a program that uses one provider only. */
const OF_FORMAT: ReadonlyMap<string, RuleSetId> = new Map([
  ['openai-chat', 'openai-chat'],
  ['openai-finetune', 'openai-chat'],
  ['openai-responses', 'openai-responses'],
  ['codex-rollout', 'openai-responses'],
  ['codex-exec', 'openai-responses'],
  ['anthropic-messages', 'anthropic'],
  ['claude-code', 'anthropic'],
  ['claude-code-stream', 'anthropic'],
  ['managed-agents', 'anthropic'],
  ['claude-ai-export', 'anthropic'],
  ['gemini-api', 'gemini'],
  ['gemini-cli', 'gemini'],
]);

const OF_PROVIDER: Partial<Record<Provider, RuleSetId>> = { anthropic: 'anthropic', google: 'gemini' };

/** The rules of the format alone; null for a format of several providers. */
const formatRules = ({ format }: Pick<Transcript, 'format'>): RuleSetId | null => OF_FORMAT.get(format) ?? null;

/**
 * Which rules apply: the model's provider's if it has any, else the format's. OpenAI's models accept both of its request types, so the
 * format decides. `model` = chosen by the person, else the transcript's.
 */
export function ruleSetOf(transcript: Pick<Transcript, 'format' | 'model'>, model?: string | null): RuleSetId {
  const { provider } = resolveModel(model ?? transcript.model ?? undefined);
  const own = OF_PROVIDER[provider];
  if (own) return own;
  const byFormat = formatRules(transcript);
  if (provider === 'openai') return byFormat === 'openai-responses' ? byFormat : 'openai-chat';
  return byFormat ?? 'openai-chat';
}

/** Every rule set that a compaction of the transcript must satisfy: of the model in use, and of the export format. */
export function ruleSetsOf(transcript: Pick<Transcript, 'format' | 'model'>, model?: string | null): readonly RuleSetId[] {
  const own = ruleSetOf(transcript, model);
  const byFormat = formatRules(transcript);
  return byFormat === null || byFormat === own ? [own] : [own, byFormat];
}

/** Whether the model binds its thinking to everything before it ("preserved thinking"). */
export function bindsThinking(model: string | null | undefined): boolean {
  const name = (model ?? '').toLowerCase().replaceAll('.', '-');
  // `claude-opus-5-5`, `claude-opus-5-5-20260922` and `claude-5-5-opus`; a date is not a minor version.
  const found = /claude-(?:([a-z]+)-(\d+)(?:-(\d{1,2}))?(?!\d)|(\d+)(?:-(\d{1,2}))?-([a-z]+))/.exec(name);
  if (!found) return false;
  const family = found[1] ?? found[6];
  const version = Number(found[2] ?? found[4]) + Number(found[3] ?? found[5] ?? 0) / 100;
  return version >= (family === 'fable' || family === 'mythos' ? 5.01 : 5.05);
}
