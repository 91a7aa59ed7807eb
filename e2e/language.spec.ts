import type { Page } from '@playwright/test';
import { formatNames } from '../src/engine/transcript/english.ts';
import { expect, expectAccessible, open, settled, SHOWN_ROWS, statusLine, test } from './support.ts';

/** Switched to by hand, kept over a reload, chosen by the browser at the first visit; nothing of the page stays English. */

const table = (page: Page) => page.locator('table', { has: page.locator('tr[data-key]') });
/** Titles of A, B and C. */
const compared = (page: Page) => table(page).locator('tr[data-pinned] [data-name]').allInnerTexts();

async function ready(page: Page): Promise<void> {
  await settled(page);
  await expect(statusLine(page)).toContainText(/[\d,]+ 条消息/);
}

async function toChinese(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Language: English/ }).click();
  await ready(page);
  await expect(table(page).getByRole('row', { name: /最旧移除策略/ })).toBeVisible();
}

/** The messages of the side by side, samples of code, keys, the names of models: no dictionary has them. */
const NO_WORDS = 'script, style, noscript, pre, code, textarea, kbd, optgroup, [role="group"]';

/** All other text, and every accessible name: what the dictionaries have to fill. */
function words(page: Page): Promise<string[]> {
  return page.evaluate((excluded) => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element?.closest(excluded)) found.add(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'aria-description']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        // What a message says whole where its room cuts it.
        if (name === 'title' && element.closest(excluded)) continue;
        found.add(element.getAttribute(name) ?? '');
      }
    }
    return [...found].filter((text) => text !== '');
  }, NO_WORDS);
}

const GROUPS =
  'app|check|compare|control|conversations|details|dialog|diff|expected|export|facts|failed|fires|format|frame|gauge|header|import|loss|measure|mock|notice|palette|param|plot|progress|reason|region|row|samples|share|shortcuts|status|strategy|strip|tab|theme|toast|tokenizer|unit|violation|warning';
const RAW_KEY = new RegExp(`\\b(${GROUPS})\\.[a-z][\\w.-]+|\\{\\{|\\$t\\(`);
/** Names and units that engineers write in Latin letters: models, tokenizers, providers, files, keys, priorities. */
const LATIN =
  /\b(tokens?|tok|ms|KB|MB|Ctrl|Shift|Enter|English|CSV|JSONL?|Markdown|SHA-256|CRITICAL|HIGH|NORMAL|LOW|Anthropic|OpenAI|Gemini|ShareGPT|LM Studio|Ollama|Claude Code|Chat Completions|Messages|Responses|LangChain|AI SDK|gpt-[\w.-]+|claude-[\w.-]+|\w+_base|[\w-]+\.(jsonl?|md)|[0-9a-f]{16}|pi)\b/gi;

/** A product's or a system's name as its makers write it, and a parameter by the product's own name with its value. */
const PRODUCTS =
  /^(macOS|Linux|Windows|Cline|Roo Code|Claude Code, Codex, Gemini CLI|OpenHands SDK|aider|Codex(?: CLI| rollout)?|Gemini CLI|Cline, Roo Code|LangChain, AI SDK, OpenAI|goose|Qwen Code|Kimi CLI|CrewAI|LangMem|opencode)$/;
const FORMATS: ReadonlySet<string> = new Set(Object.values(formatNames));
const PARAMETER = /^[a-z]+(_[a-z]+|[A-Z][a-z]+)* [\d,.]+%?$/;

async function expectChinese(page: Page, where: string): Promise<void> {
  await settled(page);
  const all = (await words(page)).map((text) => text.replace(/^= /, ''));
  expect(
    all.filter((text) => RAW_KEY.test(text)),
    `${where}: raw keys`,
  ).toEqual([]);
  expect(
    all.filter(
      (text) =>
        !/\p{Script=Han}/u.test(text) &&
        !FORMATS.has(text) &&
        !PRODUCTS.test(text) &&
        !PARAMETER.test(text) &&
        /[a-z]{2}/i.test(text.replace(LATIN, '')),
    ),
    `${where}: words that are not Chinese`,
  ).toEqual([]);
}

