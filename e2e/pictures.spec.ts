/** A chart saved from the page: an SVG that depends on nothing, a PNG of twice its size. */
import { readFileSync } from 'node:fs';
import { expect, open, test } from './support.ts';

test('the plot of the comparison is saved as SVG and as PNG @deep', async ({ page }, info) => {
  await open(page);
  const save = page.getByRole('button', { name: /^Save .* as a picture$/ }).first();
  await expect(page.locator('figure').first().locator('[data-chart] svg text').first()).toBeVisible();
  const saved = async (kind: 'SVG' | 'PNG'): Promise<Buffer> => {
    await save.click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save as ${kind}` }).click();
    const path = info.outputPath(`picture.${kind.toLowerCase()}`);
    await (await download).saveAs(path);
    return readFileSync(path);
  };
  const svg = (await saved('SVG')).toString('utf8');
  expect(svg).not.toMatch(/var\(|class=|href/);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
  const png = await saved('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width! * 2, height! * 2]);
});
