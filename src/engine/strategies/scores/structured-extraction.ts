/**
 * S0 19: structured content of the older part (requests, rules, decisions, state, files, commands, errors) is extracted into one message
 * that no model writes; the rest becomes a summary. The recent messages stay.
 */
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { perProtection, type CountsInput } from '../../signals/remember.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import { uncoveredLanguage } from '../../signals/prose-languages.ts';
import { type Insertion, type Reason, SUMMARIZE } from '../contract.ts';
import type { NumberParam } from '../params.ts';
import { summaryShare } from '../shared/groups.ts';
import { extractFrom, structuredText, structuredUnits } from './shared/extraction.ts';
import { keyInformationBeside, originalTask, quotedReason } from '../shared/strategy-key-information.ts';
import {
  fatesBefore,
  recentReason,
  keepsAll,
  keptReason,
  planOf,
  recentBoundary,
  shareOfWindow,
  unchangedPlan,
  withinEqualTarget,
} from '../shared/plans.ts';
import { defineStrategy, keepRecentCount, keyInformation, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const structureMaxTokens = { ...summaryMaxTokens, default: 2000 } as const satisfies NumberParam;

const params = {
  keepRecentCount,
  structureMaxTokens,
  summaryMaxTokens: { ...summaryMaxTokens, default: 500 },
  // A short conversation must not become a structure of its own length.
  summaryShare: { ...summaryShare, default: 0.3 },
  keyInformation,
  ...s0Triggers,
} as const;

const STRUCTURE = 'State extracted from the earlier conversation:';
const REST = 'Summary of what else was said in the earlier conversation:';

/** The runner plans at least this much for a summary, however little it replaces. */
const LEAST = 50;

/** Least tokens of an additional message: a stricter knob may need it, so it is planned for. */
const spareFor = ({ counts }: CountsInput, introduction: string) =>
  counts.message({ id: '', role: 'user', parts: [{ type: 'text', text: `${introduction}\n\n` }] }) + LEAST + 1;

const TEXTS = 64;
const textsOf = perProtection(() => new BoundedMap<string, string>(TEXTS));

function textOf(input: PreparedTranscript, boundary: number, room: number, on: boolean, members: () => readonly number[]): string {
  return textsOf(input).getOrMake(`${boundary}/${room}/${on}`, () => {
    const quoted = on ? originalTask(input) : -1;
    return structuredText(extractFrom(input, members(), { quoted, taskList: on }), room, (words) => input.counts.text(words));
  });
}

export const structuredExtraction = defineStrategy({
  id: 'structured-extraction',
  family: 'scores',
  source: { seed: 'S0', section: '19' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { keepRecentCount: keep, keyInformation: on } = values;
    const limitOf = (most: number, tokens: number): number => Math.min(most, Math.max(LEAST, Math.floor(tokens * values.summaryShare)));
    const boundary = recentBoundary(input, keep);
    const fates = fatesBefore(input, boundary, SUMMARIZE);
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-older', values: { keep } });

    // Files, commands and errors are recognised in any language; decisions and requirements by Chinese and English words.
    const uncovered = uncoveredLanguage(input, []);
    const note: Reason | undefined = uncovered && { ...uncovered, key: 'note-patterns-language' };
    const isStructured = structuredUnits(input);
    const first = fates.indexOf(SUMMARIZE);
    let structured = 0;
    let rest = 0;
    for (let i = first; i < boundary; i++) {
      if (fates[i] !== SUMMARIZE) continue;
      if (isStructured[input.unitOf[i]!] === 1) structured += input.counts.messages[i]!;
      else rest += input.counts.messages[i]!;
    }
    const introduction = structured > 0 ? STRUCTURE : REST;
    const beside = keyInformationBeside(input, fates, introduction, on);
    const both = structured > 0 && rest > 0;
    const main = { ...beside, spare: beside.spare + (both ? 0 : spareFor(input, structured > 0 ? REST : STRUCTURE)) };
    const restAt = structured > 0 ? 1 : 0;
    const into = new Int16Array(input.n).fill(-1);
    for (let i = first; i < boundary; i++) if (fates[i] === SUMMARIZE) into[i] = isStructured[input.unitOf[i]!] === 1 ? 0 : restAt;
    const membersOf = (summary: number): readonly number[] => Array.from(into.keys()).filter((i) => into[i] === summary);

    const summaries: SummaryRequest[] = [];
    if (structured > 0) {
      const room = limitOf(values.structureMaxTokens, structured);
      summaries.push({
        ...main,
        id: 'summary-1',
        maxTokens: room,
        style: 'plain',
        get members() {
          return membersOf(0);
        },
        get ready() {
          return textOf(input, boundary, room, on, () => membersOf(0));
        },
      });
    }
    if (rest > 0) {
      summaries.push({
        ...(both ? { before: `${REST}\n\n`, quotes: main.quotes } : main),
        id: `summary-${restAt + 1}`,
        maxTokens: limitOf(values.summaryMaxTokens, rest),
        style: 'plain',
        get members() {
          return membersOf(restAt);
        },
      });
    }
    return planOf({
      ...(note && { note, trace: [note] }),
      fates,
      summaries,
      into,
      insertions: summaries.map(({ id }): Insertion => ({ before: first, role: 'user', content: { summary: id } })),
      reason(i): Reason {
        if (fates[i] !== SUMMARIZE) return keptReason(input, i, boundary, () => recentReason(input, i, keep));
        const quoted = quotedReason(input, fates, i, on);
        if (quoted) return quoted;
        return { key: isStructured[input.unitOf[i]!] === 1 ? 'sum-structured' : 'sum-unstructured', values: { back: input.n - i, keep } };
      },
    });
  },
});
