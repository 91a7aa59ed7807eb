/** The generated tables of docs/systems.md: settings of every row, S0's points, S2's priorities and providers, S3's rules. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { number, table } from './docs-parts.mjs';

function defaultOf({ kind, default: value }) {
  if (kind === 'boolean') return value ? 'on' : 'off';
  if (kind === 'number') return number(value);
  if (kind === 'table') return 'the rule table';
  if (kind === 'stages') return value.map(({ strategy }) => strategy).join(' → ');
  return value.includes(',') ? 'a list' : value;
}

/** @param fileOf path of a row's file below src/engine/ */
function settings(strategies, seed, fileOf) {
  return table(
    ['row', 'section', 'settings and defaults', 'file below `engine/`'],
    strategies
      .filter(({ source }) => source.seed === seed)
      .map(({ id, source, params }) => [
        `[\`${id}\`](strategies.md#${id})`,
        source.section ?? '–',
        Object.entries(params)
          .map(([name, param]) => `${name} ${defaultOf(param)}`)
          .join('; '),
        `\`${fileOf(id)}\``,
      ]),
  );
}

function points({ BASE, PER_KEYWORD, TOOL_CALL, FIX, COMPLETION, MARKED, SHORT, SHORT_CHARACTERS }) {
  return table(
    ['what', 'points'],
    [
      ['a message of the user', BASE.user],
      ['a message of the assistant or a tool', BASE.assistant],
      ['a system message, or one that the harness writes as the user', BASE.system],
      ['each important word, once', PER_KEYWORD],
      ['a tool call or its result', TOOL_CALL],
      ['an error or a fix', FIX],
      ['a finished task', COMPLETION],
      ['marked as important, by anybody', MARKED],
      [`under ${SHORT_CHARACTERS} characters`, `−${-SHORT}`],
    ].map(([what, value]) => [what, String(value)]),
    ['---', '---:'],
  );
}

function priorities({ longTokens, shortTokens, edgeStart, edgeEnd }) {
  return table(
    ['no.', 'condition', 'priority'],
    [
      ['set by a person, or by `<Pin>…</Pin>` in its text; a pin is CRITICAL', 'as set'],
      ['system message', 'CRITICAL'],
      ['tool message', 'HIGH'],
      [`one of the first ${edgeStart} or last ${edgeEnd} messages`, 'HIGH'],
      [`over ${longTokens} tokens`, 'HIGH'],
      [`under ${shortTokens} tokens and without a question mark (? or ？)`, 'LOW'],
      ['has a tool call', 'HIGH'],
      ['anything else', 'NORMAL'],
    ].map(([condition, priority], i) => [String(i + 1), condition, priority]),
    ['---:', '---', '---'],
  );
}

/** @param words a dictionary key → its text */
function providers(rules, words) {
  return table(
    ['provider', 'strategy', 'start', 'end', 'minimum', 'warn', 'compress'],
    Object.entries(rules).map(([id, { strategy, start, end, minMessages, warn, compress }]) => [
      words(`param.provider.${id}`),
      strategy,
      ...[start, end, minMessages, warn, compress].map(String),
    ]),
    ['---', '---', '---:', '---:', '---:', '---:', '---:'],
  );
}

function rules({ default: rows }) {
  return table(
    ['item type', 'action', 'keep recent', 'order'],
    Object.entries(rows).map(([type, { action, keepRecent, order }]) => [
      type,
      action,
      action === 'truncate' ? String(keepRecent) : '–',
      String(order),
    ]),
    ['---', '---', '---:', '---:'],
  );
}

/**
 * Name of a block → its table.
 * @param engine the registry, `fileOf`, the constants of the scores, the default signals, the provider table, and `words`
 */
export function systemsBlocks({ strategies, fileOf, scores, signals, providerRules, words }) {
  return new Map([
    ...['S0', 'S1', 'S2', 'S3', 'S4'].map((seed) => [`settings ${seed}`, settings(strategies, seed, fileOf)]),
    ['points', points(scores)],
    ['priorities', priorities(signals)],
    ['providers', providers(providerRules, words)],
    ['rules', rules(strategies.find(({ id }) => id === 'selective').params.rules)],
  ]);
}

/** The page with every block filled in. Throws where page and blocks do not name the same. */
export function filled(page, blocks) {
  const seen = new Set();
  const text = page.replace(/<!-- ([a-z]+(?: S\d)?) -->\n.*?<!-- end -->/gs, (_, name) => {
    if (!blocks.has(name)) throw new Error(`docs/systems.md: no table "${name}"`);
    seen.add(name);
    return `<!-- ${name} -->\n\n${blocks.get(name)}\n\n<!-- end -->`;
  });
  for (const name of blocks.keys()) if (!seen.has(name)) throw new Error(`docs/systems.md lacks the table "${name}"`);
  return text;
}

/** Row id → its file below `engine`; pipelines without a file of their own are composed. */
export function filesOf(engine) {
  const files = ['strategies', 'pipelines'].flatMap((folder) =>
    readdirSync(path.join(engine, folder), { recursive: true }).map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
  );
  const byId = new Map(files.filter((file) => !file.includes('/shared/')).map((file) => [path.basename(file, '.ts'), file]));
  return (id) => byId.get(id) ?? byId.get('composed');
}
