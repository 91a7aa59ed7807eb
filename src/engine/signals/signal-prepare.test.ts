import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import { answer, assistant, call, preparedOf, system, transcriptOf, user } from '../testing/plans.ts';
import type { Message } from '../transcript/types.ts';
import { PRIORITIES, PROTECTIONS, type PreparedTranscript } from './contract.ts';
import { itemTypeOf, structureOf, unitPriorities, unitSizes } from './structure.ts';
import { DEFAULT_SIGNALS, prepare, priorityReason } from './signal-prepare.ts';

const shown = (p: PreparedTranscript): string[] => Array.from(p.priority, (level, i) => `${PRIORITIES[level]} ${p.priorityRule[i]}`);
const protectedAs = (p: PreparedTranscript): string[] => Array.from(p.protection, (level) => PROTECTIONS[level]!);

describe('priority: the rules of S2', () => {
  // A header, then eleven messages: the first two and last two of the conversation are edges.
  const conversation = [
    system(100),
    user(50),
    assistant(50),
    user(50, 'go on'),
    assistant(900, 'long'),
    user(5, 'ok'),
    user(5, 'ok?'),
    user(5, '好？'),
    call(100, 'a'),
    answer(10, 'a'),
    user(30, 'thanks'),
    assistant(30, 'bye'),
  ];

  test('each rule decides where it should', () => {
    expect(shown(preparedOf(conversation))).toEqual([
      'CRITICAL 2',
      'HIGH 4',
      'HIGH 4',
      'NORMAL 8',
      'HIGH 5',
      'LOW 6',
      'NORMAL 8',
      'NORMAL 8',
      'HIGH 7',
      'HIGH 3',
      'HIGH 4',
      'HIGH 4',
    ]);
  });

  test('a message without parts is short, costs what every message costs and opens no turn', () => {
    const aborted: Message = { id: 'aborted', role: 'assistant', parts: [] };
    const { messages } = transcriptOf([user(50), assistant(50), user(50), assistant(50), user(50)]);
    const transcript = {
      ...transcriptOf([]),
      messages: [...messages.slice(0, 3), aborted, { ...aborted, id: 'nothing', role: 'user' as const }, ...messages.slice(3)],
    };
    const counts = charCounts(transcript);
    const p = prepare(transcript, counts, DEFAULT_SIGNALS);
    expect([...counts.messages].slice(3, 5)).toEqual([4, 4]);
    expect(shown(p).slice(3, 5)).toEqual(['LOW 6', 'LOW 6']);
    expect(structureOf(transcript)).toMatchObject({ turns: 3, steps: 3, lastUser: 6 });
  });

  test('the first rule that applies wins: a mark before everything, system before edge, edge before short', () => {
    const p = preparedOf([system(5), user(5, 'hi'), user(50), user(50), user(50), user(50), user(5, 'ok')], {
      marks: { m0: 'LOW', m3: 'HIGH', m4: 'pin' },
    });
    expect(shown(p)).toEqual(['LOW 1', 'HIGH 4', 'HIGH 4', 'HIGH 1', 'CRITICAL 1', 'HIGH 4', 'HIGH 4']);
  });

  test('thresholds are exclusive: 800 is not long, 20 is not short', () => {
    const p = preparedOf([user(50), user(50), user(800), user(801), user(20), user(19), user(50), user(50)]);
    expect(shown(p).slice(2, 6)).toEqual(['NORMAL 8', 'HIGH 5', 'NORMAL 8', 'LOW 6']);
  });

  test('all counts are settings', () => {
    const p = preparedOf([user(50), user(50), user(50), user(50)], { edgeStart: 0, edgeEnd: 1, longTokens: 49, shortTokens: 10 });
    expect(shown(p)).toEqual(['HIGH 5', 'HIGH 5', 'HIGH 5', 'HIGH 4']);
  });

  test('a question mark counts in what is said, not in arguments', () => {
    const asked = { ...transcriptOf([user(50), user(50), call(10, 'a'), answer(10, 'a'), user(50), user(50)]) };
    const messages = asked.messages.map(
      (m): Message => (m.id === 'm2' ? { ...m, parts: [{ type: 'tool-call', id: 'a', name: 'run', args: '{"q":"why?"}' }] } : m),
    );
    const base = preparedOf([user(50), user(50), call(10, 'a'), answer(10, 'a'), user(50), user(50)]);
    const p = prepare({ ...asked, messages }, base.counts, DEFAULT_SIGNALS);
    expect(shown(p)[2]).toBe('LOW 6');
  });

  test('the reason carries the numbers of the rule', () => {
    const p = preparedOf(conversation);
    expect(priorityReason(p, 5)).toEqual({ key: 'priority-short', values: { tokens: 5, limit: 20 } });
    expect(priorityReason(p, 4)).toEqual({ key: 'priority-long', values: { tokens: 900, limit: 800 } });
    expect(priorityReason(p, 2)).toEqual({ key: 'priority-first', values: { position: 2, edge: 2 } });
    expect(priorityReason(p, 10)).toEqual({ key: 'priority-last', values: { position: 2, edge: 2 } });
  });
});

