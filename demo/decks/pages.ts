import type { Random } from '../random.ts';
import type { Story } from '../world/stories.ts';
import type { Activity } from '../world/terms.ts';
import type { Slide } from './deck.ts';

type TableSlide = Extract<Slide, { kind: 'table' }>;

/** What an activity costs a head, yuan; markets and openings are paid by the day, not by the visitor. */
const PER_HEAD: Record<Activity, readonly [low: number, high: number]> = {
  年会: [520, 880],
  发布会: [900, 1_600],
  团建: [680, 1_900],
  婚礼: [1_200, 2_400],
  展览: [260, 420],
  市集: [12, 22],
  快闪: [180, 320],
  开业: [14, 26],
  路演: [420, 900],
  会议: [240, 480],
  家宴: [160, 320],
  晚会: [60, 140],
  赛事: [50, 120],
  节庆: [40, 90],
};

/** Rows with quantity, unit price and sum; sums add up to the total. */
export function budget(activity: Activity, story: Story, people: number, random: Random): { slide: TableSlide; total_yuan: number } {
  const whole = Math.max(28_000, people * random.between(...PER_HEAD[activity]));
  const rows = story.costs.map(([name, share]) => {
    const by_head = /餐饮|食材|礼品|权益|客礼/.test(name) && people <= 1_500;
    const quantity = by_head ? people : random.between(1, 6);
    const unit = Math.max(10, Math.round((whole * share) / 100 / quantity / 10) * 10);
    return [name, costNote(name), `${quantity} ${by_head ? '人' : '项'}`, unit, quantity * unit] as const;
  });
  const spare = Math.round((rows.reduce((sum, row) => sum + row[4], 0) * 0.05) / 100) * 100;
  const all = [...rows, ['不可预见费', '按前项合计 5% 预留', '1 项', spare, spare] as const];
  const total_yuan = all.reduce((sum, row) => sum + row[4], 0);
  return {
    total_yuan,
    slide: {
      kind: 'table',
      title: '预算明细（元）',
      head: ['项目', '说明', '数量', '单价', '小计'],
      shares: [20, 38, 12, 14, 16],
      rows: all,
      total: ['合计', `折合每人 ${Math.round(total_yuan / people).toLocaleString('zh-CN')} 元`, '', '', total_yuan],
      note: '价格为含税参考价，城市与淡旺季会有一成上下浮动；场地押金未计入。',
    },
  };
}

function costNote(name: string): string {
  const notes: ReadonlyArray<readonly [RegExp, string]> = [
    [/场地|营地|住宿/, '含进撤场各一天、水电与保洁'],
    [/搭建|装修|展墙|空间/, '主结构可回收，含运输与拆除'],
    [/设备|视听|直播|灯光|多媒体/, '灯光音响与屏幕，含技术人员'],
    [/内容|演艺|节目|导演|课程|制作/, '策划、导演、主持与演出'],
    [/物料|礼品|印刷|道具/, '设计、打样、制作与分装'],
    [/餐饮|食材/, '按实到人数结算，保底九成'],
    [/传播|媒体|推广/, '含拍摄、剪辑与投放'],
    [/人员|执行|安保|教练/, '含岗前培训与保险'],
    [/交通|保险/, '接驳车辆与活动意外险'],
    [/花艺|布置/, '当季花材，含现场养护'],
  ];
  return notes.find(([pattern]) => pattern.test(name))?.[1] ?? '按清单实报，附供应商报价';
}

const LIGHTS = ['暖场曲 灯光 60%', '收光至 10%', '追光 + 面光', '全场染色', '观众区渐亮', '背景乐压低', '氛围灯循环', '静音 仅留面光'];
const OWNERS = ['总控', '导演组', '舞台监督', '接待组', '视频组', '执行组'];

/** The whole day with lengths, cues and who is responsible. */
export function runDown(story: Story, random: Random): TableSlide {
  const rows = story.flow.map(([when, what, detail], index) => {
    const next = story.flow[index + 1]?.[0];
    return [when, lengthOf(when, next), what, detail, random.pick(LIGHTS), random.pick(OWNERS)];
  });
  return {
    kind: 'table',
    title: '全流程运行表',
    head: ['时间', '时长', '环节', '现场内容', '灯光音乐', '负责'],
    shares: [16, 10, 19, 44, 20, 11],
    rows,
  };
}

