/** Files of the site below `docs/`, by name. */
export function documentFiles(): ReadonlyMap<string, string | Uint8Array>;
