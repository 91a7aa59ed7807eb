/** S3's rule table and its parameters, shared by the three strategies of S3. docs/systems.md#the-rule-table */
import type { ItemType } from '../../../transcript/types.ts';
import type { BooleanParam, NumberParam, TableParam, TableValue, TextParam } from '../../params.ts';
import { roundUnit, threshold } from '../../shared/params.ts';

export type Action = 'never' | 'drop' | 'truncate';

export interface Rule {
  readonly type: ItemType;
  readonly action: Exclude<Action, 'never'>;
  readonly keepRecent: number;
  readonly order: number;
}

const row = (action: Action, order: number): { readonly action: Action; readonly keepRecent: number; readonly order: number } => ({
  action,
  keepRecent: 5,
  order,
});

const ruleTable = {
  kind: 'table',
  unit: 'none',
  columns: {
    action: { kind: 'choice', unit: 'none', default: 'never', options: ['never', 'drop', 'truncate'] },
    keepRecent: { kind: 'number', unit: 'messages', default: 5, min: 0, max: 1000, step: 1 },
    order: { kind: 'number', unit: 'none', default: 100, min: 1, max: 1000, step: 1 },
  },
  default: {
    TOOL_RESULT: row('truncate', 10),
    SKILL_PROMPT: row('drop', 20),
    ASSISTANT_MESSAGE: row('truncate', 30),
    SKILL_METADATA: row('drop', 40),
    USER_MESSAGE: row('truncate', 50),
    COMPACTION_SUMMARY: row('never', 80),
    OFFLOAD_PLACEHOLDER: row('never', 90),
    SYSTEM_PROMPT: row('never', 100),
    MEMORY: row('never', 100),
    TOOL_DEFINITIONS: row('never', 100),
  } satisfies Record<ItemType, ReturnType<typeof row>>,
} as const satisfies TableParam;

const tokens = (value: number): NumberParam => ({ kind: 'number', unit: 'tokens', default: value, min: 20, max: 20_000, step: 10 });
const off = { kind: 'boolean', unit: 'none', default: false } as const satisfies BooleanParam;
const on = { kind: 'boolean', unit: 'none', default: true } as const satisfies BooleanParam;

/** Of `selective`; `selective-summary` has more. */
export const ruleParams = {
  rules: ruleTable,
  argumentsOver: tokens(500),
  argumentsKeep: tokens(200),
  resultsOver: tokens(600),
  resultsKeep: tokens(200),
  protectRounds: { kind: 'number', unit: 'rounds', default: 5, min: 0, max: 100, step: 1 },
  unit: roundUnit,
  wholeTypes: { kind: 'choice', unit: 'none', default: 'own', options: ['own', 'always', 'never'] },
  /** Protection ends with its tool loop; switched off it piles up, as the study observed. docs/systems.md#s3-protection */
  reasoningExpires: on,
  /** A reference that a later compaction meets is kept; switched off it falls with its tool block. docs/systems.md#s3-offload */
  keepReferences: on,
  emitMetaEvents: off,
  /** The study states no number for its threshold: 0.8, as in S1 and S4. */
  threshold,
} as const;

const MOST_COOLDOWN = 20;

/** Parameters of `selective-summary` beside the rules. Cures of the study's weaknesses are off, so that the original can be observed. */
export const summaryParams = {
  ...ruleParams,
  always: off,
  summaryMaxTokens: { kind: 'number', unit: 'tokens', default: 1000, min: 50, max: 20_000, step: 50 },
  structuredSummary: off,
  carryIdentifiers: off,
  carriedMaxTokens: { kind: 'number', unit: 'tokens', default: 300, min: 50, max: 5000, step: 50 },
  mergeSummaries: off,
  maxGenerations: { kind: 'number', unit: 'none', default: 3, min: 1, max: 20, step: 1 },
  dropOnFailure: off,
  dropInCooldown: off,
  cooldown: { kind: 'number', unit: 'none', default: 3, min: 0, max: MOST_COOLDOWN, step: 1 },
  cooldownLeft: { kind: 'number', unit: 'none', default: 0, min: 0, max: MOST_COOLDOWN, step: 1 },
} as const;

/** Tools whose results can be fetched again: they go first. Case, `_` and `-` do not matter. */
const EPHEMERAL = 'Read, read_file, view, cat, ls, list_dir, list_directory, glob, grep, find, search, web_search, web_fetch, fetch';

export const offloadParams = {
  offloadOver: { kind: 'number', unit: 'tokens', default: 1000, min: 100, max: 50_000, step: 50 },
  ephemeralTools: { kind: 'text', unit: 'none', default: EPHEMERAL, maxLength: 2000 } satisfies TextParam,
  keepRecentResults: { kind: 'number', unit: 'messages', default: 5, min: 0, max: 1000, step: 1 },
} as const;

export function rulesOf(table: TableValue): readonly Rule[] {
  return Object.entries(table)
    .flatMap(([type, { action, keepRecent, order }]): Rule[] =>
      action === 'never' ? [] : [{ type: type as ItemType, action: action as Rule['action'], keepRecent: Number(keepRecent), order: Number(order) }],
    )
    .sort((a, b) => a.order - b.order);
}