describe('structure', () => {
  test('a block is the call with all its results, wherever they stand', () => {
    const p = preparedOf([user(9), call(9, 'a', 'b'), answer(9, 'b'), user(9, 'meanwhile'), answer(9, 'a'), assistant(9)]);
    expect(p.units.map((u) => [u.members, u.isBlock])).toEqual([
      [[0], false],
      [[1, 2, 4], true],
      [[3], false],
      [[5], false],
    ]);
    expect(Array.from(p.unitOf)).toEqual([0, 1, 1, 2, 1, 3]);
  });

  test('orphans and unanswered calls are units of their own', () => {
    const p = preparedOf([answer(9, 'x'), call(9, 'y'), user(9)]);
    expect(p.units.map((u) => u.isBlock)).toEqual([false, false, false]);
  });

  test('a result that stands before its call is of its block', () => {
    const p = preparedOf([user(9), answer(9, 'a'), user(9), call(9, 'a', 'b'), answer(9, 'b')]);
    expect(p.units.map((u) => [u.members, u.isBlock])).toEqual([
      [[0], false],
      [[1, 3, 4], true],
      [[2], false],
    ]);
  });

  test('an id that is used again belongs to the latest call', () => {
    const p = preparedOf([call(9, 'a'), answer(9, 'a'), call(9, 'a'), answer(9, 'a')]);
    expect(p.units.map((u) => u.members)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test('a block has the priority of its highest member', () => {
    const p = preparedOf([user(50), user(50), call(10, 'a'), answer(10, 'a'), user(50), user(50)], { marks: { m2: 'LOW' } });
    expect(p.priority[2]).toBe(0);
    expect(unitPriorities(p)[p.unitOf[2]!]).toBe(2);
    expect(unitSizes(p).tokens[p.unitOf[2]!]).toBe(20);
  });

  test('turns open with a user message that carries text, steps with an assistant message', () => {
    const p = preparedOf([system(9), assistant(9), user(9), call(9, 'a'), answer(9, 'a'), { ...user(9), synthetic: true }, assistant(9), user(9)]);
    expect(Array.from(p.turn)).toEqual([-1, -1, 0, 0, 0, 0, 0, 1]);
    expect(Array.from(p.step)).toEqual([-1, 0, 0, 1, 1, 1, 2, 2]);
    expect([p.turns, p.steps, p.header]).toEqual([2, 3, 1]);
  });

  test('where only the harness speaks as the user, its messages open the turns', () => {
    const p = preparedOf([{ ...user(9), synthetic: true }, assistant(9)]);
    expect([p.turns, p.lastUser]).toEqual([1, 0]);
  });

  test('protection: header, pins, CRITICAL, last user message that a person wrote, last tool block as a whole', () => {
    const p = preparedOf(
      [system(9), user(9), call(9, 'a'), answer(9, 'a'), user(9), { ...user(9), synthetic: true }, call(9, 'b'), answer(9, 'b'), assistant(9)],
      { marks: { m3: 'pin', m8: 'CRITICAL' } },
    );
    expect(protectedAs(p)).toEqual(['header', 'none', 'pinned', 'pinned', 'last-user', 'none', 'last-tool-block', 'last-tool-block', 'critical']);
  });

  test('a text pins its message by <Pin>…</Pin>, unless it is code, a summary or a person decided otherwise', () => {
    const pin = 'Keep this: <Pin>the port is\n8080</Pin>.';
    const said = [
      system(9, pin),
      user(9, pin),
      call(9, 'a'),
      answer(9, 'a'),
      assistant(9, pin),
      user(9, 'about <Pin>'),
      user(9, `\`\`\`\n${pin}\n\`\`\``),
    ];
    const p = preparedOf([...said, user(9, pin), user(9, `Context summary: ${pin}`), user(9)], { marks: { m7: 'LOW' } });
    expect(protectedAs(p)).toEqual(['header', 'pinned', 'last-tool-block', 'last-tool-block', 'pinned', 'none', 'none', 'none', 'none', 'last-user']);
    expect([1, 7].map((i) => priorityReason(p, i).key)).toEqual(['priority-pinned-text', 'priority-set']);
  });

  test('a tool result pins its block in the same way', () => {
    const said = (text: string) => [call(9, text), { ...answer(9, text), text }];
    const p = preparedOf([user(9), ...said('<Pin>port 8080</Pin>'), ...said('```\n<Pin>port 8080</Pin>\n```'), ...said('done'), user(9)]);
    expect(protectedAs(p)).toEqual(['none', 'pinned', 'pinned', 'none', 'none', 'last-tool-block', 'last-tool-block', 'last-user']);
    expect(priorityReason(p, 2).key).toBe('priority-pinned-text');
  });

  test('protection: the last message that is not the system’s where no user speaks and nothing is called', () => {
    expect(protectedAs(preparedOf([system(9), assistant(9), assistant(9)]))).toEqual(['header', 'none', 'last-message']);
    expect(protectedAs(preparedOf([system(9), system(9)])).includes('last-message')).toBe(false);
    expect(protectedAs(preparedOf([call(9, 'a'), answer(9, 'a'), assistant(9)]))).toEqual(['last-tool-block', 'last-tool-block', 'none']);
    expect(protectedAs(preparedOf([user(9), assistant(9)]))).toEqual(['last-user', 'none']);
  });

  test('item types from the marks that agents leave', () => {
    const typeOf = (role: Message['role'], text: string): string => itemTypeOf({ id: 'x', role, parts: [{ type: 'text', text }] });
    expect(typeOf('user', '# AGENTS.md instructions for /repo\n\nBe kind.')).toBe('MEMORY');
    expect(typeOf('user', '<system-reminder>\nContents of CLAUDE.md: …</system-reminder>')).toBe('MEMORY');
    expect(typeOf('user', '<environment_context>\n<cwd>/repo</cwd>')).toBe('MEMORY');
    expect(typeOf('user', 'Please read CLAUDE.md')).toBe('USER_MESSAGE');
    expect(typeOf('user', 'Base directory for this skill: /skills/pdf')).toBe('SKILL_PROMPT');
    expect(typeOf('user', 'This session is being continued from a previous conversation that ran out')).toBe('COMPACTION_SUMMARY');
    expect(typeOf('system', 'You are')).toBe('SYSTEM_PROMPT');
    const result = (text: string): Message => ({
      id: 'x',
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'a', content: [{ type: 'text', text }] }],
    });
    expect(itemTypeOf(result('[Old tool result content cleared]'))).toBe('OFFLOAD_PLACEHOLDER');
    expect(itemTypeOf(result('12 files'))).toBe('TOOL_RESULT');
  });

  test('memory and skills before the conversation are header', () => {
    const p = preparedOf([system(9), user(9, '# AGENTS.md instructions for /repo'), user(9, 'Fix it'), assistant(9)]);
    expect([p.header, protectedAs(p)[1], Array.from(p.turn)]).toEqual([2, 'header', [-1, -1, 0, 0]]);
  });

  test('every message is in one unit, and results are with their calls', () => {
    fc.assert(
      fc.property(transcripts(), (transcript) => {
        const { units, unitOf } = structureOf(transcript);
        const seen = units.flatMap((u) => u.members).sort((a, b) => a - b);
        expect(seen).toEqual(transcript.messages.map((_, i) => i));
        expect(units.every((unit, u) => unit.members.every((i) => unitOf[i] === u))).toBe(true);
        const callAt = new Map<string, number>();
        transcript.messages.forEach((message, i) => {
          for (const part of message.parts) {
            if (part.type === 'tool-call') callAt.set(part.id, i);
            const call = part.type === 'tool-result' ? callAt.get(part.callId) : undefined;
            expect(call === undefined || unitOf[call] === unitOf[i]).toBe(true);
          }
        });
      }),
    );
  });

  test('protection is the same for all members of a unit', () => {
    fc.assert(
      fc.property(transcripts(), fc.nat(3), fc.nat(3), (transcript, edgeStart, edgeEnd) => {
        const p = prepare(transcript, charCounts(transcript), { ...DEFAULT_SIGNALS, edgeStart, edgeEnd });
        expect(p.units.every(({ members }) => new Set(members.map((i) => p.protection[i])).size === 1)).toBe(true);
      }),
    );
  });
});
