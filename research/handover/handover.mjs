/**
 * `node research/handover/handover.mjs [FOLDER]`: prints what the hand-over note keeps (docs/handover.md), from a folder of transcripts (default: ../shared/data beside the
 * checkout). The files of DEVELOPMENT and the samples were read and measured while the strategy was written; all others were not.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { load } from '../../scripts/load.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.resolve(process.argv[2] ?? path.join(root, '../shared/data'));
const samples = path.join(root, 'fixtures/samples');
const DEVELOPMENT = [
  'claude-code/apanloco__session.jsonl',
  'claude-code/d-kimuson__5c0375b4-57a5-4f26-b12d-d022ee4e51b7.jsonl',
  'claude-code/d-kimuson__fe5e1c67-53e7-4862-81ae-d0e013e3270b.jsonl',
  'cline/cline__session.messages.json',
  'codex-rollout/lanegrid__codex_session.jsonl',
  'md-specstory/specstoryai__2026-07-24_19-13-09Z-adress-a-c-108.md',
  'mini-swe-agent/SWE-agent__github_issue.traj.json',
  'openai-chat/OpenHands__litellm_proxy__deepseek__deepseek-chat-1757015076.651.json',
  'openai-chat/evalstate__conv1.json',
  'openai-finetune-jsonl/hiyouga__reason_tool_use_demo_50.jsonl',
  'pi/badlogic__before-compaction.jsonl',
  'pi/badlogic__large-session.jsonl',
  'sharegpt/hiyouga__glaive_toolcall_zh_demo.json',
  'tau-bench/TransluceAI__tb_airline.json',
  'tau-bench/sierra-research__tau-bench_MockAirlineDomainEnv-few_shot.jsonl',
  'tau-bench/sierra-research__tau-bench_MockRetailDomainEnv-few_shot.jsonl',
];
/** A file with fewer needed items of a measure has no share of it. */
const LEAST_NEEDED = 5;

const { measureFile, SHARES, STRATEGIES, MASKED, CLAIRVOYANT } = await load('research/handover/measure.ts');
const { INDEPENDENT } = await load('src/engine/recall/independent/contract.ts');

async function measured(files) {
  const found = [];
  for (const file of files) {
    const of = await measureFile(new Uint8Array(readFileSync(file)), path.basename(file));
    if (of) found.push(of);
  }
  return found;
}

const shown = (value) => (value === null ? '–' : value.toFixed(2).replace(/^0(?=\.)/, ''));
/** Mean over files; null without any. */
function meanOf(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
}
const share = (part, whole) => (whole < LEAST_NEEDED ? null : part / whole);

/** The target was met at half of the cuts: what must stay left room. */
const isMet = (rows) => rows[STRATEGIES[1]].met * 2 >= rows[STRATEGIES[1]].cuts;

function table(files, met) {
  const lines = [
    `| target | row | files | left | ${INDEPENDENT.join(' | ')} | own recall | binding |`,
    `| ---: | --- |${' ---: |'.repeat(INDEPENDENT.length + 4)}`,
  ];
  for (const at of SHARES) {
    const row = (title, of, key, ownAndBinding) => {
      const sums = files.filter((file) => isMet(file[at]) || !met).map((file) => file[at][of]);
      if (sums.length === 0) return;
      const cells = INDEPENDENT.map((name) => meanOf(sums.map(({ measures }) => share(measures[name][key], measures[name].needed))));
      const own = ownAndBinding
        ? [meanOf(sums.map((one) => share(one.own.kept, one.own.needed))), meanOf(sums.map((one) => share(one.own.bound, one.own.kept)))]
        : [null, null];
      const left = meanOf(sums.map((one) => one.left / one.total));
      lines.push(
        `| ${Math.round(at * 100)} % | ${title} | ${sums.length} | ${Math.round(left * 100)} % | ${[...cells, ...own].map(shown).join(' | ')} |`,
      );
    };
    row('**hand-over note**', STRATEGIES[1], 'kept', true);
    row('chance in its tokens', STRATEGIES[1], 'chance', false);
    row('newest in its tokens', STRATEGIES[1], 'newest', false);
    row('fact ledger', STRATEGIES[0], 'kept', true);
    row(MASKED, MASKED, 'kept', false);
    row(CLAIRVOYANT, CLAIRVOYANT, 'kept', false);
  }
  return lines.join('\n');
}

const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => statSync(path.join(folder, file)).isFile() && path.basename(file) !== 'MANIFEST.json')
  .sort();
const sets = {
  development: [
    ...readdirSync(samples)
      .filter((file) => file !== 'index.json')
      .map((file) => path.join(samples, file)),
    ...all.filter((file) => DEVELOPMENT.includes(file)).map((file) => path.join(folder, file)),
  ],
  'held-out': all.filter((file) => !DEVELOPMENT.includes(file)).map((file) => path.join(folder, file)),
};
for (const [name, files] of Object.entries(sets)) {
  const found = await measured(files);
  console.log(`${name}: ${found.length} of ${files.length} files could be measured:\n\n${table(found, false)}\n`);
  console.log(`Only those in which the target was met at half of the cuts or more:\n\n${table(found, true)}\n`);
}
