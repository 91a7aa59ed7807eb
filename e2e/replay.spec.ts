import { readFileSync } from 'node:fs';
import { size, panel, done, openRuns, replayed, moreSettings, answer, withColumn, oneForAll, summary, cell } from './replay-view.ts';
import { expect, expectAccessible, importFile, ready, settled, settledAddress, sharedFile, test, openSettings } from './support.ts';

test('a session that never fills its window, in a smaller one: a context, why, forward, back and play', async ({ page }) => {
  await openRuns(page);
  await test.step('says so, and one click shows it in a smaller one, also after a reload', async () => {
    await page.getByRole('tab', { name: 'Replay' }).click();
    await oneForAll(page);
    await expect(page.getByText(/No trigger fires/)).toBeVisible();
    await page.getByRole('button', { name: /Try a window of/ }).click();
    await expect(page.getByText(/No trigger fires/)).toBeHidden();
    await done(page);
    await expect(cell(page, /Middle removal/, 'compacted')).not.toHaveText('0');
    await settledAddress(page);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Replay', selected: true })).toBeVisible();
    await expect(page.getByText(/No trigger fires/)).toBeHidden();
    await expect(size(page)).toBeVisible();
  });
  await test.step('a context: what went out, why, forward, back and play', async () => {
    await panel(page, 'Context').click();
    await page.getByRole('button', { name: 'Next compaction' }).click();
    const facts = page.getByText(/recorded so far · 1 compaction/);
    await expect(facts).toBeVisible();
    const number = page.getByRole('tabpanel', { name: 'Context' }).getByRole('textbox', { name: 'Request' });
    await page.getByRole('button', { name: 'One request back' }).click();
    await expect(page.getByText(/recorded so far · 0 compactions/)).toBeVisible();
    await page.getByRole('button', { name: 'One request forward' }).click();
    await expect(facts).toBeVisible();
    await page.getByRole('checkbox', { name: 'Only what was changed' }).check();
    const list = page.getByRole('group', { name: 'Side by side', exact: true });
    await list.getByRole('button', { name: 'Show' }).first().click();
    await list
      .getByRole('button', { name: /^Message \d+/ })
      .first()
      .click();
    await expect(list.getByText(/Compaction 1: |As recorded: no compaction touched it/)).toBeVisible();
    await number.fill('2');
    await number.press('Enter');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(async () => Number(await number.inputValue())).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Pause' }).click();
  });
});