test('中文 by the button: table, controls and reasons; kept over a reload; back to English', async ({ page }) => {
  await open(page, SHOWN_ROWS);
  await toChinese(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  for (const name of ['打开会话', '分享']) await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  for (const name of ['答案', '全部策略', '图', '回放', '多个会话', '调参']) await expect(page.getByRole('tab', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^设置/ }).click();
  const settings = page.getByRole('complementary', { name: '设置' });
  for (const name of ['上下文窗口', '触发阈值', '目标']) await expect(settings.getByRole('slider', { name, exact: true })).toBeVisible();
  await settings.getByRole('button', { name: '关闭设置' }).click();
  for (const title of ['最旧移除策略', '滑动窗口压缩', '随机移除']) await expect(table(page).getByRole('rowheader', { name: title })).toBeVisible();
  for (const head of ['节省', '保留率', '效率']) await expect(table(page).getByRole('columnheader', { name: head })).toBeVisible();

  // The titles of A, B and C and the reasons of a message.
  const side = page.getByRole('region', { name: '并排对比' });
  const chinese = await compared(page);
  expect(chinese).toHaveLength(3);
  expect(chinese.join()).toMatch(/\p{Script=Han}/u);
  for (const title of chinese) await expect(side.getByText(title.trim(), { exact: true })).toBeVisible();
  await side.getByRole('button', { name: /^消息 2，/ }).click();
  for (const letter of ['A', 'B', 'C']) await expect(side.getByText(new RegExp(`^为什么？${letter}：(原文|截短|摘要|移出|丢弃)$`))).toBeVisible();
  await expect(side.getByText(/^为什么？优先级 (HIGH|NORMAL|LOW|CRITICAL)$/)).toBeVisible();

  await page.reload();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

  await page.getByRole('button', { name: /^语言：简体中文/ }).click();
  await expect(page.getByRole('table', { name: 'Policies' }).getByRole('rowheader', { name: 'Oldest removal', exact: true })).toBeVisible();
  for (const title of await compared(page))
    await expect(page.getByRole('region', { name: 'Side by side' }).getByText(title.trim(), { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await settled(page);
  const left = (await words(page)).filter((text) => /\p{Script=Han}/u.test(text) && !text.includes('简体中文'));
  expect(left).toEqual([]);
});

test('nothing stays English or a raw key: page, row, dialogs, palette, narrow page', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await toChinese(page);
  await page.getByRole('button', { name: '打开会话', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '查看示例' }).click();
  await expectChinese(page, 'samples');
  await page.getByRole('button', { name: /茶饮门店/ }).click();
  await expect(statusLine(page)).toContainText('76 条消息');
  await expectChinese(page, 'page');

  await page.getByRole('button', { name: '按提供商自动选择', exact: true }).click();
  await expect(page.locator('[data-details]')).toBeVisible();
  await expectChinese(page, 'row');

  for (const name of ['打开会话', '链接', '报告', '导出']) {
    if (name !== '打开会话') await page.getByRole('button', { name: '分享', exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog').last()).toBeVisible();
    await expectChinese(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('button', { name: '命令面板' }).click();
  await expect(page.getByRole('dialog').getByText('示例：编程会话：轮渡座位预留')).toBeVisible();
  await expectChinese(page, 'palette');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: '分享', exact: true })).toBeVisible();
  await expectChinese(page, 'narrow');
});

test('a file that is not understood says why in Chinese', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await toChinese(page);
  const buffer = Buffer.from('{"some": "thing", "else": [1, 2]}');
  await page.getByLabel('会话文件', { exact: true }).setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('这份 JSON 不是会话，而是含有 "some", "else" 的对象');
  await expect(alert).toContainText('OpenAI Chat Completions：[{"role", "content"}], {"messages"}');
});

test('no accessibility violations in Chinese, light and dark', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await toChinese(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test.describe('a browser that prefers Chinese', () => {
  test.use({ locale: 'zh-TW' });
  test('sees Chinese at the first visit, and English once chosen', { tag: '@deep' }, async ({ page }) => {
    await page.goto('./');
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.getByRole('button', { name: /^语言/ }).click();
    await expect(page.getByRole('button', { name: 'Open a session', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Open a session', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

const DICTIONARY = /\/zh-CN-[\w-]+\.js$/;

test('the dictionary is fetched when somebody asks for it, not before', { tag: '@deep' }, async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await open(page);
  expect(fetched.filter((url) => DICTIONARY.test(url))).toEqual([]);
  await toChinese(page);
  expect(fetched.filter((url) => DICTIONARY.test(url))).toHaveLength(1);
});

test('without the dictionary the page stays as it is and says so', { tag: '@deep' }, async ({ page, allowed }) => {
  allowed.errors.push(/Failed to load resource/);
  await open(page);
  await page.route(DICTIONARY, (route) => route.abort());
  await page.getByRole('button', { name: /^Language: English/ }).click();
  await expect(page.getByText('The words of 简体中文 could not be fetched.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Open a session', exact: true })).toBeVisible();
});
