/**
 * Every view of the page, each reached from fixed data: by the checks of the layout, by the stored pictures and by those of the docs.
 * A view is reached in English in the widest window; language, theme and width change afterwards, without a reload.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { serializeTranscript } from '../src/engine/formats/index.ts';
import { askedTalk } from '../src/models/testing/asked-talk.ts';
import type { ModelServer } from '../src/models/testing/server.ts';
import { importFile, ready } from './support.ts';

/**
 * Every language at every width, and of languages, widths and themes every pair: what depends on the theme (contrast) does not depend on
 * all three at once.
 */
export const CORNERS = [
  { language: 'en', scheme: 'light', width: 1440, height: 900 },
  { language: 'en', scheme: 'dark', width: 1280, height: 720 },
  { language: 'en', scheme: 'light', width: 390, height: 844 },
  { language: 'zh-CN', scheme: 'dark', width: 1440, height: 900 },
  { language: 'zh-CN', scheme: 'light', width: 1280, height: 720 },
  { language: 'zh-CN', scheme: 'dark', width: 390, height: 844 },
] as const;
export type Corner = (typeof CORNERS)[number];
/** Where views are reached. */
export const START: Corner = CORNERS[0];
const WIDE = { width: START.width, height: START.height };

export interface View {
  readonly name: string;
  /** From where the chapter begins to the view. */
  enter?(page: Page, server: ModelServer): Promise<unknown>;
  /** And back; a dialog is closed by its key. */
  leave?(page: Page): Promise<unknown>;
  /** A narrow page does not have it. */
  readonly wide?: true;
  /** Its picture is of the first corner: where a list that opens at a message stands depends on the widths before. */
  readonly first?: true;
  /** What a picture of it shows; by itself the open dialog, or the page. */
  part?(page: Page): Locator;
}

/** Views that one page shows one after the other: loading and comparing take longer than all of them. */
export interface Chapter {
  readonly name: string;
  /** Goes to where it begins. */
  begin(page: Page, server: ModelServer): Promise<unknown>;
  readonly views: readonly View[];
}

/** A busy machine is no failure. */
const SLOW = { timeout: 150_000 };
const sample = (name: string): string => path.resolve(import.meta.dirname, '../fixtures/samples', name);
const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const popover = (page: Page): Locator => page.locator('[popover]:popover-open').last();
const details = (page: Page): Locator => page.locator('tr[data-details]').first();
/** In every language and layout. */
const messages = (page: Page): Locator => page.getByRole('region', { name: /^(Side by side|并排对比)$/ }).last();
const panelOf = (page: Page): Locator => page.locator('#replay-panel');
const side = (page: Page): Locator => page.getByRole('region', { name: 'Side by side' });

/** The sample compared, with its answer and nothing left to come. */
export async function settled(page: Page): Promise<void> {
  await ready(page);
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Why', exact: true })).toBeVisible(SLOW);
  await expect(page.locator('[data-slow], [data-late]')).toHaveCount(0, SLOW);
  await expect(page.getByRole('progressbar')).toHaveCount(0, SLOW);
}

async function first(page: Page): Promise<void> {
  await page.goto('./');
  await settled(page);
}

async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(text);
  await expect(palette.getByRole('option').first()).toContainText(text, { ignoreCase: true });
  await page.keyboard.press('Enter');
}

const close = (page: Page): Promise<void> => page.keyboard.press('Escape');
/** A view that is one command away from the compared sample. */
const by = (name: string, text: string, then?: (page: Page) => Promise<void>): View => ({
  name,
  enter: async (page) => {
    await command(page, text);
    await expect(dialog(page)).toBeVisible();
    await then?.(page);
  },
  leave: close,
});

async function openRow(page: Page, key: string): Promise<Locator> {
  const name = page.locator(`tr[data-key="${key}"] [data-name]`).first();
  await name.scrollIntoViewIfNeeded();
  await name.click();
  const details = page.locator('tr[data-details]');
  await expect(details).toBeVisible();
  return details;
}

async function layout(page: Page, name: string): Promise<void> {
  await side(page).getByText(name, { exact: true }).click();
  await expect(side(page).getByRole('group', { name })).toBeVisible();
}

