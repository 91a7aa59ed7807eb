/** The generated tables of docs/systems.md: S0's points, S2's priorities and providers, S3's rules. */
import { table } from './docs-parts.mjs';

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
 * @param engine the registry, the constants of the scores, the default signals, the provider table, and `words`
 */
export function systemsBlocks({ strategies, scores, signals, providerRules, words }) {
  return new Map([
    ['points', points(scores)],
    ['priorities', priorities(signals)],
    ['providers', providers(providerRules, words)],
    ['rules', rules(strategies.find(({ id }) => id === 'selective').params.rules)],
  ]);
}

/** The page with every block filled in. Throws where page and blocks do not name the same. */
export function filled(page, blocks) {
  const seen = new Set();
  const text = page.replace(/<!-- ([a-z]+) -->\n.*?<!-- end -->/gs, (_, name) => {
    if (!blocks.has(name)) throw new Error(`docs/systems.md: no table "${name}"`);
    seen.add(name);
    return `<!-- ${name} -->\n${blocks.get(name)}\n<!-- end -->`;
  });
  for (const name of blocks.keys()) if (!seen.has(name)) throw new Error(`docs/systems.md lacks the table "${name}"`);
  return text;
}
