import { defineConfig } from 'vite';
import { licences } from './scripts/licences.mjs';

/** build/: engine.js for other programs and cli.js for the terminal, both ES modules for Node 20.19 and newer. */
export default defineConfig({
  publicDir: false,
  plugins: [licences('licences.txt').emit()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'build',
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { engine: 'src/engine/index.ts', cli: 'src/cli/main.ts', 'map-worker': 'src/cli/map-worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
