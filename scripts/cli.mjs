/**
 * `npm run compare|compact|inspect|replay|ask|map|reduce|tune -- …`: installs and builds what is missing (reported on standard error), then runs the terminal program.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuild, ensurePackages, root } from './setup.mjs';

ensurePackages();
ensureBuild('library');
const { main } = await import(pathToFileURL(path.join(root, 'build/cli.js')).href);
process.exitCode = await main(process.argv.slice(2));
