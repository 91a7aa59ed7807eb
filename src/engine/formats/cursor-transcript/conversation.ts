/** What both forms of a transcript share: prompts without Cursor's tags, and calls whose results it does not write down. */
import type { Part, Transcript } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { texts } from '../parts.ts';
import { Talk } from '../talk.ts';

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/;

/** What the person asked, without its tags, between what Cursor put around it. */
export function readPrompt(text: string): Part[] {
  const found = QUERY.exec(text);
  if (!found) return texts(text);
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return [before.trim(), found[1]!, after.trim()].flatMap(texts);
}

/** One conversation; that a file holds no results is said once, not per call. */
export function transcriptOf(read: (talk: Talk) => void, report: Report): Transcript {
  let open = 0;
  const talk = new Talk((warning) => {
    if (warning.code === 'unanswered-call') open = warning.count ?? 1;
    else report(warning);
  });
  read(talk);
  const transcript = talk.finish({ id: 'session', format: 'cursor-transcript' });
  const answered = transcript.messages.some(({ role }) => role === 'tool');
  if (open > 0 && answered) report({ code: 'unanswered-call', message: 'Tool calls have no result in this transcript.', count: open });
  else if (open > 0) report({ code: 'no-results', message: 'The file holds no results of tools: its program does not write them there.' });
  return transcript;
}
