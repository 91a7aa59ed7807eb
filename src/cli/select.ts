/** Which strategies --strategies, --strategy and --preset name. */
import { strategies } from '../engine/pipelines/index.ts';
import { didYouMean, notOneOf } from './refusal.ts';
import { t } from './cli-words.ts';

const PRODUCT = 'product:';
const products = strategies.filter(({ preset }) => preset);
const idsOf = (of: typeof strategies): readonly string[] => of.map(({ id }) => id);

export const asProduct = (id: string): string => (id.startsWith(PRODUCT) ? id : PRODUCT + id);

function matches(asked: string, id: string): boolean {
  const [head, ...rest] = asked.split('*') as [string, ...string[]];
  const tail = rest.pop();
  if (tail === undefined) return id === asked;
  if (!id.startsWith(head) || !id.endsWith(tail) || id.length < head.length + tail.length) return false;
  let from = head.length;
  for (const piece of rest) {
    const at = id.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= id.length - tail.length;
}

/**
 * The ids that were asked for, each once, in the order asked: `summary`, `product:pi`, `product:*`, `openhands-*`. Throws a RangeError for what names
 * none.
 */
export function selectedIds(option: 'strategies' | 'strategy', asked: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const one of asked) {
    const isProduct = one.startsWith(PRODUCT);
    const among = isProduct ? products : strategies;
    const name = isProduct ? one.slice(PRODUCT.length) : one;
    const ids = among.filter(({ id }) => matches(name, id));
    if (ids.length === 0)
      throw new RangeError(
        isProduct
          ? t('cli.error.preset', { value: name, meant: didYouMean(name, idsOf(products), asProduct), known: idsOf(products).join(', ') })
          : notOneOf(option, one, idsOf(strategies), [`${PRODUCT}*`]),
      );
    for (const { id } of ids) found.add(id);
  }
  return [...found];
}

/** The one strategy that was asked for. Throws a RangeError for none or several. */
export function selectedId(asked: readonly string[]): string {
  const ids = selectedIds('strategy', asked);
  if (ids.length > 1) throw new RangeError(t('cli.error.one-strategy', { ids: ids.join(', ') }));
  return ids[0]!;
}
