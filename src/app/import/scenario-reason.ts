import type { Reason } from '../../engine/strategies/contract.ts';
import type { LinkError } from '../../scenario/codec.ts';
import { SCENARIO_VERSION } from '../../scenario/schema.ts';

/** Why a scenario file cannot be opened, as a reason. */
export function reasonOfScenario({ code, path, limit, version, expects }: LinkError): Reason {
  const values = { ...expects?.values, ...(path !== undefined && { path }), ...(expects && { expects: expects.key }) };
  if (limit) return { key: `scenario-too-large-${limit.of}`, values: { ...values, most: limit.most, found: limit.found ?? limit.most } };
  if (code === 'newer-version') return { key: 'scenario-newer-version', values: { version: version ?? 0, newest: SCENARIO_VERSION } };
  return { key: `scenario-${code}`, values };
}
