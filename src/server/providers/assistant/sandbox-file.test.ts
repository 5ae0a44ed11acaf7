import { expect, it } from 'vitest';
import type { AboutWord } from './port.ts';
import { readFile } from './sandbox-file.ts';

const own = (...words: string[]): AboutWord => ({ words, parts: [], is: 'own' });
const file = (text: string) => [{ n: 1, own: true, kind: '提问者的文件', title: '简报.txt 第 1 部分', text }];
const asked = (question: string, about: AboutWord[], text: string) => {
  const { lines, is_nothing } = readFile({ question, about }, file(text));
  return is_nothing ? [] : lines.map((line) => line.text);
};
const BRIEF = `人数：180 名成人和 60 名儿童
总预算：45 万元，其中餐饮2.8万，搭建4万，摄影1.5万
花艺：香槟与白，1.2 万元
主屏为 24米×6米 LED 屏
禁止事项：明火、无人机
交通：地铁 5 号线长河站
联系人：王敏经理 13800000000`;

it.each<[string, AboutWord[], RegExp]>([
  ['屏幕多大', [own('屏幕')], /^主屏为 24米×6米/],
  ['LED屏尺寸是多少', [own('led屏'), own('尺寸')], /^主屏为 24米×6米/],
  ['有多少孩子', [own('孩子')], /60 名儿童/],
  ['不能做什么', [own('什么')], /^禁止事项/],
  ['怎么去', [], /^交通/],
  ['联系人是谁', [own('联系人')], /^联系人：王敏/],
  ['餐饮和搭建一共多少', [own('餐饮'), own('搭建'), own('一共')], /^餐饮 28,000 元 \+ 搭建 40,000 元 = 68,000 元（按文件里的金额相加）$/],
  ['餐饮、搭建和摄影加起来多少钱', [own('餐饮')], / = 83,000 元/],
  ['花艺和摄影一共多少', [own('花艺')], /^花艺 12,000 元 \+ 摄影 15,000 元 = 27,000 元/],
  ['搭建比餐饮贵多少', [own('搭建'), own('餐饮')], /^搭建 40,000 元，餐饮 28,000 元，相差 12,000 元$/],
  ['最贵的是哪一项', [], /^金额最高的是搭建，40,000 元$/],
])('%s', (question, about, first) => {
  expect(asked(question, about, BRIEF)[0]).toMatch(first);
});

it('a sum stands before the lines that it is made of, also of a table', () => {
  const rows = '项目 | 金额 | 负责人\n场地租赁 | 80000 | 王涛\n餐饮 | 39600 | 王涛\n灯光 | 9000 | 李敏';
  expect(asked('场地和餐饮一共多少', [own('场地'), own('餐饮')], rows)).toEqual([
    '场地租赁 80,000 元 + 餐饮 39,600 元 = 119,600 元（按文件里的金额相加）',
    '项目：场地租赁；金额：80000；负责人：王涛',
    '项目：餐饮；金额：39600；负责人：王涛',
  ]);
});

it.each(['明星代言是谁', '主持人是谁', '赞助商是哪位', '帐篷多大'])('%s: what the file does not name is denied', (question) => {
  expect(asked(question, [own(question.replace(/是.*|多大/, ''))], BRIEF)).toEqual([]);
});
