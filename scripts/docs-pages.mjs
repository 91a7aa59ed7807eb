/** The pages of docs/ on strategies and measures, from the code's metadata and the English dictionary. */

import { NOTE, entry, number, percent, rangeOf, table, textOf, triggerText } from './docs-parts.mjs';
import { formatsPage } from './docs-formats.mjs';
import { productsPage } from './docs-products.mjs';

const SEEDS = {
  S0: 'twenty strategies (S0)',
  S1: 'context compactor (S1)',
  S2: 'context manager (S2)',
  S3: 'selective compaction (S3)',
  S4: 'automatic compression (S4)',
  control: 'control row of this project',
  own: 'this project',
  recording: 'the recording itself',
};
const SHARED = { keepRecent: 'Keep recent', preserveStart: 'Preserve start', preserveEnd: 'Preserve end' };
/** Stated with every number derived from it. */
const EXAMPLE_WINDOW = 128_000;

function meaningOf(name, param, words) {
  const help = words(`param.${name}.help`);
  return param.shared ? `${help} Follows the page's slider “${SHARED[param.shared]}” unless the row sets it.` : help;
}

/** The default of each parameter that is a table, under a heading of its own. */
function tablesOf(params, words) {
  return Object.entries(params).flatMap(([name, param]) => {
    if (param.kind !== 'table') return [];
    const columns = Object.keys(param.columns);
    const word = (column, value) => (param.columns[column].kind === 'choice' ? words(`param.${name}.${column}.${value}`) : number(value));
    const rows = Object.entries(param.default).map(([key, cells]) => [
      `\`${key}\` (${words(`item-type.${key}`)})`,
      ...columns.map((column) => word(column, cells[column])),
    ]);
    return [`### ${words(`param.${name}`)}`, '', table(['type', ...columns.map((column) => words(`param.${name}.${column}`))], rows), ''];
  });
}

const SYSTEM_HEADINGS = {
  S0: 's0-twenty-strategies',
  S1: 's1-context-compactor',
  S2: 's2-context-manager',
  S3: 's3-selective-compaction',
  S4: 's4-automatic-compression',
};

function sourceOf({ seed, section }) {
  const name = SYSTEM_HEADINGS[seed] ? `[${SEEDS[seed]}](systems.md#${SYSTEM_HEADINGS[seed]})` : SEEDS[seed];
  return section ? `${name}, ${section}` : name;
}

function triggerLine({ trigger, recorded }, defaults) {
  if (recorded) return '**Trigger.** None: in a replay it compacts where the recorded agent did.';
  if (!trigger) return '**Trigger.** None of its own: in a replay it compacts at the trigger that is common to all rows.';
  const { rule, warning } = trigger(defaults, EXAMPLE_WINDOW);
  const warns = warning === undefined ? '' : ` It warns at ${percent(warning)}.`;
  return `**Trigger.** With these parameters, in a window of ${number(EXAMPLE_WINDOW)} tokens: ${rule.triggers.map(triggerText).join('; ')}.${warns}`;
}