function lengthOf(from: string, to: string | undefined): string {
  const minutes = (text: string | undefined) => {
    const found = /^(\d{1,2}):(\d{2})$/.exec(text ?? '');
    return found ? Number(found[1]) * 60 + Number(found[2]) : null;
  };
  const [a, b] = [minutes(from), minutes(to)];
  return a !== null && b !== null && b > a ? `${b - a} 分` : '机动';
}

/** The ten minutes that everything depends on, minute by minute. */
export function minuteByMinute(story: Story): TableSlide {
  const [first, second] = story.highlights;
  const name = first?.name ?? '';
  const rows = [
    ['-10′', '催场广播，通道清空', '观众区 70%', '接待组', '通道无人'],
    ['-5′', '主持人、嘉宾到候场位', '观众区 50%', '舞台监督', '点名到齐'],
    ['-1′', '倒数字幕，摄像就位', '收光至 10%', '视频组', '三机位回报'],
    ['0′', `「${name}」开始`, '全黑三秒后追光', '导演组', '首个口令'],
    ['+2′', '第一个情绪点，停顿八秒', '追光 + 染色', '导演组', '不抢拍'],
    ['+5′', '观众参与，工作人员示范', '观众区 40%', '执行组', '参与过半'],
    ['+8′', '影像接入，音乐推高', '屏幕全亮', '视频组', '备播机同步'],
    ['+10′', `收束，转入${second ? `「${second.name}」` : '下一环节'}`, '暖色面光', '总控', '误差一分钟内'],
  ];
  return {
    kind: 'table',
    title: `关键十分钟：${name}`,
    head: ['分钟', '动作', '灯光', '负责', '确认'],
    shares: [11, 38, 20, 14, 17],
    rows,
  };
}

export function crew(people: number, random: Random): TableSlide {
  const size = Math.max(1, Math.min(12, Math.round(people / 400)));
  const rows = [
    ['总控', '1', '统筹全场时间表，唯一的调整决策人', '对讲 1 频道'],
    ['舞台导演', '1', '节目走位、灯光音响与视频口令', '对讲 2 频道'],
    ['嘉宾接待', String(2 + size), '签到、引导、专车与休息室', '对讲 3 频道'],
    ['执行', String(random.between(4, 8) + size * 2), '物料、互动与现场应变', '对讲 3 频道'],
    ['摄影摄像', String(2 + Math.min(size, 3)), '两小时内交付首批精修图', '对讲 4 频道'],
    ['技术', String(2 + size), '供电、网络、备播与直播', '对讲 4 频道'],
    ['安全与医疗', String(1 + size), '巡检通道与用电，急救包在岗', '对讲 1 频道'],
  ];
  return { kind: 'table', title: '人员分工', head: ['岗位', '人数', '职责', '联络'], shares: [18, 10, 52, 20], rows };
}

export function preparation(random: Random): TableSlide {
  const start = random.between(28, 45);
  const rows = [
    [`T-${start} 天`, '立项', '确认目标、预算与负责人', '立项单签字'],
    [`T-${start - 7} 天`, '创意定稿', '主题、主视觉与亮点样板', '样板照片'],
    [`T-${Math.round(start / 2)} 天`, '供应商锁定', '场地、搭建、演艺与餐饮合同', '合同与定金'],
    ['T-10 天', '物料下厂', '文字三校，尺寸现场复核', '校对稿'],
    ['T-3 天', '联排', '全员带妆联排，计时', '计时表'],
    ['T-1 天', '进场', '搭建验收，设备热机', '验收单'],
    ['T+3 天', '复盘', '数据、影像与结算归档', '复盘报告'],
  ];
  return { kind: 'table', title: '筹备时间表', head: ['时间', '阶段', '要做的事', '交付'], shares: [16, 18, 44, 22], rows };
}