test.describe('replay', () => {
  test.use({ whole: true });

  test('where no trigger fires it opens with the largest window in which one does, marked, and one click goes back', { tag: '@deep' }, async ({
    page,
  }) => {
    await openRuns(page);
    await page.getByRole('tab', { name: 'Replay' }).click();
    await oneForAll(page);
    const notes = page.getByRole('region', { name: 'Notes on the replay' });
    const drawn = notes.getByText(/What if: [\d,]+, the largest window that fires/);
    const mark = page.getByText(/^what-if window of [\d,]+ tokens$/);
    await expect(drawn).toBeVisible();
    await expect(mark).toBeVisible();
    await done(page);
    await expect(cell(page, /Middle removal/, 'compacted')).not.toHaveText('0');
    await notes.getByRole('button', { name: 'Back to 200,000' }).click();
    await expect(mark).toBeHidden();
    await done(page);
    await expect(cell(page, /Middle removal/, 'compacted')).toHaveText('0');
    // One token more than the largest, and nothing fires.
    const largest = /[\d,]+$/.exec((await notes.getByRole('button', { name: /^Show the largest window that fires/ }).textContent())!)![0];
    const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
    const compactions = async (tokens: number) => {
      await window.fill(String(tokens));
      await window.press('Enter');
      await done(page);
      return cell(page, /Middle removal/, 'compacted');
    };
    const tokens = Number(largest.replaceAll(',', ''));
    await expect(await compactions(tokens)).not.toHaveText('0');
    await expect(await compactions(tokens + 1)).toHaveText('0');
    await expect(mark).toBeHidden();
    await notes.getByRole('button', { name: /^Show the largest window/ }).click();
    await expect(mark).toBeVisible();
    await expect(window).toHaveValue('200,000');
  });

  test('costs are held against what was recorded, and what could not have been sent is no saving', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await expect(summary(page).getByRole('columnheader', { name: 'Against recorded' })).toBeVisible();
    await withColumn(page, 'Against none');
    const middle = summary(page).getByRole('row', { name: /Middle removal/ });
    await expect(middle.getByText(/^\d+ could not be sent$/)).toBeVisible();
    const over = answer(page).getByText(/Without compaction 43 of 79 requests would be over the window of 40,000\./);
    await expect(over).toBeVisible();
    await answer(page).getByRole('button', { name: 'Why this differs' }).click();
    await expect(
      page.getByText(/Without compaction 43 of 79 requests would be over the window of 40,000.*compared with the recording/),
    ).toBeVisible();
    await expect(page.getByText(/^Recorded: \$1\.67 for 79 of 79 requests; they cost \$1\.67 here without compaction$/)).toBeVisible();
    await page.keyboard.press('Escape');
    const cost = page.getByRole('slider', { name: 'Cost so far' });
    await cost.focus();
    await page.keyboard.press('End');
    await expect(cost).toHaveAttribute('aria-valuetext', /Recorded usage \$1\.67/);
    await panel(page, 'Requests').click();
    await page.getByRole('radio', { name: 'Cost so far' }).check();
    await expect(page.getByRole('columnheader', { name: 'Recorded usage' })).toBeVisible();
    await expect(page.getByRole('tabpanel', { name: 'Requests' }).getByRole('row', { name: /^79 / }).getByRole('cell').last()).toHaveText('$1.67');
    // A window that holds everything: what is less is a saving.
    await page.getByRole('button', { name: 'Back to 200,000' }).click();
    await expect(over).toBeHidden();
    await expect(middle.getByText(/could not be sent$/)).toBeHidden();
  });

  test('triggers: one is changed, one is added, those of a system replace them, and back', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await oneForAll(page);
    await done(page);
    const compactions = async () => Number(await cell(page, /Middle removal/, 'compacted').textContent());
    const before = await compactions();
    const triggers = page.getByRole('list', { name: 'Triggers' });
    const share = triggers.getByRole('textbox', { name: 'Share of the window', exact: true });
    await share.fill('60');
    await share.press('Enter');
    await expect.poll(compactions).toBeGreaterThan(before);
    await page.getByRole('combobox', { name: 'Add a trigger' }).selectOption('turns');
    await expect(triggers.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('radiogroup', { name: 'How triggers combine' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Add a trigger' }).selectOption('S0');
    await expect(triggers.getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: 'Use the trigger of the settings' }).click();
    await expect(triggers.getByRole('listitem')).toHaveCount(1);
    await expect.poll(compactions).toBe(before);
  });

  test('whose triggers: each row’s own with its settings, or one for all', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await moreSettings(page);
    const each = page.getByRole('list', { name: 'Trigger of each policy' });
    await expect(each.getByRole('listitem')).toHaveText([
      /Middle removal.*window used ≥ 90.%, every 5 s/,
      /Oldest removal.*90.%/,
      /Context compactor.*tokens ≥ 32,000/,
    ]);
    await panel(page, 'Compactions').click();
    const fired = page
      .getByRole('region', { name: 'Compactions' })
      .getByRole('row', { name: /Context compactor/ })
      .first();
    await expect(fired).toContainText('tokens ≥');
    await oneForAll(page);
    await expect(each).toBeHidden();
    await expect(page.getByRole('list', { name: 'Triggers' }).getByRole('listitem')).toHaveCount(1);
    await expect(fired).toContainText('window used ≥');
    // The choice is in the link.
    await settledAddress(page);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'one for all' })).toBeChecked();
    await page.getByRole('radio', { name: 'each policy’s own' }).check();
    await expect(each.getByRole('listitem')).toHaveCount(3);
  });

  test('a run that S1 was told to stop says where, and counts what is refused', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await moreSettings(page);
    await page.getByRole('combobox', { name: 'When asked first' }).selectOption('no, stop with an error');
    await expect(
      page.getByRole('region', { name: 'Notes on the replay' }).getByText(/Stopped before request \d+: \d+ requests? refused/),
    ).toBeVisible();
    await expect(cell(page, /Context compactor/, 'refused')).not.toHaveText('0');
    // None of them went out over the window.
    await withColumn(page, 'Over limit');
    await expect(
      summary(page)
        .getByRole('row', { name: /Context compactor/ })
        .getByRole('cell')
        .last(),
    ).toHaveText('0');
    // A request that another run sent and this one did not.
    await panel(page, 'Context').click();
    const context = page.getByRole('tabpanel', { name: 'Context' });
    const run = context.getByRole('combobox', { name: 'Run' });
    await run.selectOption({ label: 'No compaction' });
    const number = context.getByRole('textbox', { name: 'Request' });
    await number.fill('60');
    await number.press('Enter');
    await expect(context.getByText(/recorded so far/)).toBeVisible();
    await run.selectOption({ label: (await run.getByRole('option', { name: /Context compactor/ }).textContent())!.trim() });
    await expect(context.getByText(/Stopped before request \d+; later ones were never sent/)).toBeVisible();
    await expect(context.getByText(/recorded so far/)).toBeHidden();
    await expect(context.getByRole('button', { name: 'One request forward' })).toBeDisabled();
  });

  test('by hand: after chosen messages, without any trigger', { tag: '@deep' }, async ({ page }) => {
    await replayed(page, '1,000,000');
    await expect(cell(page, /Middle removal/, 'compacted')).toHaveText('0');
    await moreSettings(page);
    const hand = page.getByRole('textbox', { name: 'Messages after which you compact' });
    await hand.fill('60, 120');
    await hand.press('Enter');
    await expect(cell(page, /Middle removal/, 'compacted')).toHaveText('2');
    await panel(page, 'Compactions').click();
    await expect(page.getByRole('region', { name: 'Compactions' }).getByText('by hand').first()).toBeVisible();
    await hand.fill('0');
    await hand.press('Enter');
    await expect(hand).toHaveAttribute('aria-invalid', 'true');
  });

  test('others than those that are compared run as well', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await page.getByRole('button', { name: 'Choose policies' }).click();
    await page.getByRole('searchbox', { name: 'Find a policy' }).fill('summary');
    await page.getByRole('checkbox', { name: 'Summary', exact: true }).check();
    await page.keyboard.press('Escape');
    await expect(summary(page).getByRole('rowheader', { name: /^Summary/ })).toBeVisible();
    await expect(summary(page).getByRole('row')).toHaveCount(7);
  });

  test('the chart by keyboard: move, zoom, and Enter for the context', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await size(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(size(page)).toHaveAttribute('aria-valuenow', '2');
    await expect(size(page)).toHaveAttribute('aria-valuetext', /Request 2, Middle removal [\d,]+/);
    await expect(page.getByText('request 2 of 79')).toBeVisible();
    await page.keyboard.press('+');
    await expect(page.getByRole('button', { name: 'Show the whole chart' })).toBeEnabled();
    await page.keyboard.press('0');
    await expect(page.getByRole('button', { name: 'Show the whole chart' })).toBeDisabled();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(panel(page, 'Context')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(/recorded so far/)).toBeVisible();
  });

  test('compactions: a record opens and gives the recorded messages back', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await panel(page, 'Compactions').click();
    const region = page.getByRole('region', { name: 'Compactions' });
    await region
      .getByRole('row', { name: /Context compactor .* Compaction 1 / })
      .first()
      .getByRole('button')
      .click();
    await expect(region.getByText(/restores \d+ messages as recorded/)).toBeVisible();
    await region.getByText('Text of summary 1').click();
    await expect(region.locator('pre')).not.toBeEmpty();
    await region.getByRole('button', { name: 'Context after it' }).click();
    await expect(page.getByText(/recorded so far · 1 compaction/)).toBeVisible();
  });

  test('the log: level, strategy, words, export', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await panel(page, 'Log').click();
    const region = page.getByRole('region', { name: 'Log' });
    const status = page.getByText(/\d+ of \d+ lines/);
    await ready(page);
    const [all] = /\d+/.exec((await status.textContent())!)!;
    await page.getByRole('combobox', { name: 'Level', exact: true }).selectOption('warn');
    await expect(status).not.toHaveText(`${all} of ${all} lines`);
    await page.getByRole('combobox', { name: 'Level', exact: true }).selectOption('debug');
    await page.getByRole('combobox', { name: 'Policy', exact: true }).selectOption('context-compactor');
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('context_compacted');
    await expect(region.getByText('context_compacted').first()).toBeVisible();
    await ready(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export JSONL' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatchObject({ strategy: 'context-compactor', event: 'context_compacted', level: 'info' });
  });

  test('costs need a model that the list knows, and say which day its prices are of', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await expect(page.getByText(/prices of claude-sonnet-4-5.*\d{4}-\d\d-\d\d/)).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Cost so far' })).toBeVisible();
    await moreSettings(page);
    const model = page.getByRole('combobox', { name: 'Prices of' });
    await model.selectOption('c4ai-aya-expanse-8b');
    const unknown = page.getByText(/c4ai-aya-expanse-8b is not in genai-prices/).first();
    const known = page.getByText(/prices of c4ai-aya-expanse-8b/);
    await expect(unknown.or(known)).toBeVisible();
    await model.selectOption('gpt-4o');
    await expect(page.getByText(/prices of gpt-4o/)).toBeVisible();
  });

  test('loops are said with the setting that causes them', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    const field = (await openSettings(page)).getByRole('textbox', { name: 'Target, value' });
    await field.fill('100');
    await field.press('Enter');
    const notes = page.getByRole('region', { name: 'Notes on the replay' });
    await expect(notes.getByText('Compaction goes in circles, by these settings:', { exact: false })).toBeVisible();
    await expect(notes.getByText(/Setting: Target\./).first()).toBeVisible();
  });

  for (const scheme of ['light', 'dark'] as const)
    test(`accessible in every panel, ${scheme}`, { tag: '@deep' }, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: scheme });
      await replayed(page);
      for (const name of ['Compactions', 'Requests', 'Lost, needed again', 'Log', 'Context']) {
        await panel(page, name).click();
        await expect(page.getByRole('tabpanel', { name })).toBeVisible();
        await expectAccessible(page);
      }
    });

  test('on a narrow page, in Chinese, nothing is wider than the page', { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'));
    await page.goto('./');
    await page.getByRole('tab', { name: '回放' }).click();
    await settled(page);
    await expect(page.getByRole('slider', { name: '上下文大小' })).toBeVisible();
    await page.getByRole('radio', { name: '全部共用一个' }).check();
    await page.getByRole('button', { name: /试用/ }).click();
    await settled(page);
    await expect(page.getByText(/次请求 × 3 次运行/)).toBeVisible();
    for (const name of ['请求', '压缩', '丢失后又需要', '日志', '上下文']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      await settled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await expectAccessible(page);
  });

  test('a real session with a recorded compaction shows where it was', { tag: '@deep' }, async ({ page }) => {
    await openRuns(page);
    await importFile(page, sharedFile('pi/badlogic__before-compaction.jsonl'));
    await page.getByRole('tab', { name: 'Replay' }).click();
    await done(page);
    await expect(summary(page).getByRole('row', { name: /^Recorded what happened/ })).toBeVisible();
    await expect(cell(page, /^Recorded what/, 'compacted')).toHaveText('2');
    await page.getByRole('radio', { name: 'overlay' }).check();
    await expect(page.getByRole('list', { name: 'Lines' }).getByText('Recorded usage')).toBeVisible();
  });
});
