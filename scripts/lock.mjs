/**
 * Optional dependencies (platform packages, mostly) that an entry of the lock names without an entry of their own. npm
 * then refuses `npm ci` on every machine, or installs no binaries on the platforms that are missing.
 * @param {Record<string, { optionalDependencies?: Record<string, string> }>} packages the lock's `packages`
 * @returns {string[]} `node_modules/parent > child`
 */
export function missingFromLock(packages) {
  const missing = [];
  for (const [where, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) if (!resolves(packages, where, name)) missing.push(`${where} > ${name}`);
  }
  return missing;
}

/** Node's rule: the nearest node_modules, from the package itself outwards. */
function resolves(packages, where, name) {
  for (let at = where; ; ) {
    if (`${at ? `${at}/` : ''}node_modules/${name}` in packages) return true;
    if (at === '') return false;
    const parent = at.lastIndexOf('/node_modules/');
    at = parent < 0 ? '' : at.slice(0, parent);
  }
}
