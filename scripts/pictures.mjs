/**
 * `npm run pictures`: stores a new sheet of each view that no longer looks like the stored one (e2e/pictures/), for a review of the
 * difference. `npm run pictures -- --check` compares every view in every corner with the stored sheets, and measures layout and
 * accessibility, as `npm run test:deep` does; while none are stored it says so and measures alone. Both take the name of one chapter of
 * e2e/views/: `npm run pictures -- --check replay`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuild, ensureChromium, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const chromium = await ensureChromium();
const check = process.argv.includes('--check');
const [chapter = ''] = process.argv.slice(2).filter((word) => word !== '--check');
const stored = existsSync(path.join(root, 'e2e/pictures'));
if (check && !stored) console.log('No pictures are stored in e2e/pictures: layout and accessibility are measured, nothing is compared.');
const pictures = check ? (stored ? 'compare' : 'none') : 'store';
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/playwright'),
  [
    'test',
    '-c',
    'e2e/playwright.config.ts',
    'views.spec.ts',
    '-g',
    `${chapter}.*: layout, accessibility and pictures`,
    ...(check ? [] : ['--update-snapshots']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium, DEEP: '1', PICTURES: pictures } },
);
process.exit(status ?? 1);
