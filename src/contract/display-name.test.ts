import { expect, it } from 'vitest';
import { refuseName, visibleLine } from './display-name.ts';

it.each([
  ['会展老王', '会展老王'],
  ['  老   王\t ', '老 王'],
  ['老\u2028王\n', '老 王'],
  ['\u202Ecod.exe', 'cod.exe'],
  ['\u2066甲\u2069', '甲'],
  ['甲\u200B乙\uFEFF', '甲乙'],
  ['\u200B', ''],
  ['\u3164', ''],
  ['\u115F\u1160\uFFA0', ''],
  ['\u2800 \u2800', ''],
  ['\u00AD\u034F\u{E0041}\uE000', ''],
  ['\u200D', ''],
  ['甲\u200D乙', '甲乙'],
  ['👩🏽\u200D🚀小满', '👩🏽\u200D🚀小满'],
  ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
  ['❤\uFE0F', '❤\uFE0F'],
  ['José', 'José'],
  ['\uD83D老王', '\uFFFD老王'],
])('%j shows as %j', (typed, shown) => {
  expect(visibleLine(typed)).toBe(shown);
});

it.each(['策猫', '策猫运营', '策 猫 客服', '策·猫', '策貓官方', 'ＣｅＭａｏ', 'C.e.m.a.o', '官方客服', '管理员', ' 客服 '])(
  '%j is not for people',
  (name) => {
    expect(refuseName(name)).not.toBeNull();
  },
);

it.each(['阿策', '猫爱策划', '客服小王', '策划猫', '运营老李'])('%j is', (name) => {
  expect(refuseName(name)).toBeNull();
});

it.each(['cemаo', 'сеmао', 'СЕМАО', 'cemαo', 'cema0', 'c3mao', 'cémao', 'ｃｅｍаｏ', 'Zoe Иван'])(
  'A9 %j looks like ours, or mixes letters that look alike',
  (name) => {
    expect(refuseName(name)).not.toBeNull();
  },
);

it.each(['José', 'Иван', 'Ελένη', 'Tom 策划', '3M 会展', 'O2O 活动', 'Иван 策划'])('A9 %j is a name', (name) => {
  expect(refuseName(name)).toBeNull();
});
