import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** The policy in index.html forbids the inline script that hot reloading needs; development goes without the policy. */
const policyOnlyWhenBuilt: Plugin = {
  name: 'policy-only-when-built',
  apply: 'serve',
  transformIndexHtml: (html, context) => (context.server ? html.replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '') : html),
};

/** A static site that works under any path: every address in it is relative. */
export default defineConfig({
  base: './',
  plugins: [react(), samples(), policyOnlyWhenBuilt],
  build: { outDir: 'dist', target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 4000, manifest: true },
  worker: { format: 'es' },
});
