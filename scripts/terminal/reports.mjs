/** What must hold for every report. */
import assert from 'node:assert/strict';

const RESULT = [
  'strategy',
  'title',
  'outcome',
  'tokensBefore',
  'tokensAfter',
  'messagesBefore',
  'kept',
  'edited',
  'summarized',
  'offloaded',
  'dropped',
  'tokenReduction',
  'preservation',
  'efficiency',
  'metTarget',
  'note',
  'ms',
  'fates',
  'measures',
  'notes',
  'preset',
  'repaired',
];

/** Measures of a result: each is present, null only with a reason; shares are between 0 and 1. */
const MEASURES =
  'factRetention recoverable hindsightRecall recallLeft cutsIdle overBudget belowChance recallSkill binding independentRecall independentChance independent neededFacts reReadCost constraints artifactF1 openWork errorFixPairs validity cacheSurvival cost breakEvenTurns'.split(
    ' ',
  );
const SHARES = [
  'recoverable',
  'hindsightRecall',
  'binding',
  'independentRecall',
  'independentChance',
  'constraints',
  'artifactF1',
  'openWork',
  'errorFixPairs',
];

function assertMeasures({ strategy, measures, notes }, where) {
  assert.deepEqual(Object.keys(measures).toSorted(), MEASURES.toSorted(), `${where}: ${strategy}`);
  for (const name of MEASURES) assert.equal(measures[name] === null, (notes[name] ?? '').length > 3, `${where}: ${strategy}: note of ${name}`);
  const shares = [...SHARES.map((name) => measures[name]), measures.factRetention?.all, ...Object.values(measures.factRetention?.byKind ?? {})];
  for (const share of shares) assert.ok(share === undefined || share === null || (share >= 0 && share <= 1), `${where}: ${strategy}: ${share}`);
  // Of a few hundred tokens a summary may leave more than there were.
  assert.ok(measures.recallLeft === null || measures.recallLeft >= 0, `${where}: ${strategy}: ${measures.recallLeft}`);
}

export function assertReport(text, where) {
  const report = JSON.parse(text);
  assert.deepEqual(Object.keys(report), ['transcript', 'budget', 'prices', 'random', 'results', 'answer'], where);
  for (const key of ['format', 'messages', 'tokens', 'tokenizer', 'exact', 'warnings'])
    assert.ok(key in report.transcript, `${where}: transcript.${key}`);
  assert.ok(report.results.length >= 11, where);
  for (const r of report.results) {
    for (const key of RESULT) assert.ok(key in r, `${where}: ${r.strategy}.${key}`);
    assert.notEqual(r.outcome, 'failed', `${where}: ${r.strategy}: ${r.note}`);
    assert.equal(r.fates.length, report.transcript.messages, `${where}: ${r.strategy}: one letter per message`);
    assert.match(r.fates, /^[KESOD]*$/, where);
    assert.equal(r.kept + r.edited + r.summarized + r.offloaded + r.dropped, report.transcript.messages, `${where}: ${r.strategy}`);
    // As shipped a product may leave more than there was: nobody verifies it.
    const grows = r.tokensAfter > r.tokensBefore;
    assert.ok(!grows || r.repaired === false, `${where}: ${r.strategy}: never more tokens than before`);
    if (r.outcome === 'compacted') assert.ok((grows || r.efficiency >= 0) && r.efficiency <= 1, `${where}: ${r.strategy}`);
    else assert.ok(r.note.length > 3, `${where}: ${r.strategy} says why it is ${r.outcome}`);
    assertMeasures(r, where);
    assertProduct(r, where);
  }
  return report;
}

/** A product's row says whose rule it is, where it is, and whether it was compared with the product's code. */
export function assertProduct({ strategy, preset, repaired }, where) {
  const at = `${where}: ${strategy}`;
  if (preset === null) return assert.equal(repaired, null, at);
  assert.deepEqual(Object.keys(preset), ['product', 'version', 'source', 'checked'], at);
  assert.ok(preset.product.length > 1 && preset.source.length > 3, at);
  assert.ok(preset.version === null || preset.version.length > 1, at);
  assert.deepEqual([typeof preset.checked, typeof repaired], ['boolean', 'boolean'], at);
}

const SERIES = ['strategy', 'requests', 'compactions', 'peakTokens', 'overLimit', 'promptTokens', 'cachedTokens', 'cost', 'ms'];

export function assertReplay(text, where) {
  const report = JSON.parse(text);
  for (const one of [report.baseline, ...report.series]) {
    const at = `${where}: ${one.strategy}`;
    assert.equal(one.failed, undefined, at);
    assert.deepEqual(Object.keys(one).slice(0, SERIES.length), SERIES, at);
    assert.equal(one.requests, report.transcript.requests, at);
    for (const compaction of one.compactions) {
      // Summaries whose request is larger than their model's window are counted where there are some.
      const keys = Object.keys(compaction).filter((key) => key !== 'summariesOver');
      assert.deepEqual(keys, ['at', 'before', 'after', 'summaryTokens', 'trigger'], at);
      assert.ok(compaction.at >= 1 && compaction.at <= one.requests + 1, at);
      assert.ok(compaction.after < compaction.before && compaction.summaryTokens <= compaction.after, at);
    }
    assert.ok(one.peakTokens <= report.baseline.peakTokens && one.overLimit <= one.requests, at);
    assert.ok(one.cachedTokens <= one.promptTokens && one.promptTokens <= report.baseline.promptTokens, at);
    assert.deepEqual(Object.keys(one.cost), ['currency', 'total', 'summaries'], at);
    if (report.prices) assert.ok(one.cost.total >= one.cost.summaries && one.cost.summaries >= 0, at);
    else assert.deepEqual([one.cost.total, one.cost.summaries], [null, null], at);
  }
  assert.deepEqual(report.baseline.compactions, []);
  return report;
}
