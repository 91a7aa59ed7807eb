import { adk } from './adk.ts';
import { anthropicClearToolUses } from './anthropic-clear-tool-uses.ts';
import { anthropicCompaction } from './anthropic-compaction.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { goose } from './goose.ts';
import { llamaIndex } from './llamaindex.ts';
import { opencode, opencodePrune } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode, rooCodeTruncation } from './roo-code.ts';
import type { Product } from './shared/contract.ts';

/** Every product, in the order of the table. */
export const PRODUCTS: readonly Product[] = [
  claudeCode,
  codex,
  pi,
  opencode,
  opencodePrune,
  rooCode,
  rooCodeTruncation,
  qwenCode,
  goose,
  anthropicClearToolUses,
  anthropicCompaction,
  adk,
  llamaIndex,
];
