/** S0 17: in a run of tool blocks the first and the last stay, each one between them becomes a line. */
import { BoundedMap } from '../../lib/bounded-map.ts';
import { type CountsInput, type ProtectionInput, perCounts, perProtection, perTranscript } from '../../signals/remember.ts';
import { protectedUnits, unitSizes } from '../../signals/structure.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import { type Insertion, type Reason, SUMMARIZE } from '../contract.ts';
import { keptForKeyInformation, keyInformationReason } from '../shared/strategy-key-information.ts';
import { planOf, protectionReason, shareOfWindow, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, s0Triggers } from '../shared/shared-params.ts';
import { rootOf, toolLine } from './shared/extraction.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const params = {
  chainEnd: { kind: 'number', unit: 'blocks', default: 1, min: 1, max: MOST_MESSAGES, step: 1, knob: 'up' },
  keyInformation,
  ...s0Triggers,
} as const;

const introductionOf = perTranscript((input) => {
  const root = rootOf(input);
  return `Tool calls made here, one line each${root === '' ? '' : `, paths below ${root}`}:\n\n`;
});

interface Chain {
  readonly units: readonly number[];
  readonly messages: Int32Array;
  readonly ends: Int32Array;
  readonly tokens: Float64Array;
  readonly lines: Float64Array;
  /** Text of the lines from the second block up to an end, for the last few ends, so that the same string is counted once. */
  readonly texts: BoundedMap<number, string>;
}

/** Texts remembered at least per chain. */
const TEXTS = 32;

class Lines {
  readonly #input: CountsInput;
  readonly #text: (string | undefined)[] = [];
  readonly #tokens: number[] = [];

  constructor(input: CountsInput) {
    this.#input = input;
  }

  text(unit: number): string {
    let text = this.#text[unit];
    if (text === undefined) {
      text = `- ${toolLine(this.#input, unit)}`;
      this.#text[unit] = text;
    }
    return text;
  }

  tokens(unit: number): number {
    this.#tokens[unit] ??= this.#input.counts.text(`${this.text(unit)}\n`) + 1;
    return this.#tokens[unit]!;
  }
}
const linesOf = perCounts((input) => new Lines(input));

function links(input: ProtectionInput): (unit: number) => boolean {
  const lastBlock = input.units.findLastIndex(({ isBlock }) => isBlock);
  const stays = protectedUnits(input);
  return (unit) => input.units[unit]!.isBlock && (stays[unit] === 0 || unit === lastBlock);
}

/** Chains of three blocks and more. A block no longer than its line ends a chain: replacing it would save nothing. */
function* chainsIn(input: ProtectionInput, kept: Uint8Array): Iterable<readonly number[]> {
  const isLink = links(input);
  let run: number[] = [];
  for (let unit = 0; unit < input.units.length; unit++) {
    if (isLink(unit) && kept[unit] === 0) run.push(unit);
    else {
      if (run.length > 2) yield run;
      run = [];
    }
  }
  if (run.length > 2) yield run;
}

function chainsOf(input: ProtectionInput, kept: Uint8Array): readonly Chain[] {
  const lines = linesOf(input);
  const { tokens } = unitSizes(input);
  const chains: Chain[] = [];
  const add = (units: readonly number[]): void => {
    if (units.length < 3) return;
    const chain: Chain = {
      units,
      messages: Int32Array.from(units.flatMap((unit) => input.units[unit]!.members)),
      ends: new Int32Array(units.length + 1),
      tokens: new Float64Array(units.length + 1),
      lines: new Float64Array(units.length + 1),
      texts: new BoundedMap(TEXTS),
    };
    units.forEach((unit, k) => {
      chain.ends[k + 1] = chain.ends[k]! + input.units[unit]!.members.length;
      chain.tokens[k + 1] = chain.tokens[k]! + tokens[unit]!;
      chain.lines[k + 1] = chain.lines[k]! + lines.tokens(unit);
    });
    chains.push(chain);
  };
  for (const run of chainsIn(input, kept)) {
    let from = 0;
    run.forEach((unit, k) => {
      if (lines.tokens(unit) < tokens[unit]!) return;
      add(run.slice(from, k));
      from = k + 1;
    });
    add(run.slice(from));
  }
  return chains;
}
const chainsWith = perProtection((input) => chainsOf(input, keptForKeyInformation(input, true)));
const chainsWithout = perProtection((input) => chainsOf(input, keptForKeyInformation(input, false)));

