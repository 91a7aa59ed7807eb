/** Counting in a worker of a real browser, against gpt-tokenizer and tiktoken in the same worker. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { launch, serve } from './browser.mjs';
import { corpora } from './corpora.mjs';
import { goal, n } from './figures.mjs';

/** Corpora with goals; the others are shown only. */
const GOALS = ['prose', 'code', 'JSON'];
const OVER_GPT = 2;
const OVER_TIKTOKEN = 3;

export async function pageCounting() {
  const outDir = mkdtempSync(path.join(tmpdir(), 'bench-page-'));
  let browser;
  let server;
  try {
    await build({
      root: path.join(import.meta.dirname, 'page-counting'),
      base: './',
      configFile: false,
      logLevel: 'error',
      worker: { format: 'es' },
      build: { outDir, target: 'es2022', chunkSizeWarningLimit: 8000 },
    });
    const texts = Object.entries(corpora()).map(([name, messages]) => [
      name,
      { messages, bytes: messages.reduce((sum, m) => sum + Buffer.byteLength(m), 0) },
    ]);
    writeFileSync(path.join(outDir, 'assets/corpora.json'), JSON.stringify(Object.fromEntries(texts)));
    server = await serve(outDir);
    browser = await launch();
    const page = await browser.newPage();
    await page.goto(server.address);
    const { figures, error } = await page.evaluate(() => globalThis.figures);
    if (error) throw new Error(error);
    return {
      tables: [
        {
          title: `Counting in a worker of Chromium ${browser.version()}, o200k_base, messages of 5 KB, empty caches, MB/s`,
          head: ['corpus', 'ours', 'gpt-tokenizer', 'tiktoken (wasm)', '× gpt', '× tiktoken', 'tokens'],
          rows: figures.map((f) => [
            f.corpus,
            n(f.ours),
            n(f.gpt),
            n(f.tiktoken),
            (f.ours / f.gpt).toFixed(1),
            (f.ours / f.tiktoken).toFixed(1),
            f.equal ? 'equal' : 'DIFFERENT',
          ]),
        },
      ],
      goals: figures
        .filter((f) => GOALS.includes(f.corpus))
        .flatMap((f) => [
          goal(
            `counting in the browser, ${f.corpus}, against gpt-tokenizer`,
            f.ours / f.gpt,
            `≥ ${OVER_GPT} ×`,
            f.equal && f.ours / f.gpt >= OVER_GPT,
          ),
          goal(
            `counting in the browser, ${f.corpus}, against tiktoken`,
            f.ours / f.tiktoken,
            `≥ ${OVER_TIKTOKEN} ×`,
            f.equal && f.ours / f.tiktoken >= OVER_TIKTOKEN,
          ),
        ]),
    };
  } finally {
    await browser?.close();
    await server?.close();
    rmSync(outDir, { recursive: true, force: true });
  }
}
