/** The page of docs/ on published products. */
import { NOTE, entry, number, percent, rangeOf, table, textOf, triggerText } from './docs-parts.mjs';

/** The window of most products' models today, and of their recordings. */
const PRODUCT_WINDOW = 200_000;
const CONVERSATIONS = 'ten conversations';

function evidenceLine({ source, peers }) {
  if (source.evidence === 'read') return '**Read.** Built from its source or documentation; its own code was not run.';
  const all = Object.values(peers);
  const settings = all.length === 1 ? 'one setting' : `${number(all.length)} settings`;
  const own = all.some(({ params }) => !params) ? '' : ', none of them its defaults';
  const exceptions = all.some(({ differs = {} }) => Object.keys(differs).length > 0);
  const equal = exceptions ? 'are equal, but for the exceptions named there' : 'are equal in each';
  return `**Checked.** Its own code was run on ${CONVERSATIONS} with ${settings}${own} (below): the messages kept, edited and dropped ${equal}.`;
}

function triggerLine({ trigger, params }) {
  if (!trigger) return '**Trigger.** None is known: in a replay it compacts at the trigger that is common to all rows.';
  const defaults = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.default]));
  const { rule, warning } = trigger(defaults, PRODUCT_WINDOW);
  const warns = warning === undefined ? '' : ` It warns at ${percent(warning)}.`;
  const when = rule.triggers.map((one) => triggerText(one, PRODUCT_WINDOW)).join('; ');
  return `**Trigger.** With these parameters, in a window of ${number(PRODUCT_WINDOW)} tokens: ${when}.${warns}`;
}

