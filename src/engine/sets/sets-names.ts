import { printable } from '../lib/strings.ts';
import { maskSecrets } from '../signals/secrets.ts';

/** The name of a file or session as it leaves, in lines and reports: on one line, no control characters, secrets masked. */
export const cleanName = (name: string): string => maskSecrets(printable(name.replace(/[\t\n]+/g, ' '))).text;
