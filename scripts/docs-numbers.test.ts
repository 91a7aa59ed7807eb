/**
 * Numbers in the sentences and tables of the docs are those of the code. That the code does what they say is tested beside it, with an example
 * at each edge.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { written as asTyped } from '../src/cli/cli-options.ts';
import { STRATEGIES_OF } from '../src/engine/pipelines/adaptive.ts';
import { chooseByFeatures, type Features } from '../src/engine/pipelines/hybrid.ts';
import { strategies } from '../src/engine/pipelines/index.ts';
import { PROVIDER_RULES } from '../src/engine/pipelines/provider-auto.ts';
import { systemTrigger } from '../src/engine/pipelines/run-spec.ts';
import { MOST_BY_ITSELF } from '../src/engine/recall/contract.ts';
import { DEFAULT_CUTS } from '../src/engine/recall/recall-cuts.ts';
import { LEAST_FACTS } from '../src/engine/recall/recall.ts';
import { EMBEDDED_CHARACTERS } from '../src/engine/signals/embeddings.ts';
import { DEFAULT_SIGNALS } from '../src/engine/signals/signal-prepare.ts';
import { MIXED_FROM, SHORT_MESSAGE } from '../src/engine/signals/task-type.ts';
import { DECISION_CHARACTERS } from '../src/engine/strategies/scores/key-events.ts';
import * as scores from '../src/engine/strategies/scores/shared/strategy-scores.ts';
import { TRIES } from '../src/engine/strategies/selective/selective-summary.ts';
import { DEFAULT_WINDOW } from '../src/engine/tokens/tokenizers.ts';
import { S3_BUFFER, SUMMARY_MARKER } from '../src/engine/triggers/contract.ts';
import { engine as own } from '../src/i18n/en/engine.ts';
import { names } from '../src/i18n/names.ts';
import { DEFAULT_CALL } from '../src/models/contract.ts';
import { BATCH_TEXTS } from '../src/models/model-embedder.ts';
import { MOST_BYTES } from '../src/worker/model-stores.ts';
import { run as terminal } from '../src/cli/testing/run.ts';
import { filled, systemsBlocks } from './docs-systems.mjs';

const engine = { ...names, ...own };

const root = path.resolve(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const page = (name: string): string => text(`docs/${name}.md`).replace(/\s+/g, ' ');
const written = (value: number): string => value.toLocaleString('en-US');
const WORDS: Readonly<Record<number, string>> = { 3: 'three', 12: 'Twelve' };

/** What the stored digest of the first sample says: cells of its answer. */
function sampleAnswer(): Readonly<Record<string, string>> {
  const [names = '', cells = ''] = text('fixtures/digests/samples/coding-session.jsonl.tsv').split('\n');
  return Object.fromEntries(names.split('\t').map((name, i) => [name, cells.split('\t')[i] ?? '']));
}

it('the example of docs/answer.md is the first sample', () => {
  const { verdict, row, base, difference, trade, units, items } = sampleAnswer();
  const numbersIn = (cell = ''): number[] => cell.match(/\d+\.\d+/g)!.map(Number);
  const whole = (share: number): string => `${Math.round(100 * share)} %`;
  const [kept, chance] = numbersIn(row);
  const [mean, low, high] = numbersIn(difference).map((one) => (100 * one).toFixed(1));
  const [edits, editsOfA] = numbersIn(trade);
  expect([verdict, row!.split(' ')[0], base!.split(' ')[0], trade!.split(' ')[1]]).toEqual(['use', 'handover-note', 'claude-code', 'edits']);
  for (const sentence of [
    `*Claude Code keeps ${whole(numbersIn(base)[0]!)} of what was needed later. In the same tokens Hand-over note (ours) keeps ${whole(kept!)}.*`,
    `Random messages in the note's tokens keep ${whole(chance!)}. The difference is ${mean} points, surely between ${low} and ${high}, over ${units} checkpoints and ${items} facts.`,
    `the note keeps ${whole(edits!)} and Claude Code ${whole(editsOfA!)}`,
  ])
    expect(page('answer')).toContain(sentence);
});

/** Default of a setting. */
function value(id: string, name: string): number {
  const param = strategies.find((strategy) => strategy.id === id)?.params[name];
  if (param?.kind !== 'number') throw new Error(`${id} has no number ${name}`);
  return param.default;
}

describe.each<[string, readonly string[]]>([
  [
    'recall',
    [
      `**Checkpoints.** ${WORDS[DEFAULT_CUTS]}, evenly over`,
      `Under ${LEAST_FACTS} needed facts own recall has no number`,
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
    const found = text('docs/replay.md')
      .split('\n')
      .find((one) => one.startsWith(`| ${line}`));
    if (found === undefined) throw new Error(`no line: ${line}`);
    return found;
  };

  it('its example is what the terminal prints', async () => {
    const example = text('docs/replay.md').match(/```\n(claude-code ·[^`]*)```/)![1]!;
    const asked = ['--window', '40000', '--strategies', 'middle-removal,sliding-window'];
    const { out } = await terminal('replay', path.join(root, 'fixtures/samples/coding-session.jsonl'), ...asked);
    const lines = out.replaceAll('\u00a0', ' ').split('\n');
    for (const line of example.split('\n').filter((one) => one !== '')) {
      // The last column is a time, and a line may end in …
      const start = line.replace(/ …$/, '');
      expect(
        lines.filter((one) => one.startsWith(start)),
        line,
      ).toHaveLength(1);
    }
  });

  it.each([
    ["S0's strategies", 'S0'],
    ['Context compactor (S1)', 'S1'],
    ['Middle and oldest removal', 'S2'],
    ['Selective, with', 'S3'],
    ['Automatic compression', 'S4'],
  ] as const)('lists the own triggers at their defaults: %s', (line, seed) => {
    for (const trigger of systemTrigger(seed, {}, 100_000).rule.triggers) expect(row(line)).toContain(`\`${asTyped(trigger)}\``);
  });
});

