/** The page of docs/ on published products. */
import { NOTE, entry, number, settingsOf, textOf, triggerLine } from './docs-parts.mjs';

/** The window of most products' models today, and of their recordings. */
const WINDOW = 200_000;

function evidenceOf({ source, peers }) {
  if (source.evidence === 'read') return 'read';
  const all = Object.values(peers);
  const own = all.some(({ params }) => !params) ? '' : ', none of them its defaults';
  const exceptions = all.some(({ differs = {} }) => Object.keys(differs).length > 0) ? ', equal but for the exceptions below' : '';
  return `checked with ${all.length === 1 ? 'one setting' : `${number(all.length)} settings`}${own}${exceptions}`;
}

/** Every product has the first, every one with summaries the second; an entry says it where the value is another. */
const SAID = { repaired: 'off', summaryMaxTokens: number(2000) };

/** A session that every product with summaries compacts. */
const TALK = Array.from({ length: 300 }, (_, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', text: 'words '.repeat(300), calls: [], images: 0 }));

/** Under which headings its summaries are; nothing for a product without summaries. */
function summaryLine({ summaries, compact, defaults, row }) {
  if (summaries === undefined) return null;
  const { inserted } = compact(TALK, { ...defaults, ...row }, 32_000);
  const headings = inserted.flatMap(({ content }) => content.summary?.sections ?? []);
  return `**Summary** ${headings.length > 0 ? `under its own headings: ${headings.join(' · ')}` : 'as plain text'}.`;
}

/** The recordings of its published code that a product answers to. */
function peersLine({ peers = {} }) {
  const shown = (value) => (value === Number.POSITIVE_INFINITY ? 'no limit' : typeof value === 'number' ? number(value) : `\`${value}\``);
  const recordings = Object.entries(peers).map(([peer, { params = {}, window, differs = {} }]) => {
    const said = [
      ...Object.entries(params).map(([name, value]) => `\`${name}\` ${shown(value)}`),
      ...(window === undefined ? [] : [`window ${shown(window)}`]),
      ...Object.entries(differs).map(([file, reason]) => `differs in \`${file}\`: ${reason}`),
    ];
    return `\`${peer}\`${said.length > 0 ? ` (${said.join(', ')})` : ''}`;
  });
  return recordings.length === 0 ? null : `[Recordings](#compared-with-their-published-code) of its code: ${recordings.join(' · ')}`;
}

/** A product: its row in the registry, and the product behind it. */
function productEntry({ id, preset, params, onDemand, trigger }, product, lines, words, loss) {
  const say = (what) => words(`strategy.${id}.${what}`);
  const budget = product.knob ? `\`${product.knob}\`` : 'none';
  const about = `${preset.product}${preset.version ? ` ${preset.version}` : ', no version stated'} · ${preset.where} · ${evidenceOf(product)}`;
  return entry(id, say('title'), `${about}${onDemand ? ' · its row is there where somebody asks for it' : ''}`, [
    say('rule'),
    loss === undefined ? '' : `**Loses**: ${loss}`,
    `**Budget**: ${budget}. ${triggerLine({ trigger, params }, WINDOW) ?? '**Compacts** at the common trigger: none of its own is known.'}`,
    summaryLine(product),
    ...lines,
    peersLine(product),
  ]);
}

/** What each published product does, with the evidence for it. */
export function productsPage(strategies, products, words) {
  const rowOf = new Map(strategies.map((strategy) => [strategy.id, strategy]));
  const settings = (product) =>
    Object.entries(rowOf.get(product.id).params).map(([name, param]) => {
      const own = name in product.params;
      const changed = name in (product.row ?? {}) ? ` (in the product ${textOf(param, product.defaults[name])}, which changes nothing)` : '';
      const meaning = words(own ? `strategy.${product.id}.param.${name}` : '', `param.${name}.help`, `param.knob.${param.knob}`, `param.${name}`);
      return { name, param, own, value: textOf(param, param.default) + changed, label: '', meaning };
    });
  const isSaid = (_, { name, value }) => SAID[name] === value;
  const { shared, linesOf } = settingsOf(new Map(products.map((product) => [product.id, settings(product)])), words, isSaid);
  return `${NOTE}

# Published products

What agents and frameworks do when they compact: what they keep, edit and drop, with their own numbers and flaws. Nothing is protected and no
request is repaired, unless the setting \`repaired\` is on, which every entry has. *Checked*: the product's own code was run on ten conversations, and kept, edited and
dropped messages are equal in each. *Read*: built from its source or documentation; its code was not run.

A summary has at most the product's own limit, \`summaryMaxTokens\` (${SAID.summaryMaxTokens} unless its entry says otherwise) and a tenth of the context, whichever is least: models
write less than products allow, and the built-in summariser fills what it gets. The chosen summariser writes it.

**Budget** names the setting whose mildest value that meets the budget is used and shown; with none the rule runs as it is, and the row says so.
The product’s own count of tokens is mostly characters ÷ 4. Triggers act in a [replay](replay.md), and are given here for a window of ${number(WINDOW)} tokens.

\`\`\`sh
npm run -s compare -- FILE --preset pi,codex               # these two
npm run -s compare -- FILE --strategies 'product:*'        # all of them
npm run -s compare -- FILE --preset pi --set pi.repaired=true
npm run -s compact -- FILE --preset pi
npm run -s replay -- FILE --trigger own --strategies 'product:*'
\`\`\`

With \`--json\` each of these rows has \`preset: {product, version, source, checked}\` and \`repaired\`. \`compactAs\` of the
[library](library.md) runs the products on chat messages alone.

## Compared with their published code

\`npm run -s check-products -- CONVERSATIONS GOLDEN\` runs the products over a folder of conversations (OpenAI chat messages: a list, or an object
with \`messages\`) and compares them with a folder of golden files: \`{peer, conversations: {file: {n, keptIndices, modifiedIndices,
droppedIndices}}}\`, what the published code of one peer made of each. A golden file may name any conversations. With \`--json\`:

- \`peers\`: for each golden file that a product answers to \`{peer, preset, files, equal, differences, notCompared}\`. \`files\` are the conversations
  that were compared, \`notCompared\` those that are not in the folder or on which the published code failed.
- \`differences\`: \`{file, kept, modified, dropped}\` for each conversation that is not equal. The lists are ours where they differ: a message of
  which ours makes something else than the published code stands once, in the list of what ours makes of it. \`reason\` says why that is
  intended, \`error\` why the messages could not be compared.
- \`unmapped\`: peers that no product answers to.

The exit code is 1 where a conversation differs without a reason, and 2 for a folder that is not there or a file that is none. Each entry says which
recordings its product answers to, with which settings (its own where none is named) and which window (${number(WINDOW)}), and why where they differ.

## Settings of several

${shared.join('\n')}

${products.map((product) => productEntry(rowOf.get(product.id), product, linesOf(product.id), words, words(`strategy.${product.id}.loses`, '') || undefined)).join('\n')}`;
}
