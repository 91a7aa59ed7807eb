/** Both questions, from a first visit and from a session that was compacted, by mouse and by keys, in both languages. */
import type { Page } from '@playwright/test';
import { answer as en } from '../src/i18n/en/answer.ts';
import { compare as enCompare } from '../src/i18n/en/compare.ts';
import { answer as zh } from '../src/i18n/zh-CN/answer.ts';
import { compare as zhCompare } from '../src/i18n/zh-CN/compare.ts';
import { expect, settled, test } from './support.ts';

/** A session of pi that was compacted once: its summary names none of the settings that are needed again. */
const text = (role: string, words: string, k: number) => ({
  type: 'message',
  timestamp: `2026-01-02T03:${String(Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}.000Z`,
  message: { role, content: [{ type: 'text', text: words }] },
});
const LINES = [
  { type: 'session', id: 's', timestamp: '2026-01-02T03:00:00.000Z', cwd: '/' },
  ...Array.from({ length: 40 }, (_, k) =>
    k % 2 === 0
      ? text('user', `Part ${k}: the port is setting_port_${k * 7919} and the file src/part-${k}/config.ts. ${'Plain words. '.repeat(20)}`, k)
      : text('assistant', `I keep part ${k - 1} in mind.`, k),
  ),
  { type: 'compaction', timestamp: '2026-01-02T03:01:00.000Z', summary: 'The parts were named.', firstKeptEntryIndex: 39, tokensBefore: 3000 },
  ...Array.from({ length: 40 }, (_, k) =>
    k % 2 === 0 ? text('user', 'Go on.', 60 + k) : text('assistant', `Now setting_port_${(k - 1) * 7919} in src/part-${k - 1}/config.ts.`, 60 + k),
  ),
];
const COMPACTED = {
  name: 'compacted.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from(LINES.map((line) => JSON.stringify(line)).join('\n')),
};

const LANGUAGES = { 'en-US': { ...en, ...enCompare }, 'zh-CN': { ...zh, ...zhCompare } };

/** A text with numbers in the places of its values, and the noun of a count in one of its numbers. */
const saying = (text: string): RegExp =>
  new RegExp(text.replaceAll(/\{\{\w+(?:, noun ([^}]+))?[^}]*\}\}/g, (_, noun) => (noun ? `\\d+\\s${noun}s?` : '\\d+')));

/** Presses of Tab from the beginning of the view until a button with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.getElementById('main')?.focus());
  for (let presses = 1; presses <= 12; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
  }
  throw new Error(`more than 12 presses of Tab to ${name}`);
}

for (const [locale, words] of Object.entries(LANGUAGES))
  test.describe(locale, () => {
    test.use({ locale, newcomer: true, viewport: { width: 1440, height: 900 } });
    for (const by of ['keys', 'mouse'] as const)
      for (const from of ['a first visit', 'a compacted session'] as const) {
        const isDaily = by === 'keys' && (locale === 'zh-CN') === (from === 'a compacted session');
        test(`what was forgotten and what would have kept it: ${from}, by ${by}`, { tag: isDaily ? [] : ['@deep'] }, async ({ page }) => {
          await page.goto('./');
          await settled(page);
          if (from === 'a compacted session') {
            await page.locator('input[type=file]').first().setInputFiles(COMPACTED);
            await expect(page).toHaveTitle(/^compacted/);
            await settled(page);
            await expect(page.getByRole('heading', { level: 1 })).toContainText(saying(words['answer.say.recorded.lost']));
          }
          const act = async (name: string): Promise<void> => {
            if (by === 'mouse') return page.getByRole('button', { name, exact: true }).first().click();
            await tabTo(page, name);
            await page.keyboard.press('Enter');
          };
          for (const [name, shown] of [
            [words['answer.lost'], page.getByRole('dialog').getByRole('option').first()],
            [words['row.why'], page.getByRole('heading', { name: words['answer.why.title'] })],
            [words['row.agent'], page.getByRole('dialog').locator('pre').first()],
          ] as const) {
            await act(name);
            await expect(shown).toBeVisible();
            await page.keyboard.press('Escape');
            await expect(shown).toHaveCount(0);
          }
        });
      }
  });
