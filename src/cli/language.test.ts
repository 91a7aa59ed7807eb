import { afterAll, describe, expect, it } from 'vitest';
import { readArgs } from './args.ts';
import { languageOfTerminal, speak, t, warningLine, words } from './cli-words.ts';

describe('language of the terminal', () => {
  it.each([
    [[], {}, 'en'],
    [[], { LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
    [[], { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en'],
    [[], { LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'zh-CN'],
    [[], { LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_CN.UTF-8' }, 'zh-CN'],
    [[], { LANG: 'de_DE.UTF-8' }, 'en'],
    [['compare', 'f', '--lang', 'zh-CN'], { LANG: 'en_US.UTF-8' }, 'zh-CN'],
    [['compare', 'f', '--lang=en'], { LANG: 'zh_CN.UTF-8' }, 'en'],
    [['compare', 'f', '--lang', 'xx'], { LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
    [['compare', 'f', '--lang'], {}, 'en'],
  ] as const)('%j in %j is %s', (argv, environment, language) => expect(languageOfTerminal(argv, environment)).toBe(language));

  it('a language that is not there is refused, by its option', () => {
    const read = readArgs(['compare', 'f', '--lang', 'xx']);
    expect(read).toEqual({ ok: false, error: '--lang: no "xx" here. Expected one of en, zh-CN' });
  });
});

describe('in Chinese', () => {
  afterAll(() => speak('en'));

  it('own words, titles, reasons and warnings', async () => {
    await speak('zh-CN');
    expect(t('cli.column.strategy')).toBe('策略');
    expect(words.title('sliding-window')).toBe('滑动窗口压缩');
    expect(words.reason({ key: 'note-hard-limit' })).toBe('硬性限制');
    expect(warningLine({ code: 'preamble', message: 'Text before the first role marker is no message.', count: 1, line: 1 })).toBe(
      '警告：第一个角色标记之前的文字：已略去（第 1 行）',
    );
  });
});