/** A session that every product with summaries compacts. */
const TALK = Array.from({ length: 300 }, (_, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', text: 'words '.repeat(300), calls: [], images: 0 }));

/** Under which headings its summaries stand; nothing for a product without summaries. */
function summaryLines({ summaries, compact, defaults, row }) {
  if (summaries === undefined) return [];
  const { inserted } = compact(TALK, { ...defaults, ...row }, 32_000);
  const headings = inserted.flatMap(({ content }) => content.summary?.sections ?? []);
  const under = headings.length > 0 ? `under the product's headings: ${headings.join(' · ')}` : 'as plain text: it asks for no headings';
  return [`**Summary.** Written by the chosen summariser, ${under}.`, ''];
}

/** A product: its row in the registry, and the product behind it. */
function productEntry({ id, preset, params, onDemand, trigger }, product, words) {
  const say = (what) => words(`strategy.${id}.${what}`);
  const names = Object.keys(params);
  const changed = Object.keys(product.row ?? {});
  const own = (name) => name in product.params;
  const peers = peerRows(product);
  const version = preset.version ? ` ${preset.version}` : ', no version stated';
  return entry(id, say('title'), `published product: ${preset.product}${version} · rule: ${preset.where}`, [
    say('rule'),
    '',
    evidenceLine(product),
    '',
    '**As shipped**, flaws included, unless its parameter `repaired` is on.',
    '',
    ...summaryLines(product),
    `**When to use it.** ${say('use')}`,
    '',
    `**What it loses.** ${say('loses')}`,
    '',
    product.knob
      ? `**Budget.** At an equal target the least aggressive value of \`${product.knob}\` that meets it is used and shown.`
      : '**Budget.** The rule has no number that says how much stays: at an equal target it runs as it is, and the row says so.',
    '',
    triggerLine({ trigger, params }),
    '',
    ...(onDemand ? ['Its row is there where somebody asks for it, not in every comparison.', ''] : []),
    '### Parameters',
    '',
    table(
      ['name', 'default', 'unit', 'range', 'meaning'],
      names.map((name) => [
        `\`${name}\``,
        textOf(params[name], params[name].default) +
          (changed.includes(name) ? ` (in the product ${textOf(params[name], product.defaults[name])}, which changes nothing)` : ''),
        words(`unit.${params[name].unit}`) || '–',
        rangeOf(name, params[name], own(name) ? null : words),
        words(own(name) ? `strategy.${id}.param.${name}` : `param.${name}.help`),
      ]),
    ),
    '',
    ...(peers.length > 0
      ? [
          '### Compared with its published code',
          '',
          'Each setting is a recording of what its code made of the conversations; `npm run -s check-presets` compares them again',
          '([how](#compared-with-their-published-code)).',
          '',
          table(['setting', 'parameters other than its own', 'window', 'differs in'], peers),
          '',
        ]
      : []),
    '### In the terminal',
    '',
    '```sh',
    `npm run -s compare -- FILE --preset ${id}`,
    `npm run -s compare -- FILE --preset ${id} --set ${id}.repaired=true`,
    `npm run -s replay -- FILE --preset ${id} --trigger own`,
    `npm run -s compact -- FILE --preset ${id}`,
    '```',
  ]);
}

/** One row for each recording that a product answers to. */
const peerRows = ({ peers = {} }) =>
  Object.entries(peers).map(([peer, { params = {}, window, differs = {} }]) => [
    `\`${peer}\``,
    Object.entries(params)
      .map(
        ([name, value]) =>
          `\`${name}\` ${value === Number.POSITIVE_INFINITY ? 'no limit' : typeof value === 'number' ? number(value) : `\`${value}\``}`,
      )
      .join(', ') || 'none',
    window === undefined ? '200,000' : window === Number.POSITIVE_INFINITY ? 'no limit' : number(window),
    Object.entries(differs)
      .map(([file, reason]) => `\`${file}\`: ${reason}`)
      .join('; ') || '–',
  ]);

/** What each published product does, with the evidence for it. */
export function productsPage(strategies, products, words) {
  const rowOf = new Map(strategies.map((strategy) => [strategy.id, strategy]));
  const parameters = ({ defaults, knob }) =>
    Object.entries(defaults)
      .map(
        ([name, value]) =>
          `\`${name}\` ${typeof value === 'number' ? number(value) : value === '' ? 'empty' : `\`${value}\``}${name === knob ? ' (budget)' : ''}`,
      )
      .join(', ') || 'none';
  const rows = products.map((product) => {
    const { id, source } = product;
    return [`[\`${id}\`](#${id})`, source.product, source.version ?? '–', source.where, source.evidence, parameters(product)];
  });
  return `${NOTE}

# Published products

What agents and frameworks do when they compact: what they keep, edit and drop, with their own numbers and flaws. Nothing is protected and no
request is repaired. *Checked*: the product's own code was run on ten conversations, and kept, edited and dropped messages are equal in
each. *Read*: built from its source or documentation; its code was not run.

A summary has at most the product's own limit, \`summaryMaxTokens\` of the row (2,000) and a tenth of the context, whichever is least: models
write less than products allow, and the built-in summariser fills what it gets.

Every product is a row, as shipped unless its parameter \`repaired\` is on; variants that few use have their row where somebody asks for it, in
the page below the table:

\`\`\`sh
npm run -s compare -- FILE --preset pi,codex               # these two
npm run -s compare -- FILE --strategies 'product:*'        # all of them
npm run -s compare -- FILE --preset pi --set pi.repaired=true
npm run -s replay -- FILE --trigger own --strategies 'product:*'
\`\`\`

With \`--json\` each of these rows has \`preset: {product, version, source, checked}\` and \`repaired\`. \`compactAs\` of the
[library](library.md) runs the products on chat messages alone.

${table(['id', 'product', 'version', 'rule', 'evidence', 'parameters'], rows)}

## Compared with their published code

\`npm run -s check-presets -- CONVERSATIONS GOLDEN\` runs the products over a folder of conversations (OpenAI chat messages: a list, or an object
with \`messages\`) and compares them with a folder of golden files: \`{peer, conversations: {file: {n, keptIndices, modifiedIndices,
droppedIndices}}}\`, what the published code of one peer made of each. A golden file may name any conversations. With \`--json\`:

- \`peers\`: for each golden file that a product answers to \`{peer, preset, files, equal, differences, notCompared}\`. \`files\` are the conversations
  that were compared, \`notCompared\` those that are not in the folder or on which the published code failed.
- \`differences\`: \`{file, kept, modified, dropped}\` for each conversation that is not equal. The lists are ours where they differ: a message of
  which ours makes something else than the published code stands once, in the list of what ours makes of it. \`reason\` says why that is
  intended, \`error\` why the messages could not be compared.
- \`unmapped\`: peers that no product answers to.

The exit code is 1 where a conversation differs without a reason, and 2 for a folder that is not there or a file that is none. The entry
of each product says which peers it answers to, with which parameters and which window, and why where they differ.

${products.map((product) => productEntry(rowOf.get(product.id), product, words)).join('\n')}`;
}