function strategyEntry(strategy, words) {
  const { id, family, kind, source, params } = strategy;
  const say = (what) => words(`strategy.${id}.${what}`);
  const names = Object.keys(params);
  const defaults = Object.fromEntries(names.map((name) => [name, params[name].default]));
  const own = strategy.ownTarget?.(defaults, EXAMPLE_WINDOW);
  const example = names.find((name) => typeof params[name].default !== 'object' && params[name].default !== '') ?? null;
  const knob = names.find((name) => params[name].knob);
  const budget = strategy.recorded
    ? 'None: what was recorded is repeated whatever the target is, and the row says whether it was met.'
    : strategy.stages
      ? 'At an equal target the stage that meets it with its own parameters, or else the last one, is aimed at it; stages before it run as they are.'
      : knob
        ? `At an equal target the least aggressive value of \`${knob}\` that meets it is used and shown.`
        : 'It has no budget knob: removal stops as soon as the target is met, a summary runs as it is and the row says whether the target was met.';
  return entry(id, say('title'), `${kind} · family: ${words(`family.${family}`).toLowerCase()} · source: ${sourceOf(source)}`, [
    say('rule'),
    '',
    `**When to use it.** ${say('use')}`,
    '',
    `**What it loses.** ${say('loses')}`,
    '',
    `**Budget.** ${budget}` +
      (own === undefined
        ? ' With own defaults it has no target.'
        : ` With own defaults its target in a window of ${number(EXAMPLE_WINDOW)} tokens is ${number(own)} tokens.`),
    '',
    triggerLine(strategy, defaults),
    '',
    '### Parameters',
    '',
    table(
      ['name', 'label', 'default', 'unit', 'range', 'meaning'],
      names.map((name) => [
        `\`${name}\``,
        words(`param.${name}`),
        textOf(params[name], params[name].default),
        words(`unit.${params[name].unit}`) || '–',
        rangeOf(name, params[name], words),
        meaningOf(name, params[name], words),
      ]),
    ),
    '',
    ...tablesOf(params, words),
    '### In the terminal',
    '',
    '```sh',
    `npm run -s compare -- FILE --strategies ${id}${example ? ` --set ${id}.${example}=${params[example].default}` : ''}`,
    `npm run -s compact -- FILE --strategy ${id}`,
    '```',
  ]);
}

/** Every row that is no product. */
function strategiesPage(all, words) {
  const strategies = all.filter(({ preset }) => !preset);
  return [
    NOTE,
    '',
    '# Strategies',
    '',
    'Every row of the comparison but the [products](products.md). What all rows share (protected messages, tool blocks, targets, verification)',
    'and the systems they come from are in [systems.md](systems.md#rules-for-every-row); [adding-a-strategy.md](adding-a-strategy.md) says how to add one.',
    '',
    table(
      ['strategy', 'id', 'family', 'kind', 'source', 'budget knob'],
      strategies.map(({ id, family, kind, source, params }) => [
        `[${words(`strategy.${id}.title`)}](#${id})`,
        `\`${id}\``,
        words(`family.${family}`).toLowerCase(),
        kind,
        sourceOf(source),
        Object.keys(params)
          .filter((name) => params[name].knob)
          .map((name) => `\`${name}\``)
          .join(', ') || '–',
      ]),
    ),
    '',
    ...strategies.map((strategy) => strategyEntry(strategy, words)),
  ].join('\n');
}

const MEASURE_GROUPS = {
  size: 'Size',
  loss: 'What was lost',
  future: 'What the recorded future needed',
  request: 'The request',
};
const BETTER = { higher: 'higher is better', lower: 'lower is better', none: 'neither high nor low is better' };

const firstSentence = (text) => /^.*?[.:](?=\s|$)/s.exec(text)[0].replace(/:$/, '.');

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ⏎ ');

/** A conversation with the fate of each message, and insertions. */
function conversationOf({ messages, inserted }, fates) {
  const said = messages.map(({ role, text, call, fate, becomes }, i) => {
    const words = [text === '' ? '' : cell(text), call ? `\`${cell(`${call.name} ${JSON.stringify(call.args)}`)}\`` : ''].filter(Boolean).join(' ');
    const what = becomes === undefined ? fates[fate] : `${fates[fate]}: ${cell(becomes)}`;
    return [String(i + 1), role, words || '(empty)', what];
  });
  if (inserted) said.splice(inserted.before, 0, ['–', 'user', cell(inserted.text), 'inserted']);
  return said;
}

const EXAMPLE_FATES = { K: 'kept', E: 'edited', S: 'summarised', O: 'offloaded', D: 'dropped', F: 'the future' };

