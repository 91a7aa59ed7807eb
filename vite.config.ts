import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pageOf } from './scripts/markdown.mjs';

const SAMPLES = path.resolve(import.meta.dirname, 'fixtures/samples');

/** Serves fixtures/samples as `samples/` in development and copies it into the built site; the page fetches them from there. */
function samples(): Plugin {
  return {
    name: 'samples',
    configureServer(server) {
      server.middlewares.use('/samples/', (request, response, next) => {
        const file = path.join(SAMPLES, path.basename(decodeURIComponent((request.url ?? '').split('?')[0] ?? '')));
        if (!existsSync(file)) next();
        else createReadStream(file).on('error', next).pipe(response);
      });
    },
    async generateBundle() {
      const files = existsSync(SAMPLES) ? await readdir(SAMPLES) : [];
      for (const name of files.filter((f) => f !== 'README.md')) {
        this.emitFile({ type: 'asset', fileName: `samples/${name}`, source: await readFile(path.join(SAMPLES, name)) });
      }
    },
  };
}

const PAGES = path.resolve(import.meta.dirname, 'docs/strategies');
const htmlName = (name: string): string => (name === 'README.md' ? 'index.html' : name.replace(/\.md$/, '.html'));

/** Pages of the strategies as `docs/<id>.html`: each row of the comparison links to its own, offline too. */
function strategyPages(): Plugin {
  return {
    name: 'strategy-pages',
    configureServer(server) {
      server.middlewares.use('/docs/', (request, response, next) => {
        const asked = path.basename(decodeURIComponent((request.url ?? '').split('?')[0] ?? ''));
        readdir(PAGES)
          .then((names) => names.find((name) => htmlName(name) === asked))
          .then(async (name) => {
            if (name) response.setHeader('content-type', 'text/html').end(pageOf(await readFile(path.join(PAGES, name), 'utf8')));
            else next();
          })
          .catch(next);
      });
    },
    async generateBundle() {
      for (const name of await readdir(PAGES)) {
        this.emitFile({ type: 'asset', fileName: `docs/${htmlName(name)}`, source: pageOf(await readFile(path.join(PAGES, name), 'utf8')) });
      }
    },
  };
}

/** The policy in index.html forbids the inline script that hot reloading needs; development goes without the policy. */
const policyOnlyWhenBuilt: Plugin = {
  name: 'policy-only-when-built',
  apply: 'serve',
  transformIndexHtml: (html, context) => (context.server ? html.replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '') : html),
};

/** A static site that works under any path: every address in it is relative. */
export default defineConfig({
  base: './',
  plugins: [react(), samples(), strategyPages(), policyOnlyWhenBuilt],
  build: { outDir: 'dist', target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 4000, manifest: true },
  worker: { format: 'es' },
});
