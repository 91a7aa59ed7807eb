/** `npm start`: installs what is missing, builds, serves dist/ and prints the address. */
import { ensureBuild, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const { preview } = await import('vite');
// strictPort false: a busy port is answered with the next free one.
const server = await preview({ root, preview: { port: Number(process.env.PORT ?? 4173), strictPort: false, host: 'localhost' }, logLevel: 'error' });
console.log(`Compaction Playground: ${server.resolvedUrls.local[0]}   (Ctrl+C stops it)`);
