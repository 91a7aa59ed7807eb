import { describe, expect, it, test } from 'vitest';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { charCounts } from '../testing/counts.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import { writeSummaries } from '../compaction/summaries.ts';
import { letterPlan } from '../testing/letter-plans.ts';
import type { Message } from '../transcript/types.ts';
import { createBuiltIn, underHeadings } from './built-in.ts';
import type { ChosenLine } from './choose.ts';
import type { SummaryRequest } from './contract.ts';
import { SECTIONS } from './summary-statements.ts';

const NONE = new Int32Array(0);
const line = (text: string, section: ChosenLine['section']): ChosenLine => ({ text, section, weight: 1, source: 0, terms: NONE, facts: NONE });

/** One line of each section, and a list of files. */
const LINES = [...SECTIONS.map((section) => line(section, section)), line('Modified: src/a.ts', 'state')];
/** What is under each heading that has something, by its first word. */
const placed = (headings: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    underHeadings(headings, LINES).flatMap(({ heading, lines }) =>
      lines.length > 0 ? [[heading, lines.map(({ text }) => text.split(':')[0]).join(', ')]] : [],
    ),
  );

describe('our lines under the headings of products', () => {
  it.each([
    [
      'pi',
      ['Goal', 'Constraints & Preferences', 'Progress', 'Key Decisions', 'Next Steps', 'Critical Context'],
      { Goal: 'task', 'Constraints & Preferences': 'context', Progress: 'state, Modified', 'Key Decisions': 'discoveries', 'Next Steps': 'next' },
    ],
    [
      'Claude Code',
      [
        'Primary Request and Intent',
        'Key Technical Concepts',
        'Files and Code Sections',
        'Errors and Fixes',
        'Problem Solving',
        'All User Messages',
        'Pending Tasks',
        'Current Work',
        'Next Step',
      ],
      {
        'Primary Request and Intent': 'task',
        'Key Technical Concepts': 'context',
        'Files and Code Sections': 'Modified',
        'Errors and Fixes': 'discoveries',
        'Current Work': 'state',
        'Next Step': 'next',
      },
    ],
    [
      'opencode',
      ['Objective', 'Important Details', 'Work State', 'Next Move', 'Relevant Files'],
      { Objective: 'task', 'Important Details': 'discoveries, context', 'Work State': 'state', 'Next Move': 'next', 'Relevant Files': 'Modified' },
    ],
    [
      'Gemini CLI',
      ['Overall goal', 'Active constraints', 'Key knowledge', 'Artifact trail', 'File system state', 'Recent actions', 'Task state'],
      {
        'Overall goal': 'task',
        'Active constraints': 'context',
        'Key knowledge': 'discoveries',
        'Artifact trail': 'Modified',
        'Recent actions': 'state',
        'Task state': 'next',
      },
    ],
    [
      'OpenHands',
      ['USER_CONTEXT', 'TASK_TRACKING', 'COMPLETED', 'PENDING', 'CURRENT_STATE', 'CODE_STATE', 'TESTS'],
      { USER_CONTEXT: 'task, context', PENDING: 'next', CURRENT_STATE: 'state, discoveries', CODE_STATE: 'Modified' },
    ],
    [
      'Kimi CLI',
      ['current_focus', 'environment', 'completed_tasks', 'active_issues', 'code_state', 'important_context'],
      { current_focus: 'task', completed_tasks: 'state', active_issues: 'discoveries, next', code_state: 'Modified', important_context: 'context' },
    ],
    [
      'CrewAI',
      ['Task Overview', 'Current State', 'Important Discoveries', 'Context to Preserve', 'Next Steps'],
      {
        'Task Overview': 'task',
        'Current State': 'state, Modified',
        'Important Discoveries': 'discoveries',
        'Context to Preserve': 'context',
        'Next Steps': 'next',
      },
    ],
    [
      'Letta',
      ['High level goals', 'What happened', 'Important details', 'Errors and fixes', 'Lookup hints'],
      { 'High level goals': 'task', 'What happened': 'state, next, Modified', 'Important details': 'context', 'Errors and fixes': 'discoveries' },
    ],
    ['none that we know', ['One', 'Two'], { One: 'task, state, discoveries, next, context, Modified' }],
  ] as const)('%s', (_, headings, where) => {
    expect(underHeadings(headings, LINES).map(({ heading }) => heading)).toEqual(headings);
    expect(placed(headings)).toEqual(where);
  });
});

const words = ['user', 'assistant', 'user', 'assistant'].map(
  (role, k): Message => ({
    id: `m${k}`,
    role: role as 'user',
    parts: [
      {
        type: 'text',
        text:
          k % 2 === 0 ? 'Please make the importer accept gzip files, and keep the old format.' : 'The importer now accepts gzip files. '.repeat(20),
      },
    ],
  }),
);
const transcript = { id: 't', format: 'playground', tools: [], messages: words, compactions: [], branches: [], subagents: [] };
const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
const HEADINGS = ['Goal', 'Constraints & Preferences', 'Progress', 'Key Decisions', 'Next Steps', 'Critical Context'];
const summary = (request: Partial<SummaryRequest>): string => {
  const outcome = createBuiltIn().summarize(input, {
    id: 's',
    members: [0, 1, 2, 3],
    maxTokens: 400,
    style: 'sections',
    headings: HEADINGS,
    ...request,
  });
  if (outcome instanceof Promise || !outcome.ok) throw new Error('expected a summary');
  return outcome.text;
};

describe('the built-in summary', () => {
  it('has the product’s headings in their order, and says under which there is nothing', () => {
    const sections = summary({}).split('\n\n');
    expect(sections.map((section) => section.split('\n')[0])).toEqual(HEADINGS.map((heading) => `## ${heading}`));
    expect(sections[0]).toContain('gzip');
    expect(sections[2]).toContain('The importer now accepts gzip files');
    expect(sections[5]).toBe('## Critical Context\nNothing recorded.');
  });

  it('needs room for more headings: 24 tokens for each', () => {
    expect(summary({ maxTokens: 144 })).toContain('## Goal');
    expect(summary({ maxTokens: 143 })).not.toContain('##');
    expect(summary({ maxTokens: 120, headings: ['Goal', 'Next'] })).toContain('## Goal');
    expect(summary({ maxTokens: 119, headings: ['Goal', 'Next'] })).not.toContain('##');
  });

  it('has none where prose is asked for', () => {
    expect(summary({ style: 'plain' })).not.toContain('##');
  });
});

test('other headings are another summary, the same ones are not written again', () => {
  const summarizer = countingSummarizer();
  for (const headings of [undefined, ['Goal'], ['Goal', 'Next'], ['Goal', 'Next']])
    writeSummaries(input, letterPlan('KSSK', { summary: headings ? { headings } : {} }), summarizer, 'S0');
  expect(summarizer.asked.map(({ headings }) => headings)).toEqual([undefined, ['Goal'], ['Goal', 'Next']]);
});
