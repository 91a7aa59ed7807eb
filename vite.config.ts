import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A static site that works under any path: every address in it is relative. */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 4000, manifest: true },
  worker: { format: 'es' },
});
