import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultTable, resultText } from '#contract/assistant-text.ts';
import { ACTIVITIES, checkToolInput, defaultInput, findTool, TOOL_KEYS, type ToolFacts } from '#contract/assistant-tools.ts';
import { sandboxResult } from '../../providers/assistant/sandbox-results.ts';
import { finishResult } from './finish-result.ts';

const facts = (key: string) => findTool(key) as ToolFacts;
const minutesOf = (clock: string): number => {
  const [, next, hours, minutes] = /^(次日 )?(\d\d):(\d\d)$/.exec(clock) ?? [];
  return (next ? 1_440 : 0) + Number(hours) * 60 + Number(minutes);
};

describe("the stand-in's tools", () => {
  it.each(TOOL_KEYS)('%s is of its form, in words and with its defaults', (key) => {
    const tool = facts(key);
    const filled = Object.fromEntries(Object.entries(defaultInput(tool)).map(([name, value]) => [name, value || '星河科技']));
    const { input, faults } = checkToolInput(tool, filled);
    expect(faults).toEqual({});
    const result = finishResult(key, input, sandboxResult(key, input, []));
    expect(result?.tool).toBe(key);
    expect(result && resultText(result).length).toBeGreaterThan(20);
  });

  it.each([
    ['outline', { theme: '星河科技十周年', people: '300' }],
    ['budget', { activity: '发布会' }],
    ['rundown', { activity: '论坛' }],
    ['slogans', { theme: '星河科技' }],
    ['checklist', { activity: '团建', people: '60' }],
    ['risks', { activity: '市集', place: '户外', people: '3000' }],
    ['email', { to: '王经理', theme: '星河科技年会' }],
    ['poster', { theme: '城市面包节', date: '12 月 20 日', place: '滨江广场', mood: '年轻' }],
  ] as const)('%s gives what its example says', (key, given) => {
    const input = { ...defaultInput(facts(key)), ...given };
    const result = finishResult(key, input, sandboxResult(key, input, []));
    if (result === null) throw new Error('no result');
    const starts = result.tool === 'rundown' ? result.rows.map(({ start, what }) => `${start} ${what}`) : [];
    for (const line of facts(key).example.given) expect([resultText(result), ...starts].join('\n')).toContain(line);
  });

  it('keeps every budget within its total, to the fen', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACTIVITIES),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1_000, max: 10_000_000 }),
        (activity, people, total) => {
          const input = { activity, people: String(people), total: String(total), theme: '' };
          const budget = finishResult('budget', input, sandboxResult('budget', input, []));
          if (budget?.tool !== 'budget') throw new Error('no budget');
          const sum = budget.rows.reduce((all, { amount_fen }) => all + amount_fen, 0);
          expect(budget.rows.every((row) => row.amount_fen === row.quantity * row.price_fen)).toBe(true);
          expect(budget.total_fen).toBe(sum + budget.service_fen + budget.tax_fen);
          expect(budget.total_fen).toBeLessThanOrEqual(total * 100);
          expect(total * 100 - budget.total_fen).toBeLessThan(10);
        },
      ),
    );
  });

  it('leaves no minute out of a run-down', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACTIVITIES),
        fc.integer({ min: 30, max: 1_440 }),
        fc.integer({ min: 0, max: 23 }),
        (activity, minutes, hour) => {
          const start = `${String(hour).padStart(2, '0')}:05`;
          const input = { activity, minutes: String(minutes), start };
          const rundown = finishResult('rundown', input, sandboxResult('rundown', input, []));
          if (rundown?.tool !== 'rundown') throw new Error('no run-down');
          expect(rundown.rows[0]?.start).toBe(start);
          for (const [at, row] of rundown.rows.entries()) {
            expect(minutesOf(row.end) - minutesOf(row.start)).toBe(row.minutes);
            if (at > 0) expect(row.start).toBe(rundown.rows[at - 1]?.end);
          }
          expect(rundown.rows.reduce((all, row) => all + row.minutes, 0)).toBe(minutes);
        },
      ),
    );
  });
});

describe("a model's result", () => {
  it('has our sums and times, whatever it says of them', () => {
    const budget = finishResult(
      'budget',
      {},
      { title: 'x', rows: [{ group: 'a', item: 'b', quantity: 3, price_fen: 333, amount_fen: 1 }], total_fen: 5 },
    );
    expect(budget).toMatchObject({ subtotal_fen: 999, service_fen: 80, tax_fen: 65, total_fen: 1_144 });
    const rundown = finishResult('rundown', { start: '23:50' }, { title: 'x', rows: [{ minutes: 20, what: '开场', start: '08:00' }] });
    expect(rundown).toMatchObject({ rows: [{ start: '23:50', end: '次日 00:10' }] });
  });

  it.each([null, 'words', 3, {}, { title: 'x', rows: [] }, { title: 'x', rows: [{ item: 'b', quantity: -1, price_fen: 1 }] }])(
    'is none: %j',
    (raw) => {
      expect(finishResult('budget', {}, raw)).toBeNull();
    },
  );

  it('breaks out of no cell of a table', () => {
    const result = finishResult('risks', {}, { title: 'x', rows: [{ risk: 'a | b\nc', chance: '高', effect: 'e', measure: 'm' }] });
    expect(result && resultTable(result)?.rows).toHaveLength(1);
    expect(result && resultText(result)).toContain('| a ／ b c | 高 |');
  });
});
