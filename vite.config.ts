import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, type Plugin } from 'vite';
import { licences } from './scripts/licences.mjs';
import { offline } from './scripts/offline.mjs';
import { documentFiles } from './scripts/documents.mjs';

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

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.json': 'application/json', '.svg': 'image/svg+xml' };

/** What the engine answers to a first visit: the built page has it at its first paint. src/worker/first-replies.ts */
const firstReplies: Plugin = {
  name: 'first-replies',
  apply: 'build',
  async generateBundle() {
    const server = await createServer({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      server: { middlewareMode: true, ws: false },
    });
    const [first] = JSON.parse(await readFile(path.join(SAMPLES, 'index.json'), 'utf8')) as readonly { readonly file: string }[];
    const bytes = new Uint8Array(await readFile(path.join(SAMPLES, first!.file)));
    try {
      const engine = (await server.ssrLoadModule('/src/worker/first-replies-writer.ts')) as typeof import('./src/worker/first-replies-writer.ts');
      this.emitFile({ type: 'asset', fileName: 'samples/first-replies.json', source: await engine.firstReplies(bytes, first!.file) });
    } finally {
      await server.close();
    }
  },
};

/** Documents below `docs/`: the page shows them in place, and every row and column leads to its own, offline too. docs/documents.md */
function docsPages(): Plugin {
  return {
    name: 'docs-pages',
    configureServer(server) {
      server.middlewares.use('/docs/', (request, response, next) => {
        const asked = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\//, '');
        const file = documentFiles().get(asked);
        if (file === undefined) next();
        else response.setHeader('content-type', TYPES[path.extname(asked)] ?? 'text/plain').end(file);
      });
    },
    generateBundle() {
      for (const [name, source] of documentFiles()) this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
    },
  };
}

/** The policy in index.html forbids the inline script that hot reloading needs; development goes without the policy. */
const policyOnlyWhenBuilt: Plugin = {
  name: 'policy-only-when-built',
  apply: 'serve',
  transformIndexHtml: (html, context) => (context.server ? html.replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '') : html),
};

const bundled = licences('licences.txt');

/** A static site that works under any path: every address in it is relative. */
/** Of the page's own scripts alone: a preload that fails is remembered by the browser, and "Try again" could not fetch the file any more. */
const modulePreload: { resolveDependencies: (file: string, deps: string[], context: { hostType: 'html' | 'js' }) => string[] } = {
  resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
};

export default defineConfig({
  base: './',
  plugins: [react(), samples(), firstReplies, docsPages(), policyOnlyWhenBuilt, offline(bundled.collect()), bundled.emit()],
  // One style sheet: where a part of its own fails to come, the browser does not ask for it again.
  build: { outDir: 'dist', target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 4000, manifest: true, cssCodeSplit: false, modulePreload },
  worker: { format: 'es', plugins: () => [bundled.collect()] },
});
