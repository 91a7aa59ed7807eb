/**
 * English of everything the engine says as data. One flat object; the key is the prefix and the engine's own key:
 * `reason.*`, `strategy.<id>.title|rule|use|loses`, `param.<name>`, `param.<name>.help`, `measure.<id>.title|definition|unit`,
 * `unit.*`, `warning.*`, `check.*`, `violation.*`.
 *
 * `{{name}}` of a number prints it with separators and at most three decimals; `{{name, percent}}` a share as `42.3 %`,
 * `{{name, raw}}` a number without separators (message numbers, versions). Plurals: `_one` and `_other`, chosen by `{{count}}`.
 */
export const engine = {
} as const;