/** Adds a model of the test's own server, without a key. */
async function addModel(page: Page, server: ModelServer, model: string): Promise<void> {
  await command(page, 'Real models, keys and prompts');
  const form = dialog(page).getByRole('form', { name: 'Add model' });
  await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
  await form.getByLabel(/^Base URL/).fill(`${server.origin}/v1`);
  await form.getByLabel('Model', { exact: true }).fill(model);
  await form.getByRole('button', { name: 'Add model' }).click();
  await expect(dialog(page).getByRole('button', { name: `Edit ${model}` })).toBeVisible();
}

async function withModel(page: Page, server: ModelServer, model: string): Promise<void> {
  await first(page);
  await addModel(page, server, model);
  await close(page);
  await expect(page.getByRole('button', { name: 'Review and send' })).toBeVisible();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('dialog', { name: 'Send to a model?' }).getByRole('button', { name: 'Yes, send' }).click();
}

/** A recording of which a model is asked: its next steps follow from a list at its beginning. */
async function toAsk(page: Page, server: ModelServer): Promise<void> {
  await first(page);
  const written = serializeTranscript(askedTalk().transcript, 'playground');
  if (!written.ok) throw new Error(written.error.message);
  await importFile(page, { name: 'tickets.json', mimeType: 'application/json', buffer: Buffer.from(written.value.text) });
  await expect(page.locator('header')).toContainText('tickets.json');
  await settled(page);
  await addModel(page, server, 'reader-perfect');
  await close(page);
  const details = await openRow(page, 'middle-removal');
  await details.getByLabel(/^Ask for the other pinned row/).check();
}
const asking = (page: Page): Locator => page.locator('section', { has: page.getByRole('heading', { name: 'The model’s own word' }) }).last();

const WEEK = ['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'];
/** Three sessions and a file that is none. */
async function set(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByLabel('Transcript file').setInputFiles([
    ...WEEK.map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: readFileSync(sample(name)),
    })),
    { name: 'broken.json', mimeType: 'text/plain', buffer: Buffer.from('{"broken') },
  ]);
  await page.getByRole('button', { name: /^Compare (all )?[1-9]/ }).click(SLOW);
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible({ timeout: 120_000 });
}

async function replay(page: Page): Promise<void> {
  await first(page);
  await page.getByRole('tab', { name: 'Replay' }).click();
  await expect(page.getByRole('slider', { name: 'Context size' })).toBeVisible(SLOW);
  const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('8000');
  await window.press('Enter');
  await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible(SLOW);
}

const panel = (name: string): View => ({
  name: `replay-${name.toLowerCase()}`,
  enter: async (page) => {
    await page.getByRole('tablist', { name: 'Data of the replay' }).getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  },
  part: panelOf,
});

/** What somebody without the file sees of a link with numbers: the same page, of which it knows nothing. */
async function receive(page: Page): Promise<void> {
  await page.goto('./');
  await importFile(page, { name: 'own.json', mimeType: 'application/json', buffer: readFileSync(sample('support-policies.json')) });
  await expect(page.locator('header')).toContainText('own.json');
  await settled(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#n=1\./);
  const link = await field.inputValue();
  // From where the page does not run and holds nothing open.
  await page.goto('./icon.svg');
  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => {
        const request = indexedDB.deleteDatabase(name!);
        request.onsuccess = done;
        request.onerror = done;
      });
  });
  await page.goto(link);
  await expect(page.getByText('No message text is in the link.')).toBeVisible();
}

/** The row's name again closes it. */
const closeRow = (page: Page): Promise<void> => page.locator('tr[data-key] [data-name][aria-expanded=true]').first().click();

