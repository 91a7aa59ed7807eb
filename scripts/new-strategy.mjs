/**
 * `npm run new-strategy -- ID "Title" FAMILY`: scaffolds a strategy that works and passes the shared suite, registered, with its words in
 * both languages, its test and its line in docs/strategy-ids.md, in the folder of its family. Its rule (the oldest removable messages go
 * first) is a placeholder. `--root DIR` works on another checkout. Exits with 1 and one line when something is in the way.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const args = process.argv.slice(2);
const rootAt = args.indexOf('--root');
const [root] = rootAt < 0 ? [path.resolve(import.meta.dirname, '..')] : [path.resolve(args.splice(rootAt, 2)[1] ?? '.')];
const [id, title, family] = args;

function stop(message) {
  console.error(`new-strategy: ${message}`);
  process.exit(1);
}
if (id === undefined || title === undefined || family === undefined) {
  stop('expected an id, a title and a family: npm run new-strategy -- newest-first "Newest first" removal');
}
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) stop(`"${id}" is no id: lower-case words joined by hyphens, as in newest-first`);
if (title.trim() === '' || /['\\\n]/.test(title)) stop('the title is one line without quotes and backslashes');

const at = (...parts) => path.join(root, ...parts);
const folder = at('src/engine/strategies');
const families = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'shared' ? [entry.name] : [],
);
if (!families.includes(family))
  stop(
    `there is no family "${family}" (${families.join(', ')}); a new one begins with its folder in src/engine/strategies and its name in FAMILIES there`,
  );
const file = path.join(folder, family, `${id}.ts`);
if (existsSync(file)) stop(`${path.relative(root, file)} is there already`);
const index = at('src/engine/strategies/index.ts');
const registry = readFileSync(index, 'utf8');
const ids = at('docs/strategy-ids.md');
if (readFileSync(ids, 'utf8').includes(`\`${id}\``)) stop(`the id "${id}" is taken (docs/strategy-ids.md)`);
const name = id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Inserts text before the first line that matches; ends the program if there is none. */
function insertBefore(file, pattern, text) {
  const content = readFileSync(file, 'utf8');
  const found = content.search(pattern);
  if (found < 0) stop(`${path.relative(root, file)} has no line that matches ${pattern}`);
  writeFileSync(file, content.slice(0, found) + text + content.slice(found));
}

const strategy = `/** Own: the oldest removable messages go first, until the target is met. */
import { perProtection } from '../../signals/remember.ts';
import { unitSizes } from '../../signals/units.ts';
import { removableUnits } from '../shared/layout.ts';
import { defineStrategy } from '../shared/params.ts';
import { removalOrder, removalTarget, removeInOrder } from '../shared/removal.ts';

/** Computed once: a slider step only cuts through it. */
const orderOf = perProtection((input) => removalOrder(input, removableUnits(input)));

export const ${name} = defineStrategy({
  id: '${id}',
  family: '${family}',
  source: { seed: 'own' },
  kind: '${family === 'controls' ? 'control' : 'strategy'}',
  params: {},
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, _params, ctx) {
    return removeInOrder(input, orderOf(input), ctx, {
      removed: ({ unit, rank, of }) => ({
        key: 'drop-${id}',
        values: { tokens: unitSizes(input).tokens[unit]!, rank, of },
      }),
    });
  },
});
`;

const test = `import { expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { assistant, letters, planned, preparedOf, system, user } from '../../testing/plans.ts';
import { ${name} } from './${id}.ts';

it('removes the oldest removable messages until the target is met', () => {
  // 300 tokens; the system prompt and the last user message always stay.
  const talk = preparedOf([system(50), user(50), assistant(50), user(50), assistant(50), user(50)]);
  const plan = planned(${name}, talk, { target: 200 });
  expect(letters(plan)).toBe('KDDKKK');
  expect(formatReason(plan.reason(2))).toBe('50 tokens; no. 2 of 2 removed, oldest first');
});
`;

writeFileSync(file, strategy);
writeFileSync(path.join(folder, family, `${id}.test.ts`), test);
const withImport = registry.replace(/(?=\nexport const strategies)/, `import { ${name} } from './${family}/${id}.ts';\n`);
writeFileSync(index, withImport.replace(/\n\];\s*$/, `\n  ${name},\n];\n`));

const words = {
  en: [
    ['title', title],
    ['rule', 'The oldest removable messages go first, until the target is met.'],
    ['use', 'Say here when somebody should take it.'],
    ['loses', 'Say here what it loses.'],
    ['reason', '{{tokens}} tokens; no. {{rank}} of {{of}} removed, oldest first'],
  ],
  'zh-CN': [
    ['title', `待命名策略（${title}）`],
    ['rule', '最旧的可移除消息先移除，直到达到目标。'],
    ['use', '在此说明适用场景。'],
    ['loses', '在此说明会丢失什么。'],
    ['reason', '{{tokens}} 个 token；第 {{rank}} 条被移除（共 {{of}} 条），最旧的先移除'],
  ],
};
for (const [language, entries] of Object.entries(words)) {
  const lines = entries.map(([key, text]) => `  '${key === 'reason' ? `reason.drop-${id}` : `strategy.${id}.${key}`}': '${text}',\n`);
  insertBefore(at('src/i18n', language, 'engine.ts'), /^ {2}'strategy\./m, lines.join(''));
}
writeFileSync(ids, `${readFileSync(ids, 'utf8').trimEnd()}\n| \`${id}\` | own | ${title} |\n`);

console.log(`Scaffolded ${id}:
  src/engine/strategies/${family}/${id}.ts       the rule: replace it
  src/engine/strategies/${family}/${id}.test.ts  its worked example
  src/engine/strategies/index.ts, src/i18n/{en,zh-CN}/engine.ts, docs/strategy-ids.md  registered, with its words
Next: npx vitest run src/engine/strategies -t ${id} && npm run docs (docs/adding-a-strategy.md says more).`);
