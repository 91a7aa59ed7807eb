import type { Transcript } from '../../transcript/types.ts';
import type { Format, Source } from '../contract.ts';
import { compact, numberOf, objectOf } from '../json.ts';
import { locate, type RawConversation, readConversation } from '../openai-chat/index.ts';
import { firstObjects } from '../lists.ts';
import { UNREAD_RECORD } from '../encoding.ts';

const isRun = ({ path }: Pick<RawConversation, 'path'>): boolean => path.endsWith('.traj') || path.endsWith('.messages_display');

function detect(source: Source): number {
  const values = firstObjects(source);
  const runs = values.filter(
    (value) => typeof value.messages_display === 'string' || (Array.isArray(value.traj) && ('task_id' in value || 'reward' in value)),
  );
  return runs.length > 0 && runs.length === values.length ? 0.95 : 0;
}

function titleOf({ header }: RawConversation): string | undefined {
  const { task_id: task, trial, reward } = header;
  const known = [
    ...(typeof task === 'number' || typeof task === 'string' ? [`task ${task}`] : []),
    ...(numberOf(trial) !== undefined ? [`trial ${trial}`] : []),
    ...(numberOf(reward) !== undefined ? [`reward ${reward}`] : []),
  ];
  return known.length > 0 ? known.join(', ') : undefined;
}

function userOf({ header }: RawConversation): string | undefined {
  const task = objectOf(objectOf(header.info).task);
  return typeof task.user_id === 'string' ? task.user_id : undefined;
}

export const tauBench: Format = {
  id: 'tau-bench',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => {
    const raw = locate(source, (line, path) => report({ ...UNREAD_RECORD, ...compact({ line, path }) })).filter(isRun);
    const transcripts = raw.map((run, i): Transcript => {
      const transcript = readConversation(run, i, 'tau-bench', report);
      const title = titleOf(run);
      const user = userOf(run);
      return { ...transcript, ...(title && { title }), ...(user && { extra: { ...transcript.extra, user } }) };
    });
    return transcripts;
  },
};
