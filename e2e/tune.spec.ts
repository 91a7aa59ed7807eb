import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectSaved, open, settled, test } from './support.ts';

const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
const form = (page: Page) => page.getByRole('region', { name: 'What to tune' });
const answer = (page: Page) => page.getByRole('region', { name: 'What to set' });
const table = (page: Page) => page.getByRole('region', { name: 'Every setting' }).getByRole('table');

/** Tries the ledger's share from so much to so much, in percent. */
async function sweep(page: Page, from: string, to: string, values: string): Promise<void> {
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByLabel('from, %').fill(from);
  await form(page).getByLabel('to, %').fill(to);
  await form(page).getByLabel('values').fill(values);
  await form(page)
    .getByRole('button', { name: /^Run( again)?$/ })
    .click();
  await settled(page);
  await expect(answer(page)).toBeVisible();
}

test('a parameter is swept over the open session: a sentence, curves, and the numbers of the comparison', async ({ page }) => {
  await open(page, '');
  await sweep(page, '20', '80', '2');
  await expect(answer(page)).toContainText(/Fact ledger: (Set|Leave) Ledger share \d+/);
  await expect(answer(page)).toContainText('chosen on 6, reported on 6 checkpoints of one session');
  await expect(answer(page)).toContainText(/\(95 %: [+−]?[\d.]+ to [+−]?[\d.]+\)/);
  for (const title of ['Needed later, kept', 'Second measure', 'Messages word for word', 'Efficiency']) {
    const curve = page
      .getByRole('figure', { name: title, exact: true })
      .getByRole('img', { name: new RegExp(`^${title} by Ledger share; chosen \\d`) });
    await expect(curve.locator('path[d^="M"]').first()).toBeVisible();
  }
  const front = page.getByRole('figure', { name: 'Best at both' });
  await expect(front.locator('path[data-front]')).toHaveAttribute('d', /^M[\d.]+ [\d.]+/);
  await page.getByText('Table', { exact: true }).first().click();
  const now = table(page).getByRole('row', { name: /^Ledger share 50 %/ });
  await expect(now).toContainText('now');
  await expect(table(page).getByRole('row')).toHaveCount(4);
});

