/** The pages of docs/ on strategies, products and measures, from the code's metadata and the English dictionary. */
import { formatsPage } from './docs-formats.mjs';
import { NOTE, entry, number, settingsOf, textOf, triggerLine } from './docs-parts.mjs';
import { productsPage } from './docs-products.mjs';

const SHARED = { keepRecent: 'Keep recent', preserveStart: 'Preserve start', preserveEnd: 'Preserve end' };
const WINDOW = 128_000;
/** Settings that the policies of S0 have, with these values. */
const SAID = { threshold: '0.75', turnThreshold: '200', summaryMarker: '`!!!SUMMARY!!!`', keyInformation: 'on' };
const OWN_SOURCES = { control: 'for scale', own: 'ours', recording: 'the recording' };
const SYSTEM_HEADINGS = {
  S0: 's0-twenty-strategies',
  S1: 's1-context-compactor',
  S2: 's2-context-manager',
  S3: 's3-selective-compaction',
  S4: 's4-automatic-compression',
};

function sourceOf({ seed, section }) {
  const name = [seed, section].filter(Boolean).join(', ');
  return SYSTEM_HEADINGS[seed] ? `[${name}](systems.md#${SYSTEM_HEADINGS[seed]})` : OWN_SOURCES[seed];
}

function budgetOf({ recorded, stages, params, ownTarget }) {
  const knob = Object.keys(params).find((name) => params[name].knob);
  const defaults = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.default]));
  const own = ownTarget?.(defaults, WINDOW);
  const budget = recorded
    ? 'what was recorded is repeated, whatever the budget is'
    : stages
      ? 'the stage that meets it with its own settings, or else the last one, is aimed at it'
      : knob
        ? `\`${knob}\``
        : 'it stops removing where the budget is met; a summary runs as it is';
  return `**Budget**: ${budget}.${own === undefined ? '' : ` As shipped it leaves at most ${number(own)} tokens.`}`;
}

function strategyEntry(strategy, lines, words) {
  const { id, family, kind, source, recorded } = strategy;
  const say = (what) => words(`strategy.${id}.${what}`);
  const loss = words(`strategy.${id}.loses`, '');
  const trigger = recorded ? '**Compacts** where the recorded agent did.' : triggerLine(strategy, WINDOW);
  const about = `${words(`family.${family}`).toLowerCase()}${kind === 'strategy' ? '' : ` · ${kind}`} · ${sourceOf(source)}`;
  return entry(id, say('title'), about, [
    say('rule'),
    ...(loss ? [`**Loses**: ${loss}`] : []),
    `${budgetOf(strategy)}${trigger === null ? '' : ` ${trigger}`}`,
    ...lines,
  ]);
}

function strategiesPage(all, words) {
  const strategies = all.filter(({ preset }) => !preset);
  const fromS0 = strategies.flatMap(({ id, source }) => (source.seed === 'S0' ? id : []));
  const meaningOf = (name, param) => {
    const help = words(`param.${name}.help`, '');
    return param.shared ? `${help && `${help} `}Follows the page's slider “${SHARED[param.shared]}” unless the row sets it.` : help;
  };
  const settings = ({ params }) =>
    Object.entries(params).map(([name, param]) => ({
      name,
      param,
      value: textOf(param, param.default),
      label: words(`param.${name}`),
      meaning: meaningOf(name, param),
    }));
  const isSaid = (id, { name, value }) => fromS0.includes(id) && SAID[name] === value;
  const { shared, linesOf } = settingsOf(new Map(strategies.map((strategy) => [strategy.id, settings(strategy)])), words, isSaid);
  const said = Object.entries(SAID).map(([name, value]) => `\`${name}\` ${value}`);
  const without = strategies.flatMap(({ id, params }) => (fromS0.includes(id) && !params.keyInformation ? `\`${id}\`` : []));
  return `${NOTE}

# Strategies

Every policy but the [products](products.md). What all share (protected messages, tool blocks, budgets, verification) and the
systems they come from: [systems.md](systems.md#rules-for-every-row). A new one: [adding-a-strategy.md](adding-a-strategy.md).

\`\`\`sh
npm run -s compare -- FILE --strategies time-decay --set time-decay.halfLife=0.25
npm run -s compact -- FILE --strategy time-decay
\`\`\`

**Budget** names the setting whose mildest value that meets the budget is used and shown. Triggers act in a [replay](replay.md), and are given here for a
window of ${number(WINDOW)} tokens; a policy without one compacts at the trigger common to all. A setting stands with its default, label, unit and range.
The policies of S0 have ${said.join(', ')} too, the last not in ${without.join(', ')}.

## Settings of several

${shared.join('\n')}

${strategies.map((strategy) => strategyEntry(strategy, linesOf(strategy.id), words)).join('\n')}`;
}

const MEASURE_GROUPS = { size: 'size', loss: 'what was lost', future: 'what the recorded future needed', request: 'the request' };
const BETTER = { higher: 'higher is better', lower: 'lower is better', none: 'neither high nor low is better' };
const FATES = { K: 'kept', E: 'edited', S: 'summarised', O: 'offloaded', D: 'dropped', F: 'the future' };
const flat = (text) => text.replaceAll('\n', ' ⏎ ');