const frameTokens = perCounts((input) => input.counts.message({ id: '', role: 'user', parts: [{ type: 'text', text: introductionOf(input) }] }) + 1);

function textOf(input: CountsInput, { units, texts }: Chain, end: number): string {
  return texts.getOrMake(end, () => {
    const lines = linesOf(input);
    return Array.from({ length: end - 1 }, (_, k) => lines.text(units[k + 1]!)).join('\n');
  });
}

class ChainSummary implements SummaryRequest {
  readonly style = 'plain';
  readonly id: string;
  readonly before: string;
  readonly maxTokens: number;
  readonly #input: CountsInput;
  readonly #chain: Chain;
  readonly #end: number;

  constructor(input: CountsInput, id: string, before: string, chain: Chain, end: number) {
    this.id = id;
    this.before = before;
    this.maxTokens = Math.ceil(chain.lines[end]! - chain.lines[1]!);
    this.#input = input;
    this.#chain = chain;
    this.#end = end;
  }

  get members(): readonly number[] {
    const { messages, ends } = this.#chain;
    return Array.from(messages.subarray(ends[1], ends[this.#end]).toSorted());
  }

  get ready(): string {
    return textOf(this.#input, this.#chain, this.#end);
  }
}

export const toolChain = defineStrategy({
  id: 'tool-chain',
  family: 'scores',
  source: { seed: 'S0', section: '17' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { chainEnd, keyInformation: on } = values;
    const chains = on ? chainsWith(input) : chainsWithout(input);
    const frame = frameTokens(input);
    const before = introductionOf(input);
    const fates = new Uint8Array(input.n);
    const into = new Int16Array(input.n).fill(-1);
    const summaries: SummaryRequest[] = [];
    const insertions: Insertion[] = [];
    for (const chain of chains) {
      const { units, messages, ends, tokens, lines } = chain;
      const end = units.length - chainEnd;
      // The more blocks become lines, the more is saved, so a stricter end never keeps a chain that a milder one cuts.
      if (end < 2 || tokens[end]! - tokens[1]! <= lines[end]! - lines[1]! + frame) continue;
      for (let m = ends[1]!; m < ends[end]!; m++) {
        fates[messages[m]!] = SUMMARIZE;
        into[messages[m]!] = summaries.length;
      }
      const id = `summary-${summaries.length + 1}`;
      summaries.push(new ChainSummary(input, id, before, chain, end));
      insertions.push({ before: messages[ends[1]!]!, role: 'user', content: { summary: id } });
    }
    if (summaries.length === 0) return unchangedPlan(input, { key: 'unchanged-no-chain', values: { chains: chains.length, keep: chainEnd } });

    let placeOf: Map<number, { readonly chain: number; readonly place: number; readonly of: number }> | undefined;
    return planOf({
      fates,
      into,
      summaries,
      insertions,
      reason(i): Reason {
        placeOf ??= new Map(
          chains.flatMap(({ units }, c) => units.map((unit, k) => [unit, { chain: c + 1, place: k + 1, of: units.length }] as const)),
        );
        const unit = input.unitOf[i]!;
        const place = placeOf.get(unit);
        if (fates[i] === SUMMARIZE)
          return { key: 'sum-chain', values: { ...place, line: linesOf(input).text(unit).slice(2), tokens: unitSizes(input).tokens[unit]! } };
        if (input.protection[i] !== 0) return protectionReason(input, i);
        const key = keyInformationReason(input, i, on);
        if (key) return key;
        if (!place) return { key: input.units[unit]!.isBlock ? 'keep-no-chain' : 'keep-no-block' };
        if (place.place === 1) return { key: 'keep-chain-start', values: place };
        return place.place > place.of - chainEnd
          ? { key: 'keep-chain-end', values: { ...place, keep: chainEnd } }
          : { key: 'keep-chain-short', values: place };
      },
    });
  },
});
