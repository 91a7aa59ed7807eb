/**
 * English of everything the engine says as data. One flat object; the key is the prefix and the engine's own key:
 * `reason.*`, `strategy.<id>.title|rule|use|loses`, `param.<name>`, `param.<name>.help`, `measure.<id>.title|definition|unit`,
 * `unit.*`, `warning.*`, `check.*`, `violation.*`.
 *
 * `{{name}}` of a number prints it with separators and at most three decimals; `{{name, percent}}` a share as `42.3 %`,
 * `{{name, raw}}` a number without separators (message numbers, versions). Plurals: `_one` and `_other`, chosen by `{{count}}`.
 */
export const engine = {
  // S2's priority rules (signals/prepare.ts)
  'reason.priority-pinned': 'CRITICAL: pinned by hand',
  'reason.priority-set': '{{priority}}: set by hand',
  'reason.priority-system': 'CRITICAL: system message',
  'reason.priority-tool': 'HIGH: tool result',
  'reason.priority-first': 'HIGH: message {{position}} of the first {{edge}}',
  'reason.priority-last': 'HIGH: message {{position}} from the end, within the last {{edge}}',
  'reason.priority-long': 'HIGH: {{tokens}} tokens, over {{limit}}',
  'reason.priority-short': 'LOW: {{tokens}} tokens, under {{limit}}, no question mark',
  'reason.priority-call': 'HIGH: calls a tool',
  'reason.priority-normal': 'NORMAL: {{tokens}} tokens, no rule applies (short: under {{short}}, long: over {{long}})',
} as const;
