import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseByFeatures, type Features } from '../src/engine/pipelines/hybrid.ts';
import { strategies } from '../src/engine/pipelines/index.ts';
import { STRATEGIES_OF } from '../src/engine/pipelines/adaptive.ts';
import { PROVIDER_RULES } from '../src/engine/pipelines/providers.ts';
import { DEFAULT_SIGNALS } from '../src/engine/signals/prepare.ts';
import { MIXED_FROM, SHORT_MESSAGE } from '../src/engine/signals/task-type.ts';
import { DECISION_CHARACTERS } from '../src/engine/strategies/scores/shared/event-kinds.ts';
import * as scores from '../src/engine/strategies/scores/shared/scores.ts';
import { TRIES } from '../src/engine/strategies/selective/shared/summary.ts';
import { S3_BUFFER, SUMMARY_MARKER } from '../src/engine/triggers/contract.ts';
import { engine } from '../src/i18n/en/engine.ts';
import { filled, systemsBlocks } from './docs-systems.mjs';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/systems.md'), 'utf8');
const lines = page.replace(/\s+/g, ' ');
const words: Readonly<Record<string, string>> = engine;

/** Default of a setting as the page writes numbers. */
function value(id: string, name: string): number {
  const param = strategies.find((strategy) => strategy.id === id)?.params[name];
  if (param?.kind !== 'number') throw new Error(`${id} has no number ${name}`);
  return param.default;
}
const written = (id: string, name: string): string => value(id, name).toLocaleString('en-US');

describe('docs/systems.md (on a difference: npm run docs)', () => {
  it('has the tables that the code gives', () => {
    const blocks = systemsBlocks({
      strategies,
      scores,
      signals: DEFAULT_SIGNALS,
      providerRules: PROVIDER_RULES,
      words: (key: string) => words[key],
    });
    expect(filled(page, blocks)).toBe(page);
  });

  it('says in sentences what the settings are', () => {
    const window = value('sliding-window', 'window');
    const s1 = value('context-compactor', 'maxContextTokens') * value('context-compactor', 'triggerRatio');
    const keep = value('auto-compression', 'keepRecentCount');
    for (const sentence of [
      `${Math.round((1 - value('summary', 'threshold')) * 100)} % of the window left, ${value('summary', 'turnThreshold')} turns`,
      `the marker \`${SUMMARY_MARKER}\``,
      `may take ${value('diff-truncation', 'diffShare') * 100} % of the window`,
      `A message over ${written('message-truncation', 'messageLimit')} tokens`,
      `max(${value('tool-output-truncation', 'outputFloor')}, ${value('tool-output-truncation', 'outputShare')} ×`,
      `The last ${window} messages stay whole, ${Math.floor(window / 2)} of user and tools and ${Math.ceil(window / 2)} of the assistant`,
      `Acts on more than ${2 * window} messages`,
      `of at least ${value('importance-scoring', 'scoreThreshold')} stay, and the last ${value('importance-scoring', 'keepLow')} below it`,
      `Chunks of ${value('incremental-summary', 'chunk')} rounds`,
      `a similarity of at least ${value('semantic-clustering', 'similarity')} `,
      `and the last ${value('key-events', 'keepOthers')} other messages`,
      `The ${value('retrieval', 'k')} messages most relevant`,
      `between 0 and ${scores.HIGHEST}`,
      `a message of more than ${DECISION_CHARACTERS} characters`,
      `at least ${MIXED_FROM * 100} % of them`,
      `under ${SHORT_MESSAGE} characters mean a conversation`,
      `the last ${value('context-compactor', 'keepRecentRounds')} rounds and the current input`,
      `for ${value('context-compactor', 'summaryMaxChars') / 2} characters and is cut at a sentence above ${written('context-compactor', 'summaryMaxChars')}`,
      `window of ${written('context-compactor', 'maxContextTokens')} tokens, or of the window in use where that is smaller: ${s1.toLocaleString('en-US')}`,
      `the first ${value('middle-removal', 'preserveStart')}, the last ${value('middle-removal', 'preserveEnd')} and the middle`,
      `or ${value('oldest-removal', 'minMessages')} messages are left`,
      `Under a confidence of ${value('hybrid', 'confidence')} both run`,
      `arguments over ${value('selective', 'argumentsOver')} and results over ${value('selective', 'resultsOver')} tokens keep their first ${value('selective', 'resultsKeep')}`,
      `of the last ${value('selective', 'protectRounds')} rounds stay`,
      `${value('hybrid', 'compressionThreshold')} of the window (\`compressionThreshold\`)`,
      `at most every ${value('hybrid', 'checkInterval')} seconds`,
      `Results over ${written('offload', 'offloadOver')} tokens`,
      `the last ${value('offload', 'keepRecentResults')} results never`,
      `up to ${TRIES} times`,
      `a cooldown of ${value('selective-summary', 'cooldown')} requests`,
      `limited to ${value('selective-summary', 'maxGenerations')} generations`,
      `estimate + ${S3_BUFFER * 100} % of the window ≥ ${value('selective', 'threshold')} of the window`,
      `The last ${keep} messages stay, everything older becomes one summary. With ${keep + 1} messages or fewer`,
      `the system prompt and the last ${value('hard-limit', 'keepRecentCount')} messages stay`,
      `triggers it at ${value('auto-compression', 'threshold')} of the window`,
    ]) {
      expect(lines).toContain(sentence);
    }
  });

  it('has the lists of the kinds of task', () => {
    const numbers = (type: keyof typeof STRATEGIES_OF): string =>
      STRATEGIES_OF[type].map((id) => strategies.find((strategy) => strategy.id === id)?.source.section).join(', ');
    expect(page).toContain(`| code | ${numbers('code')} |`);
    for (const type of ['analysis', 'conversation', 'unknown'] as const) expect(numbers(type)).toBe(numbers('analysis'));
    expect(page).toContain(`| analysis, conversation, unknown | ${numbers('analysis')} |`);
    expect(page).toContain(`| mixed | ${numbers('mixed')} |`);
  });

  it('has the table of hybrid', () => {
    const plain: Features = { messages: 25, ratio: 0.7, severity: 'moderate', lastShare: 0, largest: 0, special: 0 };
    const cases: readonly (readonly [string, Partial<Features>, Partial<Features>])[] = [
      ['light, under 20 messages', { severity: 'light', messages: 19 }, { severity: 'light', messages: 20 }],
      ['heavy, over 30 messages', { severity: 'heavy', messages: 31 }, { severity: 'heavy', messages: 30 }],
      ['the last 5 messages hold over 40 % of the tokens', { lastShare: 0.41 }, { lastShare: 0.4 }],
      ['a message of over 300 tokens, not light', { largest: 301 }, { largest: 300 }],
      ['a tool or system message', { special: 1 }, { special: 0 }],
    ];
    for (const [condition, holds, fails] of cases) {
      const choice = chooseByFeatures({ ...plain, ...holds });
      expect(page).toContain(`| ${condition} | ${choice.strategy} | ${choice.confidence} |`);
      expect(chooseByFeatures({ ...plain, ...fails })).toEqual({ strategy: null, confidence: 0, rule: 'none' });
    }
  });
});
