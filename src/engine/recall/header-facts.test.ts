import { describe, expect, test } from 'vitest';
import { factIndexOf } from '../signals/facts/index.ts';
import { type Extras, type TalkMessage, talk } from '../testing/talks.ts';
import { headerFacts } from './header-facts.ts';

/** The facts of a conversation that its header states. */
function stated(lines: readonly TalkMessage[], extras: Extras = {}): string[] {
  const base = talk(lines, extras);
  const { text } = factIndexOf(base.transcript, 'recall');
  return Array.from(headerFacts(base).entries()).flatMap(([fact, flag]) => (flag === 1 ? [text[fact]!] : []));
}

describe('facts that need no memory', () => {
  test('those of system text, at the start and later', () => {
    expect(stated([{ system: 'Keep maxDepth.' }, { user: 'maxDepth, minDepth' }, { system: 'Also keep lateName.' }, { says: 'lateName' }])).toEqual([
      'maxDepth',
      'lateName',
    ]);
    expect(stated([{ user: 'maxDepth, minDepth' }, { says: 'maxDepth' }])).toEqual([]);
  });

  test('names of tools and of their arguments, as defined', () => {
    const tools = [{ name: 'lookUp', schema: { properties: { walrusName: { enum: ['firstUser'] } } } }, { name: 'bareTool' }];
    expect(stated([{ user: 'lookUp, walrusName, firstUser, bareTool' }], { tools })).toEqual(['lookUp', 'walrusName', 'bareTool']);
  });

  test('names of tools and of their arguments, as called, within lists too; values are none', () => {
    const args = '{"filePath":"someValue","edits":[{"oldText":"otherValue"},["plainValue",{"newText":null}]]}';
    expect(
      stated([
        { user: 'scanWalrus filePath someValue oldText otherValue plainValue newText' },
        { call: 'a', name: 'scanWalrus', args },
        { result: 'a', shows: 'fromResult' },
      ]),
    ).toEqual(['scanWalrus', 'filePath', 'oldText', 'newText']);
  });

  test('arguments that are no JSON have no names, but their tool has', () => {
    expect(stated([{ user: 'applyPatch, fileName' }, { call: 'a', name: 'applyPatch', args: '*** fileName\n+1' }])).toEqual(['applyPatch']);
  });
});
