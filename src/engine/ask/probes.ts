/** Questions that a recording answers without a model (docs/ask.md#probes). */
import { shuffled } from '../lib/random.ts';
import { constraintsOf } from '../measures/constraints.ts';
import { errorFixesOf } from '../measures/error-fix-pairs.ts';
import { openWorkOf } from '../measures/open-work.ts';
import { isCodeLine } from '../signals/code-lines.ts';
import type { FactKind, PreparedTranscript } from '../signals/contract.ts';
import { findFacts } from '../signals/facts/index.ts';
import { findSecrets } from '../signals/secrets.ts';
import { splitSentences } from '../signals/sentences.ts';
import { PROBE_KINDS, type Probe, type ProbeKind } from './contract.ts';
import { answersValue, coverage, newTerms } from './verdicts.ts';
import { termsOf } from './ask-words.ts';

export const DEFAULT_PROBES = 6;

const BLANK = '_____';
const SHORTEST = 30;
const LONGEST = 240;
const LONGEST_TEXT = 8000;
const FILES: ReadonlySet<FactKind> = new Set<FactKind>(['path']);
const VALUES: ReadonlySet<FactKind> = new Set<FactKind>(['number', 'version', 'hash', 'ticket', 'url', 'identifier']);
const SHORTEST_VALUE = 3;
const NEWEST = 2;

export function probesOf(context: PreparedTranscript, sources: ArrayLike<number>, count: number, seed: number): readonly Probe[] {
  const found: Record<ProbeKind, Probe[]> = { decision: [], file: [], value: [], rule: [], repair: [], open: [] };
  for (const probe of [...blanksOf(context), ...rulesOf(context), ...repairsOf(context), ...openOf(context)]) {
    // Nobody is asked for a secret: it is masked in the context anyway.
    if (findSecrets(`${probe.question} ${probe.answer}`, { emails: true }).length === 0) found[probe.kind].push(probe);
  }
  const queues = PROBE_KINDS.map((kind) => {
    const all = found[kind];
    return Array.from(shuffled(Int32Array.from(all.keys()), seed), (i) => all[i]!);
  });
  const chosen: Probe[] = [];
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = queue.shift();
      if (next && chosen.length < count && chosen.every((other) => !tells(other, next) && !tells(next, other))) chosen.push(next);
    }
  }
  return chosen.map((probe) => ({ ...probe, message: sources[probe.message]! }));
}

function tells(one: Probe, other: Probe): boolean {
  if (one.question === other.question) return true;
  const { expected } = other;
  return 'value' in expected ? answersValue(one.question, expected) : expected.words.some((words) => coverage(words, one.question, '') >= 1);
}

function blanksOf({ messages, header }: PreparedTranscript): readonly Probe[] {
  const probes: Probe[] = [];
  const seen = new Set<string>();
  messages.forEach(({ role, parts, synthetic }, message) => {
    if (message < header || message >= messages.length - NEWEST || synthetic || (role !== 'user' && role !== 'assistant')) return;
    for (const part of parts) {
      if (part.type !== 'text' || part.text.length > LONGEST_TEXT) continue;
      for (const { start, end } of splitSentences(part.text)) {
        const sentence = part.text.slice(start, end).trim();
        if (sentence.length < SHORTEST || sentence.length > LONGEST || sentence.includes('\n') || isCodeLine(sentence)) continue;
        const probe = blankIn(sentence, message);
        if (!probe || seen.has(probe.question)) continue;
        seen.add(probe.question);
        probes.push(probe);
      }
    }
  });
  return probes;
}

function blankIn(sentence: string, message: number): Probe | null {
  const facts = findFacts(sentence);
  const isDecision = facts.some(({ kind }) => kind === 'decision');
  const telling = facts
    .filter(({ kind, text }) => (FILES.has(kind) || VALUES.has(kind)) && text.length >= SHORTEST_VALUE)
    .sort((a, b) => b.text.length - a.text.length)[0];
  if (!telling) return null;
  const { text: value, kind, start, end } = telling;
  const before = sentence.slice(0, start);
  const after = sentence.slice(end);
  if (`${before} ${after}`.toLowerCase().includes(value.toLowerCase()) || termsOf(before + after).size < 2) return null;
  const path = kind === 'path';
  return {
    kind: isDecision ? 'decision' : path ? 'file' : 'value',
    question: `Which exact words of the conversation belong in the blank: "${before}${BLANK}${after}"`,
    expected: { value, path },
    answer: value,
    message,
  };
}

const HINT_LETTERS = 4;

/** What the user said must, or must not, be done. */
function rulesOf(context: PreparedTranscript): readonly Probe[] {
  const rules = drained(constraintsOf(context)).filter(({ group }) => group === 'user');
  return rules.flatMap(({ text, places }): Probe[] => {
    const words = [...text.matchAll(/[\p{L}\p{N}_./-]+/gu)].map(([word]) => word).filter((word) => word.length >= HINT_LETTERS);
    const topic = words.sort((a, b) => b.length - a.length)[0];
    if (topic === undefined || places.length === 0) return [];
    const question = `What did the user say must, or must not, be done? The rule mentions "${topic}". Quote it.`;
    return newTerms(text, question) < 2 ? [] : [{ kind: 'rule', question, expected: { words: [text] }, answer: text, message: places[0]!.message }];
  });
}

function repairsOf(context: PreparedTranscript): readonly Probe[] {
  return drained(errorFixesOf(context)).flatMap(({ error, path, fixPlace }): Probe[] => {
    if (path === null || error.includes(path)) return [];
    const question = `Which file was changed before what failed with this error worked again: "${error}"`;
    return [{ kind: 'repair', question, expected: { value: path, path: true }, answer: path, message: fixPlace.message }];
  });
}

function openOf(context: PreparedTranscript): readonly Probe[] {
  const open = openWorkOf(context).filter(({ group, places }) => group === 'todo' && places.length > 0);
  if (open.length === 0) return [];
  const question = 'Which item of the task list is still open? Name one in its own words.';
  const answer = open.map(({ text }) => text);
  return [{ kind: 'open', question, expected: { words: answer }, answer: answer.join('; '), message: open.at(-1)!.places.at(-1)!.message }];
}

function drained<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
