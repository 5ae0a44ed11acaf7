import { newRow, type PaperBody, type PaperCell, type PaperKind } from '#contract/paper.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { makePaper, savePaper } from '#server/modules/papers/index.ts';
import { asUser, atTime } from './at-time.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'documents';
const HOUR_MS = 3_600_000;

const BUDGET: ReadonlyArray<readonly PaperCell[]> = [
  ['场地与餐饮', '宴会厅', '含桌椅、基础灯光', 1, '天', 2_800_000],
  ['场地与餐饮', '晚宴', '10 人桌，含软饮', 20, '桌', 268_800],
  ['舞台与视听', '舞台搭建', '12 米 × 6 米，含台阶', 1, '项', 1_800_000],
  ['舞台与视听', 'P3 屏', '16 米 × 4 米', 64, '平方米', 22_000],
  ['节目与主持', '主持人', '双语', 1, '人', 800_000],
  ['物料与人员', '签到礼', '定制保温杯', 200, '份', 4_500],
];
const RUNDOWN: ReadonlyArray<readonly PaperCell[]> = [
  [30, '签到入场', '前台组', '签到屏与礼品同时开放'],
  [10, '开场视频与主持开场', '主持', '灯光渐暗'],
  [20, '董事长致辞', '总控', '提词器提前走位'],
  [45, '年度表彰', '人力组', '奖杯按顺序摆放'],
  [60, '晚宴与节目', '节目组', ''],
  [25, '抽奖', '主持', '大屏切抽奖程序'],
  [10, '合影与散场', '后勤组', '大巴在南门'],
];

/** Documents of the demo's buyer: a budget with versions and a run-down. */
export async function keepPapers(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const then = (hours: number) => asUser(atTime(ctx, new Date(ctx.app.clock.now().getTime() - hours * HOUR_MS)), people.buyer_id);
  const rows = (kind: PaperKind, lines: ReadonlyArray<readonly PaperCell[]>) => lines.map((cells) => newRow(kind, 0, cells));
  const budget = await makePaper(then(50), { kind: 'budget' });
  const first: PaperBody = { ...budget.body, rows: rows('budget', BUDGET.slice(0, 4)) };
  await savePaper(then(49), { id: budget.id, title: '星河科技年会预算', body: first });
  const more = { ...first, note: '晚宴按 20 桌估算，以最终签到人数结算。', rows: [...first.rows, ...rows('budget', BUDGET.slice(4))] };
  await savePaper(then(26), { id: budget.id, title: '星河科技年会预算', body: more });
  const rundown = await makePaper(then(25), { kind: 'rundown' });
  await savePaper(then(24), {
    id: rundown.id,
    title: '星河科技年会流程',
    body: { ...rundown.body, start: '16:30', rows: rows('rundown', RUNDOWN) },
  });
  await noteMade(ctx, MADE);
}
