import type { Format, Source } from '../contract.ts';
import { isObject, listOf, type JsonObject } from '../json.ts';
import { firstObjects, objectsIn, spoken, type SourceObject } from '../records.ts';
import { readSample } from './sample.ts';
import { stated } from '../written.ts';

const isLog = (value: JsonObject): boolean => isObject(value.eval) && ('samples' in value || 'plan' in value || 'results' in value);
const isSample = (value: JsonObject): boolean =>
  Array.isArray(value.messages) && typeof value.epoch === 'number' && 'input' in value && 'target' in value;

function detect(source: Source): number {
  const values = firstObjects(source);
  if (values.some(isLog)) return 0.98;
  return values.length > 0 && values.every(isSample) ? 0.96 : 0;
}

interface Sample extends SourceObject {
  readonly log: JsonObject;
}

const samplesOf = (source: Source): readonly Sample[] =>
  objectsIn(source).flatMap((placed): readonly Sample[] => {
    if (isSample(placed.value)) return [{ ...placed, log: {} }];
    const { value: log } = placed;
    return listOf(log.samples).flatMap((value, i) => (isObject(value) ? [{ ...placed, value, log, path: `${placed.path}.samples[${i}]` }] : []));
  });

export const inspect: Format = {
  id: 'inspect',
  evidence: 'recorded',
  written: { by: "Inspect's log format", tested: '2', version: stated('version') },
  extension: 'json',
  detect,
  parse: (source, report) =>
    spoken(
      samplesOf(source).map((found) => readSample(found, found.log, report)),
      'inspect',
    ),
};
