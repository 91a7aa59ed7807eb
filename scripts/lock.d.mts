export function missingFromLock(packages: Record<string, { optionalDependencies?: Record<string, string> }>): string[];
