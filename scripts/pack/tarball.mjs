/** The tarball that `npm publish` would send, made once per build, and folders of strangers that have it installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from '../setup.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a program to its end. Throws with what it said where it fails. */
export function run(command, args, { cwd = root, env = process.env, input } = {}) {
  const done = spawnSync(command, args, { cwd, env, input, encoding: 'utf8', shell: command === npm && process.platform === 'win32' });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${done.status ?? done.error?.message}\n${done.stdout ?? ''}${done.stderr ?? ''}`);
  return done.stdout;
}

/** Builds what is not built and packs it → path, bytes packed and unpacked, and the files of the package. */
export function packed() {
  ensureBuild('library');
  return packedNow();
}

/** The same of what is in build/. */
export function packedNow() {
  const folder = path.join(root, '.cache/pack');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [one] = JSON.parse(run(npm, ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder]));
  return { file: path.join(folder, one.filename), size: one.size, unpacked: one.unpackedSize, files: one.files.map((file) => file.path) };
}

/**
 * A fresh folder outside of this one with the tarball installed as a stranger does it. Offline: the package has no dependencies, and a
 * dependency would make this fail.
 * @param files texts by name, written beside it
 */
export function project(tarball, files = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stranger-'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  run(npm, ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', '--omit=peer', tarball], { cwd: folder });
  return folder;
}
