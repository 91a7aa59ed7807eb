import type { Format, Source } from '../contract.ts';
import { firstObjects, spoken } from '../records.ts';
import { readSessions } from './parse.ts';
import { isExport, isFolder, isInfo, isPart, isSession, isStoredMessage } from './storage.ts';
import { stated } from '../written.ts';

/** An export, messages as the server gives them, or files of the storage folder: records whose ids begin with their kind. */
function detect(source: Source): number {
  if (isFolder(source)) return 0.97;
  const values = firstObjects(source);
  if (values.some((value) => isExport(value) && Array.isArray(value.messages) && value.messages.some(isStoredMessage))) return 0.97;
  if (values.some(isStoredMessage)) return 0.95;
  return values.some((value) => isPart(value) || isInfo(value)) && values.every((value) => isPart(value) || isInfo(value) || isSession(value))
    ? 0.95
    : 0;
}

export const opencode: Format = {
  id: 'opencode',
  evidence: 'recorded',
  written: { by: 'opencode', tested: '1.18.33', version: (source) => stated('info.version')(source) ?? stated('version', isSession)(source) },
  unread: 'the table `event` and what else repeats the messages',
  extension: 'json',
  detect,
  parse: (source, report) => spoken(readSessions(source, report), 'opencode'),
};
