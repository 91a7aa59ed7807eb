/**
 * Numbers in the sentences of the docs are those of the code. That the code does what they say is tested beside it, with an example at
 * each edge.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { strategies } from '../src/engine/pipelines/index.ts';
import { PROVIDER_RULES } from '../src/engine/pipelines/providers.ts';
import { systemTrigger } from '../src/engine/pipelines/systems.ts';
import { MOST_BY_ITSELF } from '../src/engine/recall/contract.ts';
import { DEFAULT_CUTS } from '../src/engine/recall/cuts.ts';
import { LEAST_FACTS } from '../src/engine/recall/recall.ts';
import { EMBEDDED_CHARACTERS } from '../src/engine/signals/embeddings.ts';
import { DEFAULT_WINDOW } from '../src/engine/tokens/models.ts';
import { S3_BUFFER, SUMMARY_MARKER } from '../src/engine/triggers/contract.ts';
import { DEFAULT_CALL } from '../src/models/contract.ts';
import { BATCH_TEXTS } from '../src/models/embedder.ts';
import { MOST_BYTES } from '../src/worker/vector-store.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = (name: string): string => readFileSync(path.join(root, `docs/${name}.md`), 'utf8').replace(/\s+/g, ' ');
const written = (value: number): string => value.toLocaleString('en-US');
const WORDS: Readonly<Record<number, string>> = { 3: 'three', 12: 'Twelve' };

/** Default of a setting. */
function value(id: string, name: string): number {
  const param = strategies.find((strategy) => strategy.id === id)?.params[name];
  if (param?.kind !== 'number') throw new Error(`${id} has no number ${name}`);
  return param.default;
}

/** The triggers of a system or a row in a window of 100,000 tokens, as a person writes them. */
const written100k = (rule: ReturnType<typeof systemTrigger>): string[] =>
  rule.rule.triggers.map((trigger) => {
    switch (trigger.kind) {
      case 'ratio':
        return `ratio:${trigger.share}${trigger.interval ? `:${trigger.interval}` : ''}`;
      case 'tokens':
        return `tokens:${trigger.tokens}`;
      case 'turns':
        return `turns:${trigger.count}`;
      case 'marker':
        return `marker:${trigger.text}`;
      case 'tool-result':
        return `tool-result:${trigger.share}:${trigger.buffer}`;
      case 'hand':
      case 'hard-limit':
        return trigger.kind;
      default:
        return `${trigger.kind}:${trigger.share}`;
    }
  });

describe.each<[string, readonly string[]]>([
  [
    'recall',
    [
      `**Checkpoints.** ${WORDS[DEFAULT_CUTS]}, evenly over`,
      `Under ${LEAST_FACTS} needed facts, or three places for a checkpoint, there is no number`,
      `Above ${written(MOST_BY_ITSELF)} messages recall is not measured by itself`,
    ],
  ],
  [
    'replay',
    [
      `the setting | | --- | --- | --- | | S0's strategies, its combinations, adaptive | \`remaining:0.25\`, \`turns:200\` or \`marker:${SUMMARY_MARKER}\``,
      `\`triggerRatio\` ${value('context-compactor', 'triggerRatio')} of \`maxContextTokens\` ${written(value('context-compactor', 'maxContextTokens'))}`,
      `\`ratio:${PROVIDER_RULES.anthropic.compress}:5\` for Anthropic`,
      `a buffer of ${written(S3_BUFFER * 100_000)} (${S3_BUFFER * 100} % of the window)`,
      `without one \`${SUMMARY_MARKER}\``,
      `A pipeline of one's own | \`ratio:${value('pipeline', 'threshold')}\``,
      `\`result:${value('offload', 'offloadOver')}:${value('offload', 'keepRecentResults')}\`, or those of S3 at ${value('selective', 'threshold')}`,
    ],
  ],
  [
    'embeddings',
    [
      `by at most ${written(EMBEDDED_CHARACTERS)} characters`,
      `the threshold of ${value('semantic-clustering', 'similarity')} is the same number`,
      `${BATCH_TEXTS} texts to a request`,
      `at most ${MOST_BYTES / 1024 / 1024} MB`,
    ],
  ],
  [
    'summarisers',
    [
      `are tried again up to ${WORDS[DEFAULT_CALL.attempts - 1]} times`,
      `an answer may take ${DEFAULT_CALL.timeoutMs / 1000} s`,
      'parts over 40,000 characters keep their two ends',
    ],
  ],
  ['settings', [`| ${written(DEFAULT_WINDOW)} tokens | assumed | assumed |`, 'from 100 to 100 million tokens']],
])('docs/%s.md', (name, sentences) => {
  it.each(sentences)('says: %s', (sentence) => {
    expect(page(name)).toContain(sentence);
  });
});

describe('docs/replay.md', () => {
  const row = (line: string): string => {
    const found = readFileSync(path.join(root, 'docs/replay.md'), 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`| ${line}`));
    if (found === undefined) throw new Error(`no line: ${line}`);
    return found;
  };

  it.each([
    ["S0's strategies", 'S0'],
    ['Context compactor (S1)', 'S1'],
    ['Middle and oldest removal', 'S2'],
    ['Selective, with', 'S3'],
    ['Automatic compression', 'S4'],
  ] as const)('lists the own triggers at their defaults: %s', (line, seed) => {
    for (const trigger of written100k(systemTrigger(seed, {}, 100_000))) expect(row(line)).toContain(`\`${trigger}\``);
  });
});
