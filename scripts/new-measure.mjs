/**
 * `npm run new-measure -- ID "Title"`: scaffolds a measure of loss that works and passes the shared suite: its file, two lines of the
 * registry, its words in both languages; then `npm run docs` writes its page and its column. What it looks for (questions of the user)
 * is there to be replaced. `--root DIR` works on another checkout. Exit code 1 with one line when something is in the way.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const args = process.argv.slice(2);
const rootAt = args.indexOf('--root');
const [root] = rootAt < 0 ? [path.resolve(import.meta.dirname, '..')] : [path.resolve(args.splice(rootAt, 2)[1] ?? '.')];
const [id, title] = args;

function stop(message) {
  console.error(`new-measure: ${message}`);
  process.exit(1);
}
if (id === undefined || title === undefined) stop('expected an id and a title: npm run new-measure -- user-questions "Questions kept"');
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) stop(`"${id}" is no id: lower-case words joined by hyphens, as in user-questions`);
if (title.trim() === '' || /['\\\n]/.test(title)) stop('the title is one line without quotes and backslashes');

const at = (...parts) => path.join(root, ...parts);
const file = at('src/engine/measures', `${id}.ts`);
if (existsSync(file)) stop(`${path.relative(root, file)} is there already`);
const name = id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Puts text before the first match; a file without one has changed its shape. */
function insertBefore(target, pattern, text) {
  const content = readFileSync(target, 'utf8');
  const found = content.search(pattern);
  if (found < 0) stop(`${path.relative(root, target)} has no line that matches ${pattern}`);
  writeFileSync(target, content.slice(0, found) + text + content.slice(found));
}

const measure = `/** Questions of the user: sentences that end in a question mark. */
import { splitSentences } from '../signals/sentences.ts';
import { countsOf, defineMeasure, lossesOf, SHARE } from './shared/define.ts';
import type { Example } from './shared/example.ts';
import type { FindInput, Statement } from './shared/stands.ts';
import { lostStatements, preservedShare, statementCounts, statementLine, Statements } from './shared/statements.ts';
import type { LostStatement, StatementCounts } from './types.ts';

const NONE: StatementCounts = { preserved: 0, degraded: 0, lost: 0 };
const QUESTION = /[?？]\\s*$/;
/** Messages between two chances to pause. */
const SLICE = 32;

export const ${name} = defineMeasure({
  id: '${id}',
  group: 'loss',
  better: 'higher',
  values: [
    {
      from: 'losses',
      name: '${name}',
      value: ({ losses }) => preservedShare(countsOf<StatementCounts>(losses, '${name}') ?? NONE),
      why: () => ({ key: 'measure-no-${id}' }),
      columns: [{ ...SHARE, id: '${id}', shown: false, lists: '${id}', original: () => 1 }],
    },
  ],
  losses: lossesOf<readonly Statement<'user'>[], StatementCounts, LostStatement>({
    name: '${name}',
    find: questionsIn,
    statements: (found) => found,
    count: ({ found, levels }) => statementCounts(['user'], found, levels)?.all ?? null,
    parts: (counts) => counts,
    lost: ({ found, levels }) => lostStatements(found, levels),
    line: statementLine,
  }),
});

function* questionsIn({ messages, itemType }: FindInput): Generator<void, readonly Statement<'user'>[]> {
  const found = new Statements<'user'>();
  for (const [message, { parts }] of messages.entries()) {
    if (message % SLICE === 0) yield;
    if (itemType[message] !== 'USER_MESSAGE') continue;
    for (const [part, content] of parts.entries()) {
      if (content.type !== 'text') continue;
      for (const { start, end } of splitSentences(content.text)) {
        const sentence = content.text.slice(start, end);
        if (QUESTION.test(sentence)) found.add(sentence, 'user', { message, part, piece: 0, start, end });
      }
    }
  }
  return found.list();
}

export const example: Example = {
  messages: [
    { role: 'user', text: 'Why does the queue give up? Is it the time-out of the worker?', fate: 'D' },
    { role: 'assistant', text: 'I will look at the worker and at the queue, one after the other, and then say what I have found.', fate: 'D' },
    { role: 'user', text: 'Please go on.', fate: 'K' },
  ],
  inserted: { before: 0, text: 'The user asked: why does the queue give up?' },
  expected: { 'measures.${name}': 0.5, 'values.${name}.preserved': 1, 'values.${name}.lost': 1 },
  because: 'Two questions, and the insertion has the first.',
};
`;

writeFileSync(file, measure);
const index = at('src/engine/measures/index.ts');
insertBefore(index, /\n\/\*\* In the order of the docs/, `import { ${name} } from './${id}.ts';\n`);
insertBefore(index, /^ {2}decay,\n/m, `  ${name},\n`);

const words = {
  en: {
    [`compare.column.${id}`]: title,
    [`measure.${id}.title`]: title,
    [`measure.${id}.definition`]: 'Sentences of the user that end in a question mark. The share is that of those that stand word for word.',
    [`measure.${id}.unit`]: 'share of the questions, 0–1',
    [`measure.${id}.limits`]: 'Say here what it does not see.',
    [`measure.${id}.list`]: title,
    [`measure.${id}.list.help`]: 'Questions of the user that do not stand there whole.',
    [`reason.measure-no-${id}`]: 'the user asked nothing',
  },
  'zh-CN': {
    [`compare.column.${id}`]: `待命名度量（${title}）`,
    [`measure.${id}.title`]: `待命名度量（${title}）`,
    [`measure.${id}.definition`]: '用户以问号结尾的句子。比例为逐字保留者所占的份额。',
    [`measure.${id}.unit`]: '占全部问题的比例，0–1',
    [`measure.${id}.limits`]: '在此说明看不到什么。',
    [`measure.${id}.list`]: `待命名度量（${title}）`,
    [`measure.${id}.list.help`]: '没有完整保留的用户问题。',
    [`reason.measure-no-${id}`]: '用户没有提问',
  },
};
for (const [language, entries] of Object.entries(words)) {
  const lines = Object.entries(entries).map(([key, text]) => `  '${key}': '${text}',\n`);
  insertBefore(at('src/i18n', language, 'measures.ts'), /^ {2}'reason\./m, lines.join(''));
}

console.log(`Scaffolded ${id}:
  src/engine/measures/${id}.ts         the measure with its worked example: replace it
  src/engine/measures/index.ts, src/i18n/{en,zh-CN}/measures.ts  registered, with its words
Next: npm run docs && npx vitest run src/engine/measures (docs/adding-a-measure.md says more).`);
