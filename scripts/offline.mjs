/** The service worker of the built site, as a plugin: `sw.js` beside the page, with the list of all files of the build and their hashes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const ENTRY = path.resolve(import.meta.dirname, '../src/worker/offline.sw.ts');

/** Of the build only, never asked for by the page; the tarball is for npm. */
const isOurs = (file) => file !== 'sw.js' && !file.startsWith('.') && !file.endsWith('.tgz');

/** Every file of the site with what tells its versions apart: null where the name does. */
export function precacheOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  return files
    .filter(isOurs)
    .sort()
    .map((url) => {
      const revision = url.startsWith('assets/')
        ? null
        : createHash('sha256')
            .update(readFileSync(path.join(folder, url)))
            .digest('hex')
            .slice(0, 16);
      return { url, revision };
    });
}

/** @param collect plugin that notes what is bundled, for the licences */
export function offline(collect) {
  let code = '';
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = path.resolve(root, outDir);
    },
    async buildStart() {
      const [{ output }] = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [collect],
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { write: false, target: 'es2022', lib: { entry: ENTRY, formats: ['iife'], name: 'offline', fileName: 'sw' } },
      });
      code = output[0].code;
    },
    closeBundle() {
      writeFileSync(path.join(folder, 'sw.js'), `self.built=${JSON.stringify(precacheOf(folder))};\n${code}`);
    },
  };
}
