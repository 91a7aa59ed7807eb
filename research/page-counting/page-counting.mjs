/** Counting in a worker of a real browser, against gpt-tokenizer and tiktoken in the same worker. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { goal, n, show } from '../../bench/figures.mjs';
import { corpora } from '../../bench/material.mjs';
import { inBrowser } from '../../bench/page.mjs';

/** Corpora with goals; the others are shown only. */
const GOALS = ['prose', 'code', 'JSON'];
const OVER_GPT = 2;
const OVER_TIKTOKEN = 3;

async function pageCounting() {
  const folder = mkdtempSync(path.join(tmpdir(), 'page-counting-'));
  const outDir = path.join(folder, 'dist');
  try {
    await build({
      root: import.meta.dirname,
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
    const { version, figures, error } = await inBrowser(async (browser, address) => {
      const page = await browser.newPage();
      await page.goto(address);
      return { version: browser.version(), ...(await page.evaluate(() => globalThis.figures)) };
    }, folder);
    if (error) throw new Error(error);
    return {
      tables: [
        {
          title: `Counting in a worker of Chromium ${version}, o200k_base, messages of 5 KB, empty caches, MB/s`,
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
    rmSync(folder, { recursive: true, force: true });
  }
}

show(await pageCounting());
