import { describe, expect, test } from 'vitest';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { assistant, preparedOf, transcriptOf, user } from '../testing/plans.ts';
import { sharedFiles } from '../testing/shared.ts';
import { DEFAULT_SIGNALS } from './signal-prepare.ts';
import { languagesOf, uncoveredLanguage } from './prose-languages.ts';

const SENTENCES: readonly (readonly [language: string, text: string])[] = [
  ['en', 'Please have a look at the build and tell me what is wrong with it; you can change the tests.'],
  ['zh', '请检查一下这个构建为什么失败，然后告诉我应该修改哪些文件，谢谢你的帮助。'],
  ['ja', 'このビルドが失敗した理由を調べて、どのファイルを直せばよいか教えてください。'],
  ['ko', '이 빌드가 실패한 이유를 확인하고 어떤 파일을 고쳐야 하는지 알려 주세요.'],
  ['de', 'Bitte sieh dir den Build an und sag mir, was daran nicht stimmt; die Tests kann man auch ändern.'],
  ['fr', 'Regarde la compilation et dis-moi ce qui ne va pas dans les tests, avec une liste des fichiers pour nous.'],
  ['es', 'Mira por favor el resultado de las pruebas y dime qué es lo que no funciona con los archivos del proyecto.'],
  ['pt', 'Veja por favor o resultado dos testes e diga o que não funciona com os arquivos do projeto, mas não mude nada.'],
  ['it', 'Guarda per favore il risultato dei test e dimmi che cosa non funziona con i file del progetto, ma non cambiare.'],
  ['nl', 'Kijk naar het resultaat van de tests en zeg wat er niet klopt met deze bestanden, maar verander nog niets.'],
  ['Cyrl', 'Посмотри, пожалуйста, почему сборка не проходит, и скажи, какие файлы надо изменить.'],
  ['Arab', 'من فضلك انظر لماذا فشل البناء وأخبرني أي الملفات يجب تغييرها الآن.'],
];

describe('languages', () => {
  test.each(SENTENCES)('%s', (language, text) => {
    const [main] = languagesOf(transcriptOf([user(9, text), assistant(9, text)]));
    expect(main).toMatchObject({ language });
    expect(main!.share).toBeGreaterThan(0.8);
  });
  test('a few words or program text tell nothing', () => {
    expect(languagesOf(transcriptOf([user(1, 'ok')]))).toEqual([]);
    expect(languagesOf(transcriptOf([user(9, 'const x = foo(bar); return baz.qux;'.repeat(5))]))).toEqual([]);
  });
  test('the output of tools is not looked at', () => {
    const english = SENTENCES[0]![1];
    expect(languagesOf(transcriptOf([{ role: 'tool', tokens: 9, answers: 'x', text: english }]))).toEqual([]);
  });
});

describe('coverage of the lists', () => {
  const german = preparedOf([user(9, SENTENCES[4]![1])]);
  test('a language without words gets a notice, Chinese and English do not', () => {
    expect(uncoveredLanguage(german, ['important'])).toMatchObject({
      key: 'note-keywords-language',
      values: { language: 'de', share: 1, covered: 0 },
    });
    for (const [, text] of SENTENCES.slice(0, 2)) expect(uncoveredLanguage(preparedOf([user(9, text)]), ['important'])).toBeUndefined();
    expect(uncoveredLanguage(preparedOf([user(1, 'ok')]), ['important'])).toBeUndefined();
  });
  test('a list of the person’s own is taken to fit', () => {
    const own = preparedOf([user(9, SENTENCES[4]![1])], { keywords: { important: ['wichtig'] } });
    expect(uncoveredLanguage(own, ['important', 'fixes'])).toBeUndefined();
    expect(uncoveredLanguage(own, ['decisions'])).toBeDefined();
  });
});

describe('languages of real transcripts', () => {
  /** Answered in French, as the model's settings asked for. */
  const FRENCH: Readonly<Record<string, number>> = { 'aider-md/Aider-AI__chat-history-head.md': 9 };
  const files = sharedFiles();
  test.skipIf(files.length > 0)('are not there: skipped', () => expect(files).toEqual([]));
  test.each(files.map((f) => [f.file, f] as const))('%s is English or Chinese, but for answers that are known to be French', (name, file) => {
    const parsed = parseTranscript(file.bytes(), { name });
    if (!parsed.ok) return;
    const all = conversationsOf(parsed.value).map(({ transcript }) => uncoveredLanguage({ transcript, settings: DEFAULT_SIGNALS }, ['important']));
    const notices = all.filter((notice) => notice !== undefined);
    expect(notices.map(({ values }) => values?.language)).toEqual(Array.from({ length: FRENCH[name] ?? 0 }, () => 'fr'));
    expect(all.length).toBeGreaterThan(0);
  });
});