test('what is chosen is applied with one click, undone, and made a row of its own @deep', async ({ page }) => {
  await open(page);
  await sweep(page, '5', '100', '6');
  await form(page).getByLabel('Best means most').selectOption('Efficiency');
  // Decided by the same runs: nothing is computed again.
  await expect(answer(page)).toContainText('Best efficiency at');
  const apply = answer(page).getByRole('button', { name: /^Apply \d/ });
  await settled(page);
  const value = /Apply ([\d.]+)/.exec((await apply.textContent()) ?? '')![1]!;
  await apply.click();
  await expect(page.getByText(`Fact ledger: Ledger share ${value}`, { exact: false }).first()).toBeVisible();
  await expect(form(page).getByText(`now ${value}`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(form(page).getByText('now 50')).toBeVisible();
  await answer(page).getByRole('button', { name: 'Make a copy of it' }).click();
  await expect(
    form(page)
      .getByLabel('Policy')
      .getByRole('option', { name: /Fact ledger/ }),
  ).toHaveCount(2);
  // The row in Compare has the value that was chosen; the one that was tuned keeps its own.
  await page.getByRole('tab', { name: 'All policies' }).click();
  const made = page.getByRole('table', { name: 'Policies' }).getByRole('button', { name: /^Fact ledger \(2\)/ });
  // It is open, because it was added.
  await expect(made).toHaveAttribute('aria-expanded', 'true');
  const details = page.locator('[data-details]');
  await expect(details.getByRole('textbox', { name: /^Ledger share of Fact ledger/ })).toHaveValue(value);
});

test('two parameters have a map, several budgets one each; other halves are drawn without a run; numbers are saved @deep', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByRole('button', { name: 'Add a 2nd setting' }).click();
  await form(page).getByLabel('values').nth(0).fill('3');
  await form(page).getByLabel('values').nth(1).fill('2');
  await form(page).getByRole('button', { name: 'Run', exact: true }).click();
  await settled(page);
  const map = page.getByRole('region', { name: 'Needed later, kept, by combination' }).getByRole('table');
  const cells = (await map.locator('tbody td').allInnerTexts()).map((text) => text.replaceAll(/\s*▲/g, ' ▲').trim());
  // At least three values by two; the present ones stand between them.
  expect(cells.length).toBeGreaterThanOrEqual(6);
  const { svg, texts } = await expectSaved(page, page.getByRole('button', { name: 'Save Needed later, kept, by combination as a picture' }));
  expect(texts).toEqual(expect.arrayContaining(['Needed later, kept, by combination', 'Ledger share →', ...cells]));
  expect(texts).toEqual(expect.arrayContaining(await map.locator('tbody th').allInnerTexts()));
  expect(svg.match(/<rect[^>]*fill="none"/g)).toHaveLength(await map.locator(':is([data-chosen], [data-now])').count());
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await form(page).getByLabel('2nd setting').selectOption('');
  await form(page).getByLabel('Budgets').fill('20, 40');
  await form(page).getByRole('button', { name: 'Run again' }).click();
  await settled(page);
  await answer(page).getByText('40 %').first().click();
  await form(page).getByRole('button', { name: 'Draw again' }).click();
  await settled(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync((await (await saved).path())!, 'utf8')
    .trim()
    .split('\n');
  expect(csv[0]).toBe('strategy,target,setting,params,half,measure,mean,low,high,units,bar,over,invalid,failed');
  expect(new Set(csv.slice(1).map((line) => line.split(',')[1]))).toEqual(new Set(['0.2', '0.4']));
  const savedJson = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const file = await savedJson;
  expect(file.suggestedFilename()).toMatch(/\.tune-fact-ledger\.json$/);
  const json = JSON.parse(readFileSync(await file.path(), 'utf8')) as { rows: { points: { target: number }[] }[] };
  expect(new Set(json.rows.flatMap(({ points }) => points.map(({ target }) => target)))).toEqual(new Set([0.2, 0.4]));
});

test('each measure has a map of its own: its numbers are those of the table of every setting, and it is saved by itself @deep', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByRole('button', { name: 'Add a 2nd setting' }).click();
  const second = form(page).getByLabel('2nd setting');
  const words = (await second.locator('option:checked').innerText()).trim();
  await form(page).getByLabel('values').nth(0).fill('3');
  await form(page).getByLabel('values').nth(1).fill('2');
  await form(page).getByRole('button', { name: 'Run', exact: true }).click();
  await settled(page);
  const [kept, own, whole, efficiency, cost] = ['Needed later, kept', 'Second measure', 'Messages word for word', 'Efficiency', 'Next call'];
  const maps = page.getByRole('region', { name: /, by combination$/ });
  /** A map writes the unit in its caption, and a whole percent with its decimal. */
  const plain = (cell: string): string => cell.replace(/\s*[▲%]$/, '').replace(/\.0$/, '');
  /** By measure: what each combination has, by the words of the setting. */
  const drawn = async (titles: readonly string[]): Promise<Map<string, Map<string, string>>> => {
    await expect(maps).toHaveCount(titles.length);
    const all = new Map<string, Map<string, string>>();
    for (const title of titles) {
      const map = page.getByRole('region', { name: `${title}, by combination` });
      const columns = (await map.locator('thead th').allInnerTexts()).slice(1);
      const cells = new Map<string, string>();
      for (const row of await map.locator('tbody tr').all()) {
        const side = await row.locator('th').innerText();
        for (const [i, cell] of (await row.locator('td').allInnerTexts()).entries())
          cells.set(`Ledger share ${columns[i]}, ${words} ${side}`, plain(cell));
      }
      all.set(title, cells);
    }
    return all;
  };
  /** The cell of each setting in the other half; the measure that decides has no column of its name alone. */
  const listed = async (): Promise<Map<string, Map<string, string>>> => {
    await page.getByText('Table', { exact: true }).first().click();
    await settled(page);
    const heads = (await table(page).locator('thead th').allInnerTexts()).map((head) => head.trim());
    const deciding = /^(.+), chosen on$/.exec(heads[2]!)![1]!;
    const all = new Map<string, Map<string, string>>();
    for (const row of await table(page).locator('tbody tr').all()) {
      const setting = (await row.locator('th').innerText()).trim();
      for (const [i, cell] of (await row.locator('td').allInnerTexts()).entries()) {
        const head = heads[i + 1]!;
        const title = head === 'other half' ? deciding : head;
        all.set(title, (all.get(title) ?? new Map<string, string>()).set(setting, plain(cell)));
      }
    }
    await page.getByText('Charts', { exact: true }).first().click();
    return all;
  };
  const expectSame = async (titles: readonly string[]): Promise<void> => {
    await settled(page);
    const [inMaps, inTable] = [await drawn(titles), await listed()];
    for (const title of titles) expect(Object.fromEntries(inMaps.get(title)!), title).toEqual(Object.fromEntries(inTable.get(title)!));
  };
  await expectSame([kept!, own!, whole!, efficiency!]);
  // Each map marks the same two settings, and is a picture by itself.
  for (const title of [own!, whole!, efficiency!]) {
    const map = page.getByRole('region', { name: `${title}, by combination` });
    await expect(map.locator('[data-chosen]')).toHaveCount(1);
    await expect(map.locator(':is([data-chosen], [data-now])')).toHaveCount(
      await page
        .getByRole('region', { name: `${kept}, by combination` })
        .locator(':is([data-chosen], [data-now])')
        .count(),
    );
  }
  const { texts } = await expectSaved(page, page.getByRole('button', { name: `Save ${whole}, by combination as a picture` }));
  const cells = await page
    .getByRole('region', { name: `${whole}, by combination` })
    .locator('td')
    .allInnerTexts();
  expect(texts).toEqual(expect.arrayContaining([`${whole}, by combination`, ...cells.map((text) => text.replaceAll(/\s*▲/g, ' ▲').trim())]));
  // Another measure decides: it has the large map, and says that less is better; the one of before is small.
  await form(page).getByLabel('Best means most').selectOption({ label: cost! });
  await expect(page.getByRole('figure', { name: `${cost}, by combination` })).toContainText('less is better');
  await expectSame([cost!, kept!, own!, whole!]);
  // Every other measure is one click away, as a map and as a curve.
  const rest = ['Still in its sentence', 'Your own words', 'Tokens left'];
  const left = page.getByRole('figure', { name: rest[2]!, exact: true });
  await expect(left).toHaveCount(0);
  await page.getByRole('button', { name: '4 more measures' }).click();
  await expect(left).toBeVisible();
  await expect(page.getByRole('figure', { name: `${rest[2]}, by combination` })).toContainText('less is better');
  await expectAccessible(page);
  await expectSame([cost!, kept!, own!, whole!, efficiency!, ...rest]);
});

test('over a set it is chosen on one half of the sessions and reported on the other; a run can be cancelled @deep', async ({ page }) => {
  await page.goto('./');
  await page
    .getByLabel('Session file')
    .setInputFiles(
      ['coding-session.jsonl', 'research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) =>
        path.join(samples, name),
      ),
    );
  await expect(page.getByRole('tab', { name: /^Many sessions \d sessions/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(form(page).getByRole('progressbar', { name: 'Runs' })).toBeVisible();
  await form(page).getByRole('button', { name: 'Cancel the runs' }).click();
  await expect(form(page).getByRole('progressbar')).toHaveCount(0);
  await expect(form(page).getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  await sweep(page, '20', '80', '2');
  await expect(answer(page)).toContainText(/chosen on \d+, reported on \d+ (sessions?|checkpoints?)/);
  // What was run before a cancel stays: other wishes are answered by it.
  await form(page).getByLabel('values').fill('40');
  await form(page).getByRole('button', { name: 'Run again' }).click();
  await form(page).getByRole('button', { name: 'Cancel the runs' }).click();
  await form(page).getByLabel('Best means most').selectOption('Efficiency');
  await expect(answer(page)).toContainText('Best efficiency at');
});

test('two rows in one run: which wins, a curve each, and a curve over the budgets; a reload shows it, one more value runs alone @deep', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByRole('button', { name: 'Add a policy' }).click();
  await form(page).getByLabel('Policy 2').selectOption({ label: 'Middle removal' });
  await form(page).getByLabel('values').nth(0).fill('2');
  await form(page).getByLabel('values').nth(1).fill('2');
  // Below them no value of Middle removal stays within the budget of this short session.
  await form(page).getByLabel('Budgets').fill('60, 80');
  await form(page).getByRole('button', { name: 'Run', exact: true }).click();
  const race = page.getByRole('region', { name: 'Which policy wins' });
  await settled(page);
  await expect(race.getByRole('table').getByRole('row')).toHaveCount(3);
  await expect(race).toContainText(/(Fact ledger|Middle removal) with .+/);
  await expect(page.getByRole('img', { name: /^Needed later, kept, by policy: .*Fact ledger.*Middle removal/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Needed later, kept, over the budgets: .*Fact ledger, best of each/ })).toBeVisible();
  await expectAccessible(page);
  await race.getByRole('button', { name: 'Middle removal' }).click();
  await expect(answer(page)).toContainText('Middle removal:');
  await settled(page);
  const said = await race.innerText();

  await page.reload();
  await page.getByRole('tab', { name: 'Tune' }).click();
  await settled(page);
  expect(await race.innerText()).toContain(said.split('\n')[3]!);
  await expect(form(page).getByLabel('Policy 2')).toHaveValue('middle-removal');
  await form(page).getByRole('button', { name: 'Run again' }).click();
  await settled(page);
  await expect(form(page).getByRole('status')).toContainText(/^0 runs in \d+ s\. \d+ from before\./);
});

test('a search of all parameters says what it ran, and what has no effect @deep', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByLabel('runs of a search').fill('30');
  await form(page).getByRole('button', { name: 'Search all settings' }).click();
  await settled(page);
  await expect(answer(page)).toContainText(/Settings × sessions: \d+ × 1\./);
  await expect(form(page).getByRole('status')).toContainText(/\d+ runs in \d+ s/);
});

test('a value that cannot be is said beside the form, and nothing is run @deep', async ({ page }) => {
  await open(page);
  await page.getByRole('tab', { name: 'Tune' }).click();
  await form(page).getByLabel('to, %').fill('400');
  await form(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(form(page).getByRole('alert')).toContainText('Ledger share: expected 5 … 100');
  await form(page).getByLabel('to, %').fill('');
  await form(page).getByLabel('Budgets').fill('many');
  await form(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(form(page).getByRole('alert')).toContainText('Budgets: Percent up to 100');
});
