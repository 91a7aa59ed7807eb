/**
 * Other products' packages for `research/peers/peers.mjs`: installed at pinned versions into .cache/peers when they are asked for. They are hundreds of
 * megabytes, so they are no dependencies of this project.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/setup.mjs';

/** A folder each, so that their dependencies never meet. */
const PACKAGES = {
  pi: { '@mariozechner/pi-coding-agent': '0.73.1' },
  gemini: { '@google/gemini-cli-core': '0.61.0' },
  ai: { ai: '7.0.173', zod: '4.6.7' },
  // LangChain asks for ranges of its helpers whose newest members need a later core.
  langchain: {
    langchain: '1.4.0',
    '@langchain/core': '1.1.47',
    '@langchain/langgraph': '1.3.0',
    '@langchain/langgraph-checkpoint': '1.0.2',
    '@langchain/langgraph-sdk': '1.9.4',
    zod: '4.4.3',
  },
};

const MOST_MINUTES = 15;

/**
 * Installs a group unless it is there.
 * @returns imports a file of one of its packages by path: not every function is part of its package's entry
 * @throws where it cannot be installed, with npm's reason
 */
export function peerPackages(group) {
  const folder = path.join(root, '.cache/peers', group);
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES[group] }, null, 2);
  const stamp = path.join(folder, '.installed-from');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== manifest) {
    console.error(`[bench] installing ${Object.keys(PACKAGES[group]).join(', ')} into .cache/peers/${group} …`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), manifest);
    const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: MOST_MINUTES * 60_000,
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0)
      throw new Error(npm.error?.message ?? (npm.stderr.split('\n').find((line) => line.startsWith('npm error')) || `npm ended with ${npm.status}`));
    writeFileSync(stamp, manifest);
  }
  return (file) => import(pathToFileURL(path.join(folder, 'node_modules', file)).href);
}
