import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

it('makes one answer of chunks in a row, splits it at the output of code, and reads a text once', () => {
  const parsed = readAs('google-ai-studio', {
    id: 'p',
    displayName: 'Lamp',
    runSettings: { model: 'models/gemini-3-pro' },
    systemInstruction: { text: 'Be short.' },
    chunkedPrompt: {
      chunks: [
        { role: 'user', text: 'go', driveDocument: { id: 'doc-1', name: 'a.pdf' } },
        { role: 'user', inlineFile: { mimeType: 'image/png', data: 'iVBORw==' } },
        {
          role: 'model',
          isThought: true,
          text: 'hm',
          parts: [
            { text: 'h', thought: true },
            { text: 'm', thought: true },
          ],
        },
        {
          role: 'model',
          text: 'I run.',
          parts: [{ text: 'I run.' }],
          executableCode: { language: 'PYTHON', code: 'print(1)' },
          codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' },
        },
        { role: 'model', text: '1.' },
        { role: 'model', text: '', errorMessage: 'quota' },
      ],
      pendingInputs: [{ role: 'user', text: 'draft' }],
    },
  });
  expect(outline(parsed.conversations[0]!)).toEqual([
    'S Be short.',
    'U go / [file a.pdf drive:doc-1]',
    'U [image image/png]',
    'A ~hm / I run. / code_execution{"language":"PYTHON","code":"print(1)"}',
    'T =1',
    'A 1.',
  ]);
  expect(parsed.conversations[0]).toMatchObject({ id: 'p', title: 'Lamp', model: 'gemini-3-pro' });
  expect(codes(parsed)).toEqual({ 'interface-note': 2 });
});

const given = caseFile('refused__google-ai-studio-prompt.json');
it.skipIf(!given)('reads the case', () => {
  expect(outline(readAs('google-ai-studio', given!).conversations[0]!)).toEqual([
    'S Be short.',
    'U Capital of France?',
    'A ~The user asks. / Paris.',
  ]);
});