const words: Readonly<Record<string, string>> = engine;

describe('docs/systems.md (on a difference: npm run docs)', () => {
  const page = text('docs/systems.md');
  const lines = page.replace(/\s+/g, ' ');

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
      `A message over ${written(value('message-truncation', 'messageLimit'))} tokens`,
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
      `for ${value('context-compactor', 'summaryMaxChars') / 2} characters and is cut at a sentence above ${written(value('context-compactor', 'summaryMaxChars'))}`,
      `window of ${written(value('context-compactor', 'maxContextTokens'))} tokens, or of the window in use where that is smaller: ${s1.toLocaleString('en-US')}`,
      `the first ${value('middle-removal', 'preserveStart')}, the last ${value('middle-removal', 'preserveEnd')} and the middle`,
      `or ${value('oldest-removal', 'minMessages')} messages are left`,
      `Under a confidence of ${value('hybrid', 'confidence')} both run`,
      `arguments over ${value('selective', 'argumentsOver')} and results over ${value('selective', 'resultsOver')} tokens keep their first ${value('selective', 'resultsKeep')}`,
      `of the last ${value('selective', 'protectRounds')} rounds stay`,
      `${value('hybrid', 'compressionThreshold')} of the window (\`compressionThreshold\`)`,
      `at most every ${value('hybrid', 'checkInterval')} seconds`,
      `Results over ${written(value('offload', 'offloadOver'))} tokens`,
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

const goals = /^## Goals$.*?(?=^## )/ms.exec(text('docs/performance.md'))![0];

/** A number of the code, by name. */
function constantOf(file: string, name: string): number {
  const found = new RegExp(`(?:^const ${name} = |\\b${name} \\?\\? )([\\d_.]+);`, 'm').exec(text(file))?.[1];
  if (found === undefined) throw new Error(`${file} has no number ${name}`);
  return Number(found.replaceAll('_', ''));
}
/** A bound that a part of the benchmark uses. */
const constant = (file: string, name: string): number => constantOf(`bench/${file}`, name);
const ofResearch = (file: string, name: string): number => constantOf(`research/${file}`, name);
const seconds = (file: string, name: string): number => constant(file, name) / 1000;

describe('docs/performance.md', () => {
  it.each([
    `≤ ${constant('slider.mjs', 'STEP_GOAL')} ms in the engine, ≤ ${constant('page.mjs', 'SLIDER_GOAL')} ms to the painted table`,
    `≤ ${ofResearch('products.mjs', 'EACH_GOAL')} ms each, ≤ ${ofResearch('products.mjs', 'ALL_GOAL')} ms together`,
    `≤ ${seconds('slider.mjs', 'SIGNALS_GOAL')} s of one processor; no row over ${seconds('slider.mjs', 'LONGEST_GOAL')} s`,
    `measures of loss of all strategies at a step | ≤ ${constant('measures.mjs', 'STEP_GOAL')} ms`,
    `decay and recall of all strategies, 2,000 messages | ≤ ${seconds('measures.mjs', 'DECAY_GOAL')} s`,
    `decay and recall of all strategies, 2,000 messages | ≤ ${seconds('measures.mjs', 'RECALL_GOAL')} s`,
    `≤ ${constant('reading.mjs', 'MOST')} × bare decode`,
    `no main-thread task over ${constant('page.mjs', 'LONG_TASK')} ms, failure above ${constant('page.mjs', 'HARD')}`,
    `remembered | ≤ ${seconds('replay.mjs', 'GOAL')} s`,
    `against the page with its recall | ≤ ${constant('terminal.mjs', 'GOAL')} × the time of the page`,
    `≤ ${ofResearch('diffs.mjs', 'MOST')} × the case with 2 % edits`,
  ])('the goal "%s" is that of the benchmark', (goal) => {
    expect(goals).toContain(goal);
  });

  it('names parts of the benchmark and programs that exist', () => {
    const bench = text('bench/bench.mjs');
    const cells = Array.from(goals.matchAll(/^\| .*\| ([^|]+) \|$/gm), ([, cell]) => cell!).slice(1);
    const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name!));
    expect(named.length).toBeGreaterThan(10);
    const exists = (name: string) => (name.includes('/') ? existsSync(path.join(root, name)) : new RegExp(`^  '?${name}'?: async`, 'm').test(bench));
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const architecture = page('architecture');

  it.each([
    `${constantOf('scripts/check-size.mjs', 'LIMIT_KB')} KB gzipped at most`,
    `stable for ${constantOf('src/app/store/loading.ts', 'RECALL_MS') / 1000} seconds`,
    `at most ${(constantOf('src/worker/client.ts', 'STUCK_AFTER_MS') + constantOf('src/worker/client.ts', 'BEAT_MS')) / 1000} seconds after it began to hang`,
    `after a cancel ${constantOf('src/worker/client.ts', 'options.cancelGraceMs') / 1000} seconds`,
  ])('"%s" is what the code does', (figure) => {
    expect(architecture).toContain(figure);
  });
});
