import { describe, expect, test } from 'vitest';
import { prepare, DEFAULT_SIGNALS } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { countTranscript } from '../tokens/count.ts';
import { TOKENIZER_IDS } from '../tokens/contract.ts';
import { loadTokenizer } from '../tokens/tokenizers.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';
import { createBuiltIn } from './built-in.ts';
import type { SummaryOutcome, SummaryRequest } from './contract.ts';

type Draft = Omit<Message, 'id'>;
const say = (role: 'user' | 'assistant', text: string): Draft => ({ role, parts: [{ type: 'text', text }] });
let calls = 0;
/** A call with the words before it, and its result. */
function tool(words: string, name: string, args: unknown, result: string, isError = false): Draft[] {
  const id = `call-${calls++}`;
  const text: Part[] = words === '' ? [] : [{ type: 'text', text: words }];
  return [
    { role: 'assistant', parts: [...text, { type: 'tool-call', id, name, args: JSON.stringify(args) }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId: id, content: [{ type: 'text', text: result }], ...(isError && { isError }) }] },
  ];
}

function transcriptOf(...drafts: (Draft | Draft[])[]): Transcript {
  const messages = drafts.flat().map((draft, i): Message => ({ id: `m${i}`, ...draft }));
  return { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
}
const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);

function summarize(input: PreparedTranscript, request: Partial<SummaryRequest> = {}): Extract<SummaryOutcome, { ok: true }> {
  const outcome = createBuiltIn().summarize(input, {
    id: 'summary-1',
    members: Array.from({ length: input.n }, (_, i) => i),
    maxTokens: 1000,
    style: 'sections',
    ...request,
  });
  if (outcome instanceof Promise || !outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome;
}
const summaryOf = (...drafts: (Draft | Draft[])[]): string => summarize(preparedFrom(transcriptOf(...drafts))).text;
/** Lines under one heading. */
const section = (text: string, heading: string): string => text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';

const log = 'line of output that nobody needs\n'.repeat(80);
const filler = Array.from({ length: 4 }, (_, i) => [...tool('Let me look.', 'Read', { file_path: `src/f${i}.ts` }, log)]).flat();
const task = say('user', 'Please make the importer of transcripts accept gzip files, and keep the old format readable.');

describe('sections', () => {
  test('the task first, acknowledgements left out', () => {
    const text = summaryOf(
      say('user', '/mode'),
      say('user', 'ok'),
      task,
      filler,
      say('user', 'continue'),
      say('assistant', 'The importer now accepts gzip files.'),
      say('user', 'Great, thanks! Now document the gzip option in README.md.'),
      filler,
      say('assistant', 'Documented `--gzip` in README.md.'),
    );
    const tasks = section(text, 'Task overview');
    expect(tasks).toContain('importer of transcripts');
    expect(tasks).toContain('document the gzip option');
    expect(tasks).not.toMatch(/\/mode|continue|thanks/);
  });

  test('files by what became of them, failed edits left out', () => {
    const text = summaryOf(
      task,
      tool('', 'Write', { file_path: '/repo/src/gzip.ts', content: log }, 'ok'),
      tool('', 'Edit', { file_path: '/repo/src/gzip.ts', old_string: 'a' }, 'ok'),
      tool('', 'Edit', { file_path: '/repo/src/index.ts', old_string: 'a' }, log),
      tool('', 'Edit', { file_path: '/repo/src/never.ts', old_string: 'a' }, 'String to replace not found in file.', true),
      say('assistant', 'Done.'),
    );
    const state = section(text, 'Current state');
    expect(state).toMatch(/Created: .*gzip\.ts/);
    expect(state).toMatch(/Modified: .*index\.ts/);
    expect(text).not.toContain('never.ts');
    expect(text).not.toContain('not found');
  });

  test('an error stands with its cause, in the words that tell it', () => {
    const text = summaryOf(
      task,
      tool('', 'Bash', { command: 'npm test' }, `${log}Error: ENOENT: no such file or directory, open '/src/package.json'\nexit code 1`, true),
      tool('There it is. The path in `config.ts` is relative to the old folder.', 'Read', { file_path: 'src/config.ts' }, log),
      say('assistant', 'Fixed the path.'),
    );
    expect(section(text, 'Important discoveries')).toMatch(/ENOENT.*cause or fix: The path in `config\.ts`/);
  });

  test('the last test run stands, earlier counts do not', () => {
    const text = summaryOf(
      task,
      tool('', 'Bash', { command: 'npm test' }, `${log}Tests  28 passed (28)`),
      say('assistant', 'All 28 tests pass in `src/gzip.ts`.'),
      say('user', 'Add a test for damaged files too please, and run everything again.'),
      tool('', 'Bash', { command: 'npm test' }, `${log}Tests  36 passed (36)`),
      say('assistant', 'Added the test for damaged files.'),
    );
    expect(text).toContain('36 passed');
    expect(text).not.toContain('28');
  });

  test('rules and changes of mind of the person are kept', () => {
    const text = summaryOf(
      task,
      say('user', 'Never touch the db/migrations folder.'),
      filler,
      say('user', 'Drop Redis, ops does not want it. Holds go into Postgres.'),
      filler,
      say('assistant', 'Switched.'),
    );
    // Once each: what a request already says is not repeated as a rule.
    expect(text.split('Never touch the db/migrations folder.')).toHaveLength(2);
    expect(text.split('Drop Redis, ops does not want it. Holds go into Postgres.')).toHaveLength(2);
  });

  test('of figures that were corrected the last ones stand', () => {
    const text = summaryOf(
      task,
      filler,
      say('assistant', 'Heating costs per year for the house: 598,000 SEK.'),
      say('user', 'That was the wrong column, please calculate it again with the tax.'),
      filler,
      say('assistant', 'Heating costs per year for the house: 747,500 SEK.'),
    );
    expect(text).toContain('747,500');
    expect(text).not.toContain('598,000');
  });

  test('short answers stand with their question', () => {
    const text = summaryOf(
      task,
      filler,
      say('assistant', 'Shall I exchange the jacket in M for one in L at £10.00?'),
      say('user', 'ok, do that'),
      filler,
      say('assistant', 'Exchanged it.'),
    );
    expect(text).toContain('Shall I exchange the jacket in M for one in L at £10.00? → ok, do that');
  });
});

describe('next steps', () => {
  const next = (text: string): string => section(text, 'Next steps');

  test('what was asked last and not answered', () => {
    expect(next(summaryOf(task, filler, say('assistant', 'Done with gzip.'), say('user', 'Now add zstd support as well.')))).toContain(
      'Asked last, not answered yet: Now add zstd support as well.',
    );
  });

  test('a yes to a proposal stands with the proposal', () => {
    const text = next(
      summaryOf(task, filler, say('assistant', 'The gzip importer is finished. Want me to add zstd support to it?'), say('user', 'yeah, do it')),
    );
    expect(text).toContain('Proposed before: Want me to add zstd support to it?');
    expect(text).toContain('yeah, do it');
  });

  test('what was announced and not done yet; an aborted answer is none', () => {
    const aborted: Draft = { role: 'assistant', parts: [] };
    expect(next(summaryOf(task, filler, say('assistant', 'Let me check why the build of the reader fails.')))).toContain(
      'In progress: Let me check why the build of the reader fails.',
    );
    expect(next(summaryOf(task, filler, say('assistant', 'Done.'), say('user', 'Now add zstd support as well.'), aborted))).toContain(
      'Now add zstd support',
    );
  });

  test('open tasks of the last list, not of an earlier one', () => {
    const todo = (status: string) =>
      tool(
        '',
        'TodoWrite',
        {
          todos: [
            { content: 'Write the gzip reader', status },
            { content: 'Publish the package', status: 'pending' },
          ],
        },
        'ok',
      );
    const text = next(summaryOf(task, todo('in_progress'), filler, todo('completed'), say('assistant', 'The reader is written.')));
    expect(text).toContain('Publish the package');
    expect(text).not.toContain('gzip reader');
  });

  test('steps that were stated long ago are stale; those at the end stand', () => {
    const many = Array.from({ length: 5 }, () => filler).flat();
    const text = next(
      summaryOf(
        task,
        say('assistant', 'Next steps: write the reader for gzip.'),
        say('user', 'Go on with the reader then, as you said.'),
        many,
        say('assistant', 'The reader is there. Next steps: publish version 2.0.0 of it.'),
      ),
    );
    expect(text).toContain('publish version 2.0.0');
    expect(text).not.toContain('write the reader');
  });
});

describe('a range that ends in the middle of work', () => {
  const next = (text: string): string => section(text, 'Next steps');
  const edit = tool('', 'Edit', { file_path: 'src/gzip.ts', old_string: 'a' }, log);

  test('the last call where nothing was announced', () => {
    expect(next(summaryOf(task, filler, tool('', 'Bash', { command: 'grep -n gzip src/index.ts' }, log)))).toContain(
      'In the middle of: `grep -n gzip src/index.ts`',
    );
  });

  test('the error that nobody has explained, and tests that still fail', () => {
    const text = next(
      summaryOf(task, edit, tool('', 'Bash', { command: 'npm test' }, 'TypeError: header is undefined\nTests: 2 failed, 8 passed', true)),
    );
    expect(text).toContain('Tests still fail: Tests: 2 failed, 8 passed');
    expect(text).toContain('Not solved yet: TypeError: header is undefined');
  });

  test('a finished range has nothing open', () => {
    expect(next(summaryOf(task, edit, say('assistant', 'The importer accepts gzip files now.')))).toContain('Nothing recorded.');
  });
});

describe('who speaks', () => {
  test('results in the name of the person and instructions of the harness ask for nothing', () => {
    const text = summaryOf(
      say('user', '<environment_context>\n<cwd>/repo</cwd>\nRefactor nothing in the vendored folders.\n</environment_context>'),
      task,
      filler,
      say('user', 'EXECUTION RESULT of [terminal]:\nThe build wrote 14 files into the output folder.'),
      say('assistant', 'The importer accepts gzip files now.'),
    );
    expect(section(text, 'Task overview')).toContain('importer of transcripts');
    expect(text).not.toMatch(/vendored folders|wrote 14 files/);
  });

  test('an agent that finishes with a tool has answered', () => {
    const text = summaryOf(task, filler, tool('', 'finish', { message: 'The importer accepts gzip files, see src/gzip.ts.' }, ''));
    expect(section(text, 'Current state')).toContain('The importer accepts gzip files, see src/gzip.ts.');
    expect(section(text, 'Next steps')).toContain('Nothing recorded.');
  });

  test('thanks are no open request, politeness no open step', () => {
    const text = summaryOf(
      task,
      filler,
      say('assistant', 'The importer accepts gzip files now. If you need further help, feel free to ask.'),
      say('user', 'Great, appreciate it!'),
    );
    expect(section(text, 'Next steps')).toContain('Nothing recorded.');
  });
});

describe('what became of things', () => {
  test('an error with what was done until its command worked', () => {
    const run = (result: string, failed: boolean): Draft[] => tool('', 'Bash', { command: 'npm run check' }, result, failed);
    const text = summaryOf(
      task,
      run("src/gzip.ts(3,1): error TS2305: Module 'zlib' has no exported member 'Gunzip'.", true),
      tool('', 'Edit', { file_path: 'src/gzip.ts', old_string: 'a' }, log),
      run('ok', false),
      say('assistant', 'All checks pass.'),
    );
    expect(text).toMatch(/error TS2305: .* — `npm run check` worked later, after changes to gzip\.ts/);
  });

  test('the last operation on a file, files that were only read, what is done of the task list', () => {
    const text = summaryOf(
      task,
      tool('', 'Read', { file_path: 'src/index.ts' }, log),
      tool('', 'Write', { file_path: 'src/old.ts', content: log }, log),
      tool('', 'Bash', { command: 'rm src/old.ts' }, log),
      tool(
        '',
        'TodoWrite',
        {
          todos: [
            { content: 'Read the index', status: 'completed' },
            { content: 'Write the docs', status: 'pending' },
          ],
        },
        'ok',
      ),
      tool('', 'Write', { file_path: 'src/gzip.ts', content: 'export class GzipReader {\n  read(text: string): void {\n  }\n}' }, log),
      say('assistant', 'Done.'),
    );
    expect(text).toContain('- Deleted: src/old.ts');
    expect(text).toContain('- Created: src/gzip.ts');
    expect(text).toContain('- Read: src/index.ts');
    expect(text).toContain('- Done of the task list: Read the index');
    expect(text).toContain('- To do: Write the docs');
    expect(text).toContain('- Defined: gzip.ts: GzipReader, read()');
  });

  test('what a lookup gave, with the lookup', () => {
    const text = summaryOf(
      task,
      tool('', 'get_order', { order_id: '#W123' }, '{"status": "delivered", "total": 120.5}'),
      say('assistant', 'I looked it up for you.'),
    );
    expect(text).toContain('get_order(order_id: #W123) → status: delivered, total: 120.5');
  });
});

describe('earlier summaries', () => {
  const earlier: Draft = {
    ...say(
      'user',
      '## Task overview\n- Make the importer accept gzip files\n\n## Current state\n- Created: src/gzip.ts, src/zip.ts\n- 12 tests passed\n\n## Next steps\n- In progress: the reader\n- To do: write docs\n\n## Context to preserve\n- Never touch the fixtures of INC-2291',
    ),
    compaction: { kind: 'summary' },
  };
  const later = [
    ...filler,
    ...tool('', 'Edit', { file_path: 'src/zip.ts', old_string: 'a' }, log),
    ...tool('', 'Bash', { command: 'rm src/gzip.ts' }, log),
    say('user', 'Now add zstd support as well.'),
    say('assistant', 'The importer accepts zstd files now too.'),
  ];
  const input = preparedFrom(transcriptOf(earlier, ...later));

  test('carried over before what is new, open steps that are stale left out, files by their last operation', () => {
    const text = summarize(input, { mergeEarlier: true }).text;
    expect(section(text, 'Task overview')).toMatch(/- Make the importer accept gzip files\n[\s\S]*zstd/);
    expect(section(text, 'Context to preserve')).toContain('- Never touch the fixtures of INC-2291');
    expect(section(text, 'Next steps')).toContain('- To do: write docs');
    expect(text).not.toContain('In progress: the reader');
    expect(text).toContain('- Modified: src/zip.ts');
    expect(text).toContain('- Deleted: src/gzip.ts');
    expect(text).not.toContain('Created:');
  });

  test('two of them become one, what both say stands once', () => {
    const second: Draft = {
      ...say('user', '## Current state\n- 15 tests passed\n\n## Context to preserve\n- Never touch the fixtures of INC-2291'),
      compaction: { kind: 'summary' },
    };
    const text = summarize(preparedFrom(transcriptOf(earlier, second)), { mergeEarlier: true }).text;
    expect(text.match(/INC-2291/g)).toHaveLength(1);
    expect(text).toContain('15 tests passed');
    expect(text).not.toContain('12 tests passed');
    expect(text).toContain('In progress: the reader');
  });

  test('what is carried over comes from the summary', () => {
    const { spans } = summarize(input, { mergeEarlier: true });
    expect(spans.find((span) => span.text.includes('INC-2291'))?.source).toBe(0);
  });
});

describe('JSON', () => {
  test('five lists in their order, spans as they stand in the text', () => {
    const { text, spans } = summarize(
      preparedFrom(transcriptOf(task, filler, say('user', 'Never touch "fixtures", please.'), say('assistant', 'Done: the importer reads gzip.'))),
      {
        style: 'json',
      },
    );
    const value = JSON.parse(text) as Record<string, string[]>;
    expect(Object.keys(value)).toEqual(['task_overview', 'current_state', 'important_discoveries', 'next_steps', 'context_to_preserve']);
    expect(value.task_overview?.[0]).toContain('importer of transcripts');
    for (const span of spans) expect(text).toContain(span.text);
  });

  test('told to be too long and cut, it is still JSON', () => {
    const input = preparedFrom(transcriptOf(task, filler, say('assistant', 'The importer now accepts gzip files.')));
    const request = { id: 'summary-1', members: [0, 1, 2, 3, 9], maxTokens: 300, style: 'json', tooLong: 'cut' } as const;
    const outcome = createBuiltIn({ outcome: 'too-long' }).summarize(input, request);
    if (outcome instanceof Promise || !outcome.ok) throw new Error('a cut summary is one');
    expect(Object.keys(JSON.parse(outcome.text) as object)).not.toEqual([]);
  });
});

describe('language and style', () => {
  test('the language of the person decides, not that of names and code', () => {
    const text = summaryOf(
      say('user', '请让导入器支持 gzip 文件，旧格式也要能读。'),
      filler,
      say('assistant', `Implemented \`readGzip()\` in src/gzip.ts and covered it with tests. ${'The reader handles every header. '.repeat(3)}`),
    );
    expect(text).toContain('## 任务概述');
  });

  const chinese = transcriptOf(
    say('user', '请修复登录页面的错误，不要修改数据库结构。'),
    ...tool('', 'Edit', { file_path: 'src/login.ts', old_string: 'a' }, log),
    say('assistant', '登录失败的原因是 `session.ts` 里的超时设置为 0，已经修复并通过了测试。下一步是更新文档。'),
  );

  test('Chinese headings for Chinese, none for Japanese', () => {
    const { text } = summarize(preparedFrom(chinese), { maxTokens: 400 });
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      '任务概述',
      '当前状态',
      '重要发现',
      '后续步骤',
      '需要保留的上下文',
    ]);
    expect(text).toContain('不要修改数据库结构');
    expect(
      summaryOf(say('user', '設定ファイルを最新の状態に更新してください。'), filler, say('assistant', '設定ファイルを最新の状態に更新しました。')),
    ).toContain('## Task overview');
  });

  test('plain style tells it in the third person', () => {
    const { text } = summarize(preparedFrom(transcriptOf(task, filler, say('assistant', "I've added gzip support to `src/import.ts`."))), {
      style: 'plain',
      maxTokens: 300,
      maxChars: 1000,
    });
    expect(text).toMatch(/^The user asked: Please make the importer/);
    expect(text).toContain('The assistant reported: Added gzip support to `src/import.ts`.');
    expect(text).not.toMatch(/^## /m);
    expect(summarize(preparedFrom(chinese), { style: 'plain', maxTokens: 100 }).text).toMatch(/^用户要求：/);
  });

  test('messages without words are counted', () => {
    const image: Draft = { role: 'user', parts: [{ type: 'image', mime: 'image/png', bytes: 9, data: 'AAAA' }] };
    expect(summaryOf(image, image)).toContain('2 messages without words.');
    // Nobody reported it.
    const { text } = summarize(preparedFrom(transcriptOf(image, image)), { style: 'plain', maxTokens: 60 });
    expect(text).toBe('Findings: 2 messages without words.');
  });
});

