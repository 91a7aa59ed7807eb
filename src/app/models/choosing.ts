/** Which of the prompts that would be sent are: all, but those that only strategies need which were left out. */
import type { SendingView } from '../../worker/model-protocol.ts';

type Prompts = SendingView['prompts'];

export interface OfRow {
  /** Key of the row; null = compactions that were carried out. */
  readonly row: string | null;
  /** Places of its prompts in the list. */
  readonly places: readonly number[];
  /** Rows that need some of them as well. */
  readonly shared: readonly string[];
}

/** Each prompt once, under the first row that needs it. */
export function byRow(prompts: Prompts): readonly OfRow[] {
  const found = new Map<string | null, { readonly places: number[]; readonly shared: Set<string> }>();
  prompts.forEach(({ rows }, place) => {
    const [row = null, ...others] = rows;
    const one = found.get(row) ?? { places: [], shared: new Set() };
    found.set(row, one);
    one.places.push(place);
    for (const other of others) one.shared.add(other);
  });
  return [...found].map(([row, { places, shared }]) => ({ row, places, shared: [...shared] }));
}

const isSent = ({ rows }: Prompts[number], leftOut: ReadonlySet<string>): boolean => rows.length === 0 || rows.some((row) => !leftOut.has(row));

/** Calls, tokens and price without the prompts that are left out. */
export function chosenOf(sending: SendingView, leftOut: ReadonlySet<string>): Pick<SendingView, 'calls' | 'input' | 'output' | 'price'> {
  const { calls, input, output, price, prompts } = sending;
  const out = prompts.filter((prompt) => !isSent(prompt, leftOut));
  if (out.length === 0) return { calls, input, output, price };
  const left = {
    input: input - out.reduce((sum, prompt) => sum + prompt.input, 0),
    output: output - out.reduce((sum, prompt) => sum + prompt.output, 0),
  };
  const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
  const cost = price && { input: price.input * share(left.input, input), output: price.output * share(left.output, output) };
  return { calls: calls - out.length, ...left, price: cost && { ...cost, total: cost.input + cost.output } };
}
