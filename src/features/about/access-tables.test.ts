import { expect, it } from 'vitest';
import { ACCESS_TABLES } from './access-tables.ts';

it('prints the access table in words, without a sign of how it is written', () => {
  const rows = ACCESS_TABLES.flatMap((table) => table.rows);
  expect(rows).toContainEqual(['没有会员；其他种类的会员', '20 元单次购买；开通本类会员，15 元购买', '¥20 购买 / 开会员 7.5折，¥15 买']);
  expect(rows).toContainEqual(['本类会员（每天 5 次，已用 1 次）', '用一次会员次数；20 元单次购买', '解锁下载 / ¥20 购买']);
  expect(rows).toContainEqual(['方案会员', '会员权益', '查看云相册 / ¥20 购买']);
  expect(rows).toContainEqual(['全站会员（不限次）', '会员权益', '查看云相册 / 15元购买']);
  // every reader stands once in each table
  for (const { title, rows: of } of ACCESS_TABLES.slice(0, 4))
    expect([title, of.flatMap(([who = '']) => who.split('；')).length]).toEqual([title, 15]);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/[{}]|undefined|\bvip\b|\bbuy\b/);
});
