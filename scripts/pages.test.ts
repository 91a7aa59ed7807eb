/**
 * The workflow that publishes the site: what can be known of it without GitHub. Its own commands are run in a copy of the project, all but the
 * installation, and what they leave is served below a path of its own, as GitHub Pages does.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deep } from '../src/engine/testing/scale.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly needs?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly environment?: { readonly name: string; readonly url: string };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: { readonly push: { readonly branches: readonly string[] }; readonly workflow_dispatch: null };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly build: Job; readonly publish: Job };
}

const root = path.resolve(import.meta.dirname, '..');
const workflow = parse(readFileSync(path.join(root, '.github/workflows/pages.yml'), 'utf8')) as Workflow;
const { build, publish } = workflow.jobs;
const commands = build.steps.flatMap(({ run }) => run ?? []);
const isInstallation = (command: string): boolean => command.startsWith('npm install');

describe('the workflow that publishes the site', () => {
  it('runs for main and by hand, and each job may do only what it has to', () => {
    expect(workflow.on).toEqual({ push: { branches: ['main'] }, workflow_dispatch: null });
    expect(workflow.permissions).toEqual({});
    expect(build.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
  });

  it('publishes what was built, at the address that the deployment answers with', () => {
    expect(publish.needs).toBe('build');
    const upload = build.steps.at(-1);
    expect(upload?.uses).toMatch(/^actions\/upload-pages-artifact@v\d+$/);
    expect(upload?.with).toEqual({ path: 'dist' });
    const deployment = publish.steps.find(({ uses }) => uses?.startsWith('actions/deploy-pages@'));
    expect(publish.environment?.url).toBe(`\${{ steps.${deployment?.id}.outputs.page_url }}`);
    for (const { uses } of [...build.steps, ...publish.steps]) if (uses) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
  });

  it('installs, then runs scripts that exist, with a Node that the project supports', () => {
    expect(commands.filter(isInstallation)).toHaveLength(1);
    expect(isInstallation(commands[0]!)).toBe(true);
    const scripts = commands.flatMap((command) => /^node (\S+)/.exec(command)?.[1] ?? []);
    expect(scripts).toEqual(['scripts/build.mjs', 'scripts/check-size.mjs']);
    for (const script of scripts) expect(existsSync(path.join(root, script)), script).toBe(true);
    const node = build.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with?.['node-version'];
    expect(Number(node)).toBeGreaterThanOrEqual(20);
    // The cache of npm is keyed by it.
    expect(existsSync(path.join(root, 'package-lock.json'))).toBe(true);
  });

  it.runIf(deep)('its commands make a site of which every file is found below a path of its own', { timeout: 900_000 }, async () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'pages-'));
    const left = new Set(['node_modules', 'dist', 'build', '.git', '.cache', 'test-results']);
    for (const name of readdirSync(root)) if (!left.has(name)) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
    try {
      // A test's own environment would bundle what is for tests.
      const { NODE_ENV: _, VITEST: __, ...env } = process.env;
      for (const command of commands.filter((one) => !isInstallation(one)))
        execFileSync('bash', ['-e', '-o', 'pipefail', '-c', command], { cwd: copy, env, stdio: 'pipe' });
      const dist = path.join(copy, 'dist');
      expect(readdirSync(dist).filter((name) => name.startsWith('.'))).toEqual([]);
      const below = '/compaction-playground/';
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = path.join(dist, pathname.slice(below.length) || 'index.html');
        if (!pathname.startsWith(below) || !existsSync(file)) response.writeHead(404).end();
        else response.end(readFileSync(file));
      });
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
      const address = `http://localhost:${(server.address() as AddressInfo).port}${below}`;
      const text = async (name: string): Promise<string> => {
        const response = await fetch(new URL(name, address));
        expect(response.status, name).toBe(200);
        return response.text();
      };
      try {
        const page = await text('');
        const named = Array.from(page.matchAll(/ (?:src|href)="([^"]+)"/g), ([, name]) => name!);
        expect(named.length).toBeGreaterThan(3);
        // An absolute address would leave the path of the project.
        expect(named.filter((name) => !name.startsWith('./'))).toEqual([]);
        const kept = JSON.parse(/self\.built=(\[.*?\]);\n/s.exec(await text('sw.js'))![1]!) as { readonly url: string }[];
        expect(kept.length).toBeGreaterThan(250);
        expect(kept.map(({ url }) => url)).toContain('docs/strategies/codex.html');
        for (const { url } of kept) await text(`./${url}`);
        for (const name of named) await text(name);
      } finally {
        server.close();
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
