import { expect, it } from 'vitest';
import { filesCompared } from './sandbox-files-compared.ts';

const source = (n: number, title: string, text: string) => ({ n, own: true, kind: '提问者的文件', title, text });
const A = source(1, '报价A.xlsx 工作表 1', '项目 | 金额\n场地租赁 | 32000\n舞台搭建 | 45000\n主持 | 5000\n合计 | 82000');
const B = source(2, '报价B.txt 第 1 部分', '星河会展报价\n场地：3 万元\n搭建：4.2万元\n无人机：1.5万元\n总价 8.7 万元');
const FIRST = source(1, '第一版.docx 第 1 部分', '活动时间：2026年12月20日\n地点：云栖宴会厅\n人数：240 人\n总预算：45 万元\n着装：正装');
const SECOND = source(2, '第二版.docx 第 1 部分', '活动时间：2026年12月26日\n地点：云栖宴会厅\n人数：260 人\n总预算：50 万元\n着装：便装');

it.each(['两份报价哪家便宜', '哪家贵', '这两份有什么区别', '对比一下两份报价'])(
  '%s: items side by side, with sums and what one lacks',
  (question) => {
    const text = filesCompared(question, [B, A]) ?? '';
    expect(text).toContain('《报价A.xlsx》[1]合计低 5,000 元：《报价A.xlsx》[1]合计 82,000 元，《报价B.txt》[2]合计 87,000 元。');
    expect(text).toContain('| 场地租赁 | 32,000 元 | 30,000 元 | 2,000 元 |\n| 舞台搭建 | 45,000 元 | 42,000 元 | 3,000 元 |');
    expect(text).toContain('| 合计 | 82,000 元 | 87,000 元 | 5,000 元 |');
    expect(text).toContain('只有《报价A.xlsx》[1]有：主持。\n只有《报价B.txt》[2]有：无人机。');
  },
);

it('texts are compared by what they say: day, people, total, place and other labels', () => {
  const text = filesCompared('两版有什么不同', [FIRST, SECOND]) ?? '';
  for (const row of [
    '| 日期 | 2026年12月20日 | 2026年12月26日 |',
    '| 人数 | 240 人 | 260 人 |',
    '| 总额 | 45 万元 | 50 万元 |',
    '| 着装 | 正装 | 便装 |',
  ])
    expect(text).toContain(row);
  expect(text).toContain('写的相同：地点。');
});

it('a total that a file says and its rows do not come to is said', () => {
  const wrong = source(3, 'C.txt 第 1 部分', '场地：3 万元\n搭建：4 万元\n餐饮：150 元/人\n总价 8 万元');
  const text = filesCompared('哪份划算', [B, wrong]) ?? '';
  expect(text).toContain('《C.txt》[3]写的合计是 80,000 元，各项相加是 70,000 元。');
  expect(text).toContain('按人或按桌的单价没有加进合计。');
});

it('one file, another question, or nothing to compare is none', () => {
  expect(filesCompared('哪家便宜', [A, { ...A, n: 2, title: '报价A.xlsx 工作表 2' }])).toBe(null);
  expect(filesCompared('最便宜的是哪一项', [A, B])).toBe(null);
  expect(filesCompared('有什么区别', [source(1, 'a.txt', '你好'), source(2, 'b.txt', '再见')])).toBe(null);
});
