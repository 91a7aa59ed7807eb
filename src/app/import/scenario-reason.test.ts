import { afterAll, expect, test } from 'vitest';
import { formatReason, i18n } from '../../i18n/index.ts';
import { loadLanguage } from '../../i18n/languages.ts';
import '../../i18n/en/engine.ts';
import { fromFile } from '../../scenario/codec.ts';
import { MAX_INFLATED } from '../../scenario/defaults.ts';
import { SCENARIO_VERSION } from '../../scenario/schema.ts';
import { reasonOfScenario } from './FileStates.tsx';

afterAll(() => i18n.changeLanguage('en'));

const fileOf = (fields: object): string => JSON.stringify({ v: SCENARIO_VERSION, ...fields });
const deep = (levels: number): string => `{"v":1,"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;

test.each([
  ['{', 'The file is damaged: no JSON.'],
  ['{"transcript":{}}', 'Not valid at $.v: expected a version.'],
  [fileOf({ v: 99 }), `Made by version 99; this page knows ${SCENARIO_VERSION}.`],
  [fileOf({ settings: { window: 'x' } }), 'Not valid at $.settings.window: expected a number.'],
  [fileOf({ settings: { overhead: 0.5 } }), 'Not valid at $.settings.overhead: expected a whole number.'],
  [
    fileOf({ settings: { target: 7.5 } }),
    'Not valid at $.settings.target: expected a share above 0 and up to 1, or a whole number of tokens from 2.',
  ],
  [fileOf({ settings: { keywords: { never: [] } } }), /at \$\.settings\.keywords\.never: expected one of the lists /],
  [fileOf({ settings: { keywords: { marks: [7] } } }), /expected a word of 1 to \d+ characters\.$/],
  [fileOf({ marks: { a: 'never' } }), /at \$\.marks\.a: expected one of "LOW" \| /],
  [fileOf({ marks: { ['x'.repeat(501)]: 'pin' } }), /expected ids of at most 500 characters\.$/],
  [fileOf({ marks: [] }), 'Not valid at $.marks: expected an object of marks.'],
  [fileOf({ never: 1 }), 'Not valid at $: expected no "never".'],
  [
    fileOf({ rows: [{ key: 'a', strategy: 'a', params: { b: null } }] }),
    /expected a number, a switch, or at most 20,000 characters of text, table or list\.$/,
  ],
  [fileOf({ summaries: 3 }), 'Not valid at $.summaries: expected summaries of models.'],
  [fileOf({ settings: { window: -1 } }), /at \$\.settings\.window: expected [\d,]+ or more\.$/],
  [fileOf({ settings: { window: 1e12 } }), /at \$\.settings\.window: expected [\d,]+ or less\.$/],
  [fileOf({ settings: { model: 'x'.repeat(300) } }), 'Not valid at $.settings.model: expected at most 200 characters.'],
  [fileOf({ rows: Array.from({ length: 100_001 }, () => 1) }), /^The file is too large: 100,001 entries at \$\.rows, over the limit of \d+\.$/],
  [deep(60), /^The file is too large: over \d+ levels deep\.$/],
  ['{"v":1}'.padEnd(MAX_INFLATED + 1), /^The file is too large: [\d,]+ characters, over the limit of [\d,]+\.$/],
] as const)('why a scenario file is refused, in words of both languages: %#', async (text, words) => {
  const file = await fromFile(text);
  if (file.ok) throw new Error('understood');
  const reason = reasonOfScenario(file.error);
  await i18n.changeLanguage('en');
  if (typeof words === 'string') expect(formatReason(reason)).toBe(words);
  else expect(formatReason(reason)).toMatch(words);
  await loadLanguage('zh-CN');
  await i18n.changeLanguage('zh-CN');
  expect(formatReason(reason)).toMatch(/\p{Script=Han}/u);
  expect(formatReason(reason)).not.toMatch(/reason\.|scenario-|expects-|\b(?:expected|valid)\b/);
});
