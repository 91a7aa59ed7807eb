import { defineConfig } from 'vite';
import { licences } from './scripts/licences.mjs';

const ADAPTERS = ['ai-sdk', 'anthropic', 'langchain', 'openai', 'openai-agents'];
const adapters = Object.fromEntries(ADAPTERS.map((name) => [`adapters/${name}`, `src/adapters/${name}.ts`]));

/** build/, which is what the package holds: engine.js for other programs, cli.js and bin.js for the terminal; ES modules for Node 20.19 and newer. */
export default defineConfig({
  publicDir: false,
  plugins: [licences('licences.txt').emit()],
  // The frameworks that an adapter is for are the stranger's own.
  ssr: { noExternal: true, external: ['@langchain/core', '@langchain/core/messages', 'langchain'] },
  build: {
    ssr: true,
    outDir: 'build',
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: {
        engine: 'src/engine/index.ts',
        cli: 'src/cli/main.ts',
        bin: 'src/cli/bin.ts',
        'map-worker': 'src/cli/map-worker.ts',
        ...adapters,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
