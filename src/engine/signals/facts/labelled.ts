/** The hand-labelled passages of fixtures/facts: how they are written, and how well the extractor finds what a person labelled. */
import { FACT_KINDS, type Fact, type FactKind } from '../contract.ts';
import { FACT_PLACES, type FactPlace, findFacts } from './find.ts';
import { factKey } from './keys.ts';

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

export interface Scored {
  readonly all: Score;
  readonly byKind: Readonly<Record<FactKind, Score>>;
  /** Labelled but not found, and found but not labelled, as `kind text`. */
  readonly missed: readonly string[];
  readonly extra: readonly string[];
}

const byKey = (facts: readonly Pick<Fact, 'kind' | 'text'>[]): Map<string, Pick<Fact, 'kind' | 'text'>> =>
  new Map(facts.map((fact) => [factKey(fact), fact]));

export function scorePassage({ text, place, labels }: Passage): Scored {
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
