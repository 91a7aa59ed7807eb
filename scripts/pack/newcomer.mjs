/**
 * Runs a program that the page wrote for OpenAI messages, as somebody who copied it: in a fresh folder with the packed tarball, on a
 * request. Prints what it told and how many messages it sends, as JSON. For e2e/newcomer.spec.ts.
 * `node scripts/pack/newcomer.mjs CODE REQUEST`
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { packed, project, run } from './tarball.mjs';

const [code, request] = process.argv.slice(2);
const folder = project(packed().file, {
  'agent.mjs': (await transformWithOxc(readFileSync(code, 'utf8'), 'agent.ts')).code,
  'request.json': readFileSync(request, 'utf8'),
});
writeFileSync(
  path.join(folder, 'run.mjs'),
  `import { readFileSync } from 'node:fs';
const log = console.log;
const told = [];
console.log = (...values) => told.push(values);
const { compaction } = await import('./agent.mjs');
const sent = await compaction.request(JSON.parse(readFileSync('request.json', 'utf8')));
log(JSON.stringify({ told, sent: sent.messages.length }));`,
);
process.stdout.write(run(process.execPath, ['run.mjs'], { cwd: folder }));
rmSync(folder, { recursive: true });
