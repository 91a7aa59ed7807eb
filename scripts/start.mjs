/** `npm start`: installs what is missing, builds, serves dist/ and prints the address. */
import { ensureBuild, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('site');
const { serve } = await import('./serve.mjs');
const server = await serve(root, Number(process.env.PORT ?? 4173));
console.log(`Compaction Playground: ${server.resolvedUrls.local[0]}   (Ctrl+C stops it)`);