test('secrets are masked and counted', () => {
  const key = `sk-proj-${'Ab3dE6gH'.repeat(5)}`;
  const outcome = summarize(
    preparedFrom(transcriptOf(say('user', `Use the key ${key} for the importer of transcripts.`), filler, say('assistant', 'The importer uses it.'))),
  );
  expect(outcome.text).toContain('[openai-key]');
  expect(outcome.text).not.toContain(key);
  expect(outcome.masked).toBe(1);
});

test('an earlier summary keeps its sections', () => {
  const earlier: Draft = {
    role: 'user',
    synthetic: true,
    compaction: { kind: 'summary' },
    parts: [
      {
        type: 'text',
        text: '## Goal\nRefactor the agent into one shared session.\n\n## Decisions\n- The old code stays for reference in `main.ts`.\n\n## Testing\nThe user prefers e2e tests only.',
      },
    ],
  };
  const text = summaryOf(earlier, filler, say('assistant', 'Moved the selectors.'));
  expect(section(text, 'Task overview')).toContain('Refactor the agent into one shared session.');
  expect(section(text, 'Context to preserve')).toContain('The old code stays for reference');
  expect(section(text, 'Context to preserve')).toContain('e2e tests only');
});

test.each(TOKENIZER_IDS)('limits hold in the tokens of %s', async (id) => {
  const tokenizer = await loadTokenizer(id);
  const transcript = transcriptOf(
    task,
    filler,
    say('assistant', 'The cause is the reader in `src/gzip.ts`: it loses 1,024 bytes. 修复了读取器的错误。'),
    filler,
    say('user', 'Never use `zlib.inflateSync` again, 不要使用同步函数。'),
    say('assistant', 'Noted.'),
  );
  const input = prepare(transcript, countTranscript(transcript, tokenizer), DEFAULT_SIGNALS);
  for (const maxTokens of [20, 50, 119, 120, 200, 400]) {
    for (const style of ['sections', 'plain'] as const) {
      const { text, tokens } = summarize(input, { maxTokens, style });
      expect(tokens).toBe(tokenizer.count(text));
      expect(tokens).toBeLessThanOrEqual(maxTokens);
    }
  }
});
