/** Control: a bare list of facts, one per line, in place of everything unprotected. */
import { BoundedMap } from '../../lib/bounded-map.ts';
import { upperBound } from '../../lib/arrays.ts';
import { factIndexOf, recallFacts } from '../../signals/facts/index.ts';
import { type ProtectionInput, perProtection, type TranscriptInput, type CountsInput } from '../../signals/remember.ts';
import { DROP, KEEP, SUMMARIZE } from '../contract.ts';
import { planOf, protectionReason, removableUnits, summaryPlan, unchangedPlan, withinTarget } from '../shared/plans.ts';
import { defineStrategy } from '../shared/shared-params.ts';
import { removalTarget } from '../shared/removal.ts';

const HEAD = 'Facts of the earlier conversation:\n';

interface Line {
  readonly key: string;
  readonly text: string;
  tokens: number;
  counter: object | null;
}

const LINES = 50_000;
const lines = new BoundedMap<string, Line>(LINES);

/** The line of a fact, written so that its kind is recognised (`npm run check`, `render()`, `$ pre-commit run`). */
function lineOf(key: string, text: string): Line {
  const known = lines.get(text);
  if (known?.key === key) return known;
  const forms = [text, `\`${text}\``, `${text}()`, `"${text}"`, `x=${text}`, `$ ${text}`];
  const found = forms.find((form) => recallFacts(form).some((fact) => fact.key === key)) ?? text;
  const line: Line = { key, text: `${found}\n`, tokens: 0, counter: null };
  lines.set(text, line);
  return line;
}

const linesOf = ({ transcript }: TranscriptInput) => {
  const { key, text } = factIndexOf(transcript, 'recall');
  return key.map((fact, id) => lineOf(fact, text[id]!));
};

/** By fact: base tokens of its line. Lines are counted apart, because a line break never merges with what follows. */
const tokensOf = (input: CountsInput) => {
  const { rule, text } = input.counts;
  const counter = rule?.base ?? text;
  const count = (words: string): number => (rule ? rule.base.count(words) : text(words));
  const tokens = new Float64Array(linesOf(input).length);
  linesOf(input).forEach((line, k) => {
    if (line.counter !== counter) {
      line.tokens = count(line.text);
      line.counter = counter;
    }
    tokens[k] = line.tokens;
  });
  return { lines: tokens, head: count(HEAD), factor: rule?.factor ?? 1 };
};

interface FactList {
  /** Facts absent from protected messages, the most recently said first. */
  readonly facts: Int32Array;
  readonly tokens: Float64Array;
  readonly stays: number;
  /** Lists of the first k facts as text, so that the same string is counted once. */
  readonly texts: BoundedMap<number, string>;
}

const TEXTS = 100;

const listOf = perProtection((input): FactList => {
  const { from, ids, count } = factIndexOf(input.transcript, 'recall');
  const stands = new Uint8Array(count);
  const lastAt = new Int32Array(count).fill(-1);
  for (let i = 0; i < input.n; i++) {
    for (let k = from[i]!; k < from[i + 1]!; k++) {
      if (input.protection[i] !== 0) stands[ids[k]!] = 1;
      else lastAt[ids[k]!] = i;
    }
  }
  const facts = Int32Array.from([...lastAt.keys()].filter((fact) => lastAt[fact]! >= 0 && stands[fact] === 0)).sort(
    (a, b) => lastAt[b]! - lastAt[a]! || a - b,
  );
  const { lines, head, factor } = tokensOf(input);
  const tokens = new Float64Array(facts.length + 1);
  let base = head;
  facts.forEach((fact, k) => {
    base += lines[fact]!;
    tokens[k + 1] = Math.ceil(base * factor) + 1;
  });
  let stays = input.counts.toolDefinitions;
  for (let i = 0; i < input.n; i++) if (input.protection[i] !== 0) stays += input.counts.messages[i]!;
  return { facts, tokens, stays, texts: new BoundedMap(TEXTS) };
});

const wholeText = (input: ProtectionInput) => {
  const lines = linesOf(input);
  const { facts } = listOf(input);
  const ends = new Int32Array(facts.length + 1);
  ends[0] = HEAD.length;
  facts.forEach((fact, k) => {
    ends[k + 1] = ends[k]! + lines[fact]!.text.length;
  });
  return { text: HEAD + Array.from(facts, (fact) => lines[fact]!.text).join(''), ends };
};

function textOf(input: ProtectionInput, listed: number): string {
  return listOf(input).texts.getOrMake(listed, () => {
    const { text, ends } = wholeText(input);
    return text.slice(0, ends[listed]).trimEnd();
  });
}

function longest({ tokens }: FactList, room: number): number {
  return upperBound(tokens, room, 1) - 1;
}

const overheadOf = ({ counts }: CountsInput) => counts.message({ id: '', role: 'user', parts: [] });

export const factList = defineStrategy({
  id: 'fact-list',
  family: 'controls',
  source: { seed: 'control' },
  kind: 'control',
  params: {},
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, _params, ctx) {
    const target = ctx.budget.target ?? removalTarget(ctx.budget.window);
    const within = withinTarget(input, target);
    if (within) return within;
    const removable = removableUnits(input);
    if (removable.length === 0) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

    const list = listOf(input);
    const { stays } = list;
    const replaced = input.counts.total - stays;
    const listed = longest(list, Math.min(target - stays, replaced) - overheadOf(input));
    const gone = listed > 0 ? SUMMARIZE : DROP;
    const fates = new Uint8Array(input.n);
    for (let i = 0; i < fates.length; i++) if (input.protection[i] === 0) fates[i] = gone;
    const reason = (i: number) => {
      if (fates[i] === KEEP) return protectionReason(input, i);
      return { key: 'sum-fact-list', values: { listed, facts: list.facts.length } };
    };
    if (listed === 0) return planOf({ fates, reason });
    return summaryPlan(fates, { maxTokens: list.tokens[listed]!, style: 'plain', ready: textOf(input, listed) }, { reason });
  },
});