/** A conversation with the fate of each message, and insertions, in one line. */
function conversationOf({ messages, inserted }) {
  const said = messages.map(({ role, text, call, fate, becomes }) => {
    const words = [text === '' ? '' : `“${flat(text)}”`, call ? `\`${flat(`${call.name} ${JSON.stringify(call.args)}`)}\`` : ''].filter(Boolean);
    const what = fate === undefined ? '' : ` (${FATES[fate]}${becomes === undefined ? '' : `: “${flat(becomes)}”`})`;
    return `${role} ${words.join(' ') || '(empty)'}${what}`;
  });
  if (inserted) said.splice(inserted.before, 0, `inserted “${flat(inserted.text)}”`);
  return said.join(' · ');
}

/** The example of a measure as Markdown; a test runs the same data. */
function exampleOf(example) {
  const results = (values) =>
    Object.entries(values)
      .map(([path, value]) => `\`${path}\` ${value}`)
      .join(', ');
  if (!('messages' in example)) {
    const input = Object.entries(example.input).map(([name, value]) => `${name} ${number(value)}`);
    return `**Example**: ${input.join(', ')}. Result: ${example.expected}. ${example.because}`;
  }
  const rounds = 'strategy' in example ? ` Compacted again and again by \`${example.strategy}\` to ${example.target} of the tokens, by round.` : '';
  return `**Example**: ${conversationOf(example)}.${rounds} Result: ${results(example.expected)}. ${example.because}`;
}

/** Where `compare --json` has a measure, within a result; null where it has not. */
function jsonOf({ json, values }) {
  const paths = values.flatMap((value) => (value.json === undefined ? `measures.${value.name}` : (value.json ?? [])));
  return json ?? (paths.join(', ') || null);
}

function measureEntry(measure, example, words) {
  const { id, group, better } = measure;
  const presence = group === 'loss' || group === 'future' ? words('measure.presence') : '';
  const json = jsonOf(measure);
  const columns = measure.values.flatMap((value) => value.columns ?? []);
  const unit = columns.length === 0 ? '' : words(`compare.unit.${columns[0].unit}`).trim();
  const limits = [words(`measure.${id}.limits`, ''), presence].filter(Boolean).join(' ');
  const about = `${MEASURE_GROUPS[group]} · ${BETTER[better]}${unit && ` · ${unit}`}${json === null ? '' : ` · in JSON \`${json}\``}`;
  return entry(id, words(columns.length === 1 ? `compare.column.${columns[0].id}` : `measure.${id}.title`), about, [
    words(`measure.${id}.definition`),
    limits && `**Limits**: ${limits}`,
    example && exampleOf(example),
  ]);
}

function measuresPage(definitions, examples, words) {
  return `${NOTE}

# Measures

None of these numbers is a verdict alone. Policies that did nothing, failed or were refused have none. ${words('measure.presence')}

${definitions.map((measure) => measureEntry(measure, examples.get(measure.id), words)).join('\n')}`;
}

/** The text of a key, with what it holds of other keys. */
const sentence = (dictionary, key) => dictionary[key].replace(/\$t\(([\w.-]+)\)/g, (_, nested) => sentence(dictionary, nested));

/**
 * What the page knows of the measures before the engine and its words are there, as the text of app/rows/measures.json: their columns and
 * lists, and the English of the heads.
 */
export function pageFactsText(facts, dictionary) {
  const keys = [...new Set(facts.columns.flatMap(({ id, unit }) => [`compare.column.${id}`, `compare.unit.${unit}`]))];
  const words = keys.map((key) => [key, sentence(dictionary, key)]);
  const lines = (list) => `[\n${list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
  return `{\n  "columns": ${lines(facts.columns)},\n  "lists": ${lines(facts.lists)},\n  "words": ${JSON.stringify(Object.fromEntries(words))}\n}\n`;
}

/**
 * The generated pages: name in docs/ → text.
 * @param strategies the registry (src/engine/pipelines/index.ts)
 * @param dictionary the English engine dictionary
 * @param definitions the measures (src/engine/measures/index.ts)
 * @param examples by the measure's id
 * @param products the published products (src/engine/products/index.ts)
 * @param formats every format with its title (src/engine/formats/index.ts)
 * @param places src/app/import/OpenFile.tsx
 */
export function pagesOf(strategies, dictionary, definitions, examples, products, formats, places) {
  /** The text of the first of these keys that there is; an empty key at the end: there may be none. */
  const words = (...keys) => {
    const key = keys.find((one) => one in dictionary);
    if (key === undefined && keys.at(-1) === '') return '';
    if (key === undefined) throw new Error(`no word for ${keys}`);
    return sentence(dictionary, key);
  };
  return new Map([
    ['strategies.md', strategiesPage(strategies, words)],
    ['products.md', productsPage(strategies, products, words)],
    ['measures.md', measuresPage(definitions, examples, words)],
    ['formats.md', formatsPage(formats, places)],
  ]);
}
