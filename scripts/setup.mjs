/**
 * Installs what is missing and reports it, on standard error only. Without dependencies: it runs on a clean clone. `ensurePackages()`:
 * node_modules matching package-lock.json. `ensureChromium()`: a browser for the tests.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname, '..');
const say = (text) => process.stderr.write(`[setup] ${text}\n`);

/** Runs a command with its output on standard error, so that standard output stays the caller's. */
function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32', ...options });
  return done.status === 0;
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(`Node ${process.versions.node} is too old: Node 20.19 or newer is needed.`);
  process.exit(2);
}

/** Installs exactly the lock's versions when node_modules is absent or belongs to another package-lock.json. */
export function ensurePackages() {
  checkNode();
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules', '.installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing packages (npm ci) …');
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) {
    say('npm ci failed: see the lines above. Is the npm registry reachable?');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

// The shell has no window of its own to draw: pages open in two thirds of the time.
const systemBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const { chromium } = await import(pathToFileURL(path.join(root, 'node_modules/playwright/index.mjs')).href);
  return [chromium.executablePath(), ...systemBrowsers].find((p) => p && existsSync(p));
}

/** Path of a Chromium: an installed one, else Playwright's download, else Debian's package. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  say("no Chromium found; downloading Playwright's …");
  if (run('npx', ['playwright', 'install', 'chromium'], { timeout: 240_000 })) {
    const downloaded = await findChromium();
    if (downloaded) return downloaded;
  }
  if (existsSync('/usr/bin/apt-get')) {
    say("the download failed; installing Debian's package chromium-headless-shell …");
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const apt = (...args) => {
      const [command, ...rest] = [...sudo, 'apt-get', ...args];
      return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    };
    apt('update', '-qq');
    // Older releases have only the whole browser.
    if (!apt('install', '-y', '-qq', 'chromium-headless-shell')) apt('install', '-y', '-qq', 'chromium');
  }
  const installed = await findChromium();
  if (installed) return installed;
  say('no Chromium could be installed. Install one and set CHROMIUM_PATH to its executable.');
  process.exit(1);
}

/** Newest modification time (ms) of the files under these paths. */
function newest(paths) {
  const there = paths.map((p) => path.join(root, p)).filter(existsSync);
  const all = there.flatMap((p) => [p, ...(statSync(p).isDirectory() ? readdirSync(p, { recursive: true }).map((name) => path.join(p, name)) : [])]);
  return Math.max(...all.map((p) => statSync(p).mtimeMs));
}

const inputs = ['src', 'fixtures/samples', 'public', 'index.html', 'vite.config.ts', 'vite.library.config.ts', 'package-lock.json'];

/** Builds `site` (dist/) or `library` (build/) unless the output is newer than its sources. */
export function ensureBuild(what) {
  const stamp = path.join(root, '.cache', `built-${what}`);
  const output = path.join(root, what === 'site' ? 'dist/index.html' : 'build/cli.js');
  if (existsSync(stamp) && existsSync(output) && statSync(stamp).mtimeMs > newest(inputs)) return;
  say(what === 'site' ? 'building the page (dist/) …' : 'building the engine and the terminal program (build/) …');
  if (!run(process.execPath, [path.join(root, 'scripts/build.mjs'), what])) {
    say('the build failed: see the lines above.');
    process.exit(1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
}