export const CHAPTERS: readonly Chapter[] = [
  {
    name: 'compare',
    begin: first,
    views: [
      { name: 'compare' },
      {
        name: 'why',
        enter: (page) => page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Why', exact: true }).click(),
        leave: close,
      },
      { name: 'row', enter: (page) => openRow(page, 'fact-ledger'), leave: closeRow, part: details },
      {
        name: 'row-rounds',
        enter: async (page) => {
          const details = await openRow(page, 'codex');
          await details.getByRole('button', { name: 'Compact five times' }).click();
          await expect(details.getByRole('rowheader', { name: 'original' })).toBeVisible(SLOW);
          await details.getByRole('rowheader', { name: 'original' }).scrollIntoViewIfNeeded();
        },
        leave: closeRow,
        part: details,
      },
      {
        name: 'message',
        first: true,
        enter: async (page) => {
          await side(page)
            .getByRole('button', { name: /^Message 3,/ })
            .click();
          await expect(side(page).getByText(/why\? priority/)).toBeVisible();
        },
        leave: (page) =>
          side(page)
            .getByRole('button', { name: /^Message 3,/ })
            .click(),
        part: messages,
      },
      { name: 'unified', enter: (page) => layout(page, 'unified'), part: messages },
      {
        name: 'request',
        enter: (page) => layout(page, 'request'),
        leave: (page) => side(page).getByText('columns', { exact: true }).click(),
        part: messages,
      },
      {
        name: 'plot',
        enter: (page) => page.getByRole('button', { name: 'Plot at full size' }).click(),
        leave: close,
      },
      {
        name: 'columns',
        wide: true,
        enter: async (page) => {
          await page.getByRole('button', { name: 'Columns' }).first().click();
          await expect(page.getByRole('checkbox', { name: /^Time/ })).toBeVisible();
        },
        leave: close,
        part: popover,
      },
      { name: 'details', enter: (page) => page.getByRole('button', { name: /: details$/ }).click(), leave: close, part: popover },
      {
        name: 'every-row',
        enter: async (page) => {
          await page.getByRole('button', { name: /^\d+ more rows$/ }).click();
          await page.getByRole('button', { name: /^\d+ more products$/ }).click();
          await page.getByRole('button', { name: 'Filter', exact: true }).click();
          await settled(page);
        },
      },
    ],
  },
  {
    name: 'dialogs',
    begin: first,
    views: [
      by('start', 'Start: what this is'),
      by('import', 'Import'),
      by('samples', 'Samples'),
      by('share', 'Share'),
      by('export', 'Export'),
      by('recent', 'Recent sessions'),
      by('models', 'Real models, keys and prompts'),
      by('keywords', 'Keyword lists'),
      by('config', 'Configuration of the context compactor'),
      by('history', 'History of compactions'),
      by('shortcuts', 'Keyboard shortcuts'),
      by('fates', 'Fates of message'),
      by('lost', 'What Fact ledger lost', async (page) => expect(dialog(page).locator('tbody tr[data-index]').first()).toBeVisible()),
      by('use', 'Use Fact ledger in my agent'),
      {
        name: 'palette',
        enter: async (page) => {
          await page.keyboard.press('ControlOrMeta+k');
          await expect(dialog(page)).toBeVisible();
        },
        leave: close,
      },
      {
        name: 'not-understood',
        enter: async (page) => {
          await importFile(page, { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"some": "thing", "else": [1, 2]}') });
          await expect(page.getByRole('alert')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'settings',
    begin: first,
    views: [
      {
        name: 'pipeline',
        enter: async (page) => {
          await command(page, 'New pipeline');
          await expect(page.locator('tr[data-details]')).toBeVisible();
          await settled(page);
        },
        leave: closeRow,
        part: details,
      },
      {
        name: 'applied',
        enter: async (page) => {
          await command(page, 'Apply Sliding window');
          await expect(page.getByRole('region', { name: 'Working context' })).toBeVisible();
          await settled(page);
        },
      },
    ],
  },
  {
    name: 'models',
    begin: (page, server) => withModel(page, server, 'ok'),
    views: [
      { name: 'unsent' },
      by('models-two', 'Real models, keys and prompts'),
      {
        name: 'send',
        enter: async (page) => {
          await page.getByRole('button', { name: 'Review and send' }).click();
          await expect(page.getByRole('dialog', { name: 'Send to a model?' })).toContainText('tokens');
          await dialog(page)
            .getByText(/^Prompt 1 · /)
            .click();
        },
        leave: close,
      },
      {
        name: 'written',
        enter: async (page) => {
          await send(page);
          await expect(page.getByText(/\d+ summaries written/)).toBeVisible(SLOW);
          await openRow(page, 'incremental-summary');
        },
      },
    ],
  },
  {
    name: 'refused',
    begin: async (page, server) => {
      await withModel(page, server, 'status-401');
      await send(page);
      await expect(page.getByText(/does not accept the key/).first()).toBeVisible(SLOW);
    },
    views: [{ name: 'failed' }],
  },
  {
    name: 'ask',
    begin: toAsk,
    views: [
      {
        name: 'ask',
        enter: async (page) => {
          await asking(page).getByRole('button', { name: 'What would be sent …' }).click();
          await asking(page)
            .getByText(/^The exact requests/)
            .click();
          await asking(page)
            .getByText(/^1 · next step/)
            .click();
          await expect(asking(page).getByLabel('Messages').first()).toHaveValue(/T1 is in/);
        },
        part: details,
      },
      {
        name: 'asked',
        enter: async (page) => {
          await asking(page).getByRole('button', { name: 'Yes, ask' }).click();
          await expect(asking(page).getByRole('table', { name: 'Questions' })).toBeVisible(SLOW);
        },
        part: details,
      },
    ],
  },
  {
    name: 'set',
    begin: set,
    views: [
      { name: 'set' },
      {
        name: 'set-plot',
        enter: async (page) => {
          await page.getByText('plot', { exact: true }).click();
          await expect(page.getByRole('figure').first()).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'tune',
    begin: async (page) => {
      await first(page);
      await page.getByRole('tab', { name: 'Set' }).click();
      await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
    },
    views: [
      { name: 'set-empty' },
      { name: 'tune', enter: (page) => page.getByRole('tab', { name: 'Tune' }).click() },
      {
        name: 'tuned-map',
        enter: async (page) => {
          const form = page.getByRole('region', { name: 'What to tune' });
          await form.getByRole('button', { name: 'Add a 2nd parameter' }).click();
          await form.getByLabel('values').nth(0).fill('3');
          await form.getByLabel('values').nth(1).fill('2');
          await form.getByRole('button', { name: 'Run', exact: true }).click();
          await expect(page.getByRole('region', { name: 'What to set' })).toBeVisible(SLOW);
        },
      },
      {
        name: 'tuned',
        enter: async (page) => {
          const form = page.getByRole('region', { name: 'What to tune' });
          await form.getByLabel('2nd parameter').selectOption('None');
          await form.getByRole('button', { name: 'Run again' }).click();
          await expect(page.getByRole('img', { name: /^Kept of what was needed by Ledger share/ })).toBeVisible(SLOW);
        },
      },
      { name: 'tuned-table', enter: (page) => page.getByText('Table', { exact: true }).first().click() },
    ],
  },
  {
    name: 'replay',
    begin: replay,
    views: [{ name: 'replay' }, panel('Compactions'), panel('Requests'), panel('Misses'), panel('Context'), panel('Log')],
  },
  { name: 'sent', begin: receive, views: [{ name: 'sent' }] },
];

/** Language, theme and width by the page's own means, in whatever is open. */
export async function turnTo(page: Page, { language, scheme, width, height }: Corner): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    await page.setViewportSize(WIDE);
    // A dialog leaves what is behind it inert for a pointer, not for the page.
    await page
      .locator('header button[aria-label^="Language"], header button[aria-label^="语言"]')
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  await expect(page.locator('[data-slow], [data-late]')).toHaveCount(0, SLOW);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What follows from a new width is measured in one frame and drawn in the next.
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished.catch(() => null)),
    );
    await document.fonts.ready;
  });
}

/** Adds the fonts of the pictures to every page that is opened. */
export async function withFonts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const add = () => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = '/fonts/fonts.css';
      // All of them at once: a chart measures its labels once, and would do so by another font.
      link.onload = () => void Promise.all(Array.from(document.fonts, (face) => face.load().catch(() => null)));
      // A picture that is opened by itself has none.
      document.head?.append(link);
    };
    if (document.head) add();
    else document.addEventListener('DOMContentLoaded', add);
  });
}
