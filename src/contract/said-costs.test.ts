import { expect, it } from 'vitest';
import { costLine, costsIn } from './said-costs.ts';

const said = (text: string) => costsIn(text).costs.map(costLine);

it.each<[string, string[]]>([
  ['灯光、音响、大屏5万，主持人一万二', ['灯光、音响、大屏 5万元', '主持人 1.2万元']],
  ['场地费3万 餐饮2万 搭建费 4 万', ['场地 3万元', '餐饮 2万元', '搭建 4万元']],
  ['4万用于搭建，1.5万给摄影', ['搭建 4万元', '摄影 1.5万元']],
  ['餐饮预算控制在2-3万', ['餐饮 3万元']],
  ['搭建4万（含运费2000元）', ['搭建 4万元']],
  ['| 项目 | 预算（万元） |\n| --- | --- |\n| 场地 | 3.2 |\n| 餐饮 | 2.8 |', ['场地 3.2万元', '餐饮 2.8万元']],
  ['摄影：2名，无人机 5,000元', ['无人机 5000元']],
  ['去年销售额3万，票价 200 元，门店 3200 家，2026 年', []],
  ['媒体邀请 12家', []],
])('%s', (text, costs) => {
  expect(said(text)).toEqual(costs);
  expect(said(`费用明细：\n${costs.join('\n')}`)).toEqual(costs);
});
