/** The hand-labelled passages of fixtures/facts: their notation, and how well the extractor finds the labels. */
import { type Fact, FACT_KINDS, type FactKind } from '../signals/contract.ts';
import { FACT_PLACES, type FactPlace, factKey, findFacts } from '../signals/facts/index.ts';

export interface Passage {
  readonly about: string;
  readonly place: FactPlace;
  readonly text: string;
  readonly labels: readonly Pick<Fact, 'kind' | 'text'>[];
}

const LABELS = '\n=== facts\n';

/** Reads a passage: `about:` and `place:`, a line `---`, the text, a line `=== facts`, and a line `kind text` for each label. */
export function readPassage(file: string): Passage {
  const [, about, place, body] = /^about: (.+)\nplace: (\w+)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const end = body?.lastIndexOf(LABELS) ?? -1;
  const known = FACT_PLACES.find((p) => p === place);
  if (about === undefined || body === undefined || end < 0 || known === undefined)
    throw new Error('not a passage: about, place, ---, text, === facts');
  const text = body.slice(0, end);
  const labels = body
    .slice(end + LABELS.length)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const kind = FACT_KINDS.find((k) => line.startsWith(`${k} `));
      if (kind === undefined) throw new Error(`no kind: ${line}`);
      const label = line.slice(kind.length + 1);
      if (!text.includes(label) && !text.includes(JSON.stringify(label).slice(1, -1))) throw new Error(`not in the passage: ${line}`);
      return { kind, text: label };
    });
  return { about, place: known, text, labels };
}

/** Labelled facts that were found, all that were found, all that were labelled; by identity, each once in a passage. */
export interface Score {
  readonly hits: number;
  readonly found: number;
  readonly labelled: number;
}

export interface ScoreSheet {
  readonly all: Score;
  readonly byKind: Readonly<Record<FactKind, Score>>;
  /** Labelled but not found, and found but not labelled, as `kind text`. */
  readonly missed: readonly string[];
  readonly extra: readonly string[];
}

const byKey = (facts: readonly Pick<Fact, 'kind' | 'text'>[]): Map<string, Pick<Fact, 'kind' | 'text'>> =>
  new Map(facts.map((fact) => [factKey(fact), fact]));

export function scorePassage({ text, place, labels }: Passage): ScoreSheet {
  const wanted = byKey(labels);
  const found = byKey(findFacts(text, place));
  const count = (kind: FactKind | null): Score => {
    const of = (facts: ReadonlyMap<string, Pick<Fact, 'kind' | 'text'>>): string[] =>
      [...facts].filter(([, fact]) => kind === null || fact.kind === kind).map(([key]) => key);
    return { hits: of(wanted).filter((key) => found.has(key)).length, found: of(found).length, labelled: of(wanted).length };
  };
  const shown = (facts: ReadonlyMap<string, Pick<Fact, 'kind' | 'text'>>, other: ReadonlyMap<string, unknown>): string[] =>
    [...facts].filter(([key]) => !other.has(key)).map(([, fact]) => `${fact.kind} ${fact.text}`);
  return {
    all: count(null),
    byKind: Object.fromEntries(FACT_KINDS.map((kind) => [kind, count(kind)])) as Record<FactKind, Score>,
    missed: shown(wanted, found),
    extra: shown(found, wanted),
  };
}

const NOTHING: Score = { hits: 0, found: 0, labelled: 0 };
const plus = (a: Score, b: Score): Score => ({ hits: a.hits + b.hits, found: a.found + b.found, labelled: a.labelled + b.labelled });

/** Precision and recall of some passages together, in all and by kind. */
export function totalOf(scored: readonly ScoreSheet[]): Pick<ScoreSheet, 'all' | 'byKind'> {
  const sum = (of: (one: ScoreSheet) => Score): Score => scored.map(of).reduce(plus, NOTHING);
  return {
    all: sum(({ all }) => all),
    byKind: Object.fromEntries(FACT_KINDS.map((kind) => [kind, sum(({ byKind }) => byKind[kind])])) as Record<FactKind, Score>,
  };
}

/** Share of the found facts that are labelled, and of the labelled that are found; 1 where there are none. */
export const precision = ({ hits, found }: Score): number => (found === 0 ? 1 : hits / found);
export const recall = ({ hits, labelled }: Score): number => (labelled === 0 ? 1 : hits / labelled);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The figures as a table of docs/facts.md. `open` = passages that the extractor was made with, `heldOut` = the others. */
export function tableOf(open: readonly ScoreSheet[], heldOut: readonly ScoreSheet[]): string {
  const [ours, theirs] = [totalOf(open), totalOf(heldOut)];
  const cells = (score: Score): string =>
    `${score.labelled} | ${score.labelled === 0 ? '—' : `${percent(precision(score))} | ${percent(recall(score))}`}`;
  const row = (name: string, a: Score, b: Score): string =>
    `| ${name} | ${cells(a).replace(/— *$/, '— | —')} | ${cells(b).replace(/— *$/, '— | —')} |`;
  return [
    '| kind | labelled | precision | recall | held out: labelled | precision | recall |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...FACT_KINDS.map((kind) => row(kind, ours.byKind[kind], theirs.byKind[kind])),
    row('**all**', ours.all, theirs.all),
  ].join('\n');
}

export { findFacts };

/** Passages of files with this prefix were labelled after the extractor was made; nothing is changed because of them. */
export const HELD_OUT = 'held-out-';
