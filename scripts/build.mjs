/**
 * `npm run build`: dist/ (the static site) and build/ (the engine as a library with types, and the terminal program). The site serves the
 * library's tarball, whose address the code of *Use in my agent* names.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { packed, packedNow } from './pack/tarball.mjs';

const root = path.resolve(import.meta.dirname, '..');
const what = process.argv[2] ?? 'all';

if (what === 'all' || what === 'site') await build({ root, logLevel: 'warn' });
if (what === 'all' || what === 'library') {
  rmSync(path.join(root, 'build'), { recursive: true, force: true });
  await build({ root, configFile: path.join(root, 'vite.library.config.ts'), logLevel: 'warn' });
  const types = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'src/adapters/tsconfig.types.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (types.status !== 0) process.exit(1);
}
if (what !== 'library') copyFileSync((what === 'all' ? packedNow() : packed()).file, path.join(root, 'dist/compaction-playground.tgz'));