/** The example of a measure as Markdown; a test runs the same data. */
function exampleOf(example) {
  const expected = (values) =>
    table(
      ['value', 'is'],
      Object.entries(values).map(([path, value]) => [`\`${path}\``, String(value)]),
    );
  if ('strategy' in example) {
    const rows = conversationOf(example, EXAMPLE_FATES).map((cells) => cells.slice(0, 3));
    return [
      table(['#', 'role', 'message'], rows),
      '',
      `Compacted again and again by \`${example.strategy}\` to ${example.target} of the tokens; by round:`,
      '',
      expected(example.expected),
      '',
      example.because,
    ];
  }
  if ('messages' in example) {
    return [table(['#', 'role', 'message', 'fate'], conversationOf(example, EXAMPLE_FATES)), '', expected(example.expected), '', example.because];
  }
  return [
    table(
      ['input', 'value'],
      Object.entries(example.input).map(([name, value]) => [`\`${name}\``, number(value)]),
    ),
    '',
    `Result: ${example.expected}. ${example.because}`,
  ];
}

/** Where `compare --json` has a measure, within a result; null where it has not. */
function jsonOf({ json, values }) {
  const paths = values.flatMap((value) => (value.json === undefined ? `measures.${value.name}` : (value.json ?? [])));
  return json ?? (paths.join(', ') || null);
}

function measureEntry(measure, example, words) {
  const { id, group, better } = measure;
  const json = jsonOf(measure);
  const presence = group === 'loss' || group === 'future' ? ` ${words('measure.presence')}` : '';
  return entry(id, words(`measure.${id}.title`), `${BETTER[better]}${json === null ? '' : ` · in \`compare --json\`: \`${json}\``}`, [
    words(`measure.${id}.definition`),
    '',
    `**Unit.** ${words(`measure.${id}.unit`)}.`,
    '',
    `**Limits.** ${words(`measure.${id}.limits`)}${presence}`,
    ...(example ? ['', '### Worked example', '', ...exampleOf(example)] : []),
  ]);
}

function measuresPage(definitions, examples, words) {
  return [
    NOTE,
    '',
    '# Measures',
    '',
    `None of these numbers is a verdict alone. Unchanged, rejected and refused rows have no scores. ${words('measure.presence')}`,
    '',
    ...Object.entries(MEASURE_GROUPS).flatMap(([group, title]) => [
      `## ${title}`,
      '',
      table(
        ['measure', 'in short', 'unit'],
        definitions
          .filter((measure) => measure.group === group)
          .map(({ id }) => [
            `[${words(`measure.${id}.title`)}](#${id})`,
            firstSentence(words(`measure.${id}.definition`)),
            words(`measure.${id}.unit`),
          ]),
      ),
      '',
    ]),
    ...definitions.map((measure) => measureEntry(measure, examples.get(measure.id), words)),
  ].join('\n');
}

/**
 * What the page knows of the measures before the engine and its words are there, as the text of app/compare/measures.json: their columns and
 * lists, and the English of the heads.
 */
export function pageFactsText(facts, dictionary) {
  const keys = [...new Set(facts.columns.flatMap(({ id, unit }) => [`compare.column.${id}`, `compare.unit.${unit}`]))];
  return `${JSON.stringify({ ...facts, words: Object.fromEntries(keys.map((key) => [key, dictionary[key]])) }, null, 2)}\n`;
}

/**
 * The generated pages: name in docs/ → text.
 * @param strategies the registry (src/engine/pipelines/index.ts)
 * @param dictionary the English engine dictionary
 * @param definitions the measures (src/engine/measures/index.ts)
 * @param examples by the measure's id
 * @param products the published products (src/engine/presets/index.ts)
 * @param formats every format with its title (src/engine/formats/index.ts)
 */
export function pagesOf(strategies, dictionary, definitions, examples, products, formats) {
  const words = (key) => {
    if (!(key in dictionary)) throw new Error(`no word for ${key}`);
    return dictionary[key];
  };
  return new Map([
    ['strategies.md', strategiesPage(strategies, words)],
    ['products.md', productsPage(strategies, products, words)],
    ['measures.md', measuresPage(definitions, examples, words)],
    ['formats.md', formatsPage(formats)],
  ]);
}
