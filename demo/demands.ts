import { type DemandForm, EMPTY_DEMAND, type LabelType } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { actingAs, type Ctx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { actOnDemand, installLabels, shownLabels, submitDemand } from '#server/modules/demands/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import { asUser, atTime } from './at-time.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'demands';
/** Staff have looked at those that are older. */
const LOOKED_AT_DAYS = 2;

interface DemoDemand {
  type: LabelType;
  /** Place among the verified publishers. */
  owner: 0 | 1;
  /** Days ago. */
  ago: number;
  /** Days from now. */
  on: number;
  form: Partial<DemandForm>;
  closed?: string;
}

/** Demands of all types, the oldest first. */
export const DEMO_DEMANDS: readonly DemoDemand[] = [
  {
    ...{ type: 1, owner: 0, ago: 13, on: 25, closed: '已找到合适的团队' },
    form: {
      ...{ title: '80 人销售团队两天一夜团建方案', event: '团建拓展', people: '80', city: '杭州', venue: 'no' },
      ...{ budget_min: '4万', budget_max: '6万', open_days: 15 },
      needs:
        '季度总结后的团建，第一天下午出发，第二天傍晚返程。希望以户外协作项目为主，晚上有篝火或小型颁奖，不要传统的拓展喊口号。请给出行程、场地建议、物料清单和人员配置。',
    },
  },
  {
    ...{ type: 2, owner: 1, ago: 9, on: 40 },
    form: {
      ...{ title: '经销商大会找舞台搭建与灯光音响供应商', event: '会议论坛', people: '500', city: '上海', venue: 'yes' },
      ...{ budget_min: '15万', budget_max: '20万', open_days: 30, who_may: 'certified' },
      needs:
        '五百人经销商大会，会场为酒店宴会厅，层高 7.5 米，主舞台 18×8 米，需要 LED 主屏、侧屏、灯光音响及两天搭建、一天撤场。请在报价里分列设备、人工和运输，附近期同规模案例。',
    },
  },
  {
    ...{ type: 3, owner: 0, ago: 7, on: 75 },
    form: {
      ...{ title: '新能源汽车品牌年度发布会整体执行招标', event: '发布会', people: '1200', city: '广州', venue: 'yes' },
      ...{ budget_min: '180万', budget_max: '260万', open_days: 30, who_may: 'certified', deposit: '2000' },
      needs:
        '年度新车发布会整体执行，包含创意深化、舞美制作、视听设备、流程执行、直播与安保配合。投标人须有近三年内两场以上千人规模发布会经验，提交执行方案、团队名单、分项报价与应急预案。',
    },
  },
  {
    ...{ type: 1, owner: 1, ago: 5, on: 60 },
    form: {
      ...{ title: '互联网公司 300 人年会找整体创意方案', event: '年会庆典', people: '300', city: '深圳', venue: 'yes' },
      ...{ budget_min: '3万', budget_max: '5万', open_days: 15 },
      needs:
        '公司成立十周年年会，员工平均年龄 27 岁，希望主题年轻、有参与感，避免传统颁奖加抽奖的流程。需要主题创意、流程脚本、舞美效果图和执行排期，一周内给初稿，可以改两轮。',
    },
  },
  {
    ...{ type: 2, owner: 0, ago: 4, on: 18 },
    form: {
      ...{ title: '户外草坪婚礼找花艺布置与摄影团队', event: '婚礼宴会', people: '120', city: '苏州', venue: 'yes' },
      ...{ budget_max: '4.5万', open_days: 15 },
      needs:
        '湖边草坪婚礼，白绿色系，仪式区、迎宾区和长桌晚宴需要花艺布置，摄影两机位加航拍。下雨有室内备用场地。请附真实案例照片，说明花材品种和更换花材的办法。',
    },
  },
  {
    ...{ type: 3, owner: 1, ago: 3, on: 90 },
    form: {
      ...{ title: '城市文旅夜游节策划与运营项目招标', event: '市集节庆', people: '30000', city: '成都', venue: 'yes' },
      ...{ budget_min: '300万', budget_max: '420万', open_days: 60, who_may: 'certified' },
      needs:
        '为期三十天的滨江夜游节，包括主题策划、灯光装置、市集招商、演艺编排与现场运营。投标文件包含总体方案、分区效果图、运营组织、安全与客流方案，以及分项报价。',
    },
  },
  {
    ...{ type: 1, owner: 0, ago: 2, on: 45 },
    form: {
      ...{ title: '美妆新品快闪店创意与美陈方案', event: '快闪美陈', people: '', city: '上海', venue: 'no' },
      ...{ open_days: 15 },
      needs:
        '新品香氛系列上市快闪，为期十天，选址在市中心商场中庭，面积 80 平方米左右。希望有可拍照的互动装置和试香动线，方案需要包含平面布局、效果图、互动机制和材料工艺说明。',
    },
  },
  {
    ...{ type: 2, owner: 1, ago: 1, on: 12 },
    form: {
      ...{ title: '行业论坛现场直播与同声传译设备', event: '会议论坛', people: '260', city: '北京', venue: 'yes' },
      ...{ budget_min: '3万', budget_max: '4万', open_days: 7 },
      needs:
        '半天的行业论坛，需要四机位直播推流、现场导播、回放剪辑，以及中英同传设备 120 套和同传间。会场已有投影和音响，请说明对接方式和备用网络方案。',
    },
  },
  {
    ...{ type: 3, owner: 0, ago: 9, on: 50 },
    form: {
      ...{ title: '家电品牌经销商大会整体执行招标', event: '会议论坛', people: '600', city: '青岛', venue: 'yes' },
      ...{ budget_min: '90万', budget_max: '130万', open_days: 7 },
      needs:
        '两天一夜的经销商大会，包含主会场与晚宴的创意、舞美、视听、签到与直播，以及次日的工厂参观动线。投标文件包含执行方案、团队名单、分项报价与两个同规模案例。',
    },
  },
];

/** Demands of two verified publishers, one of them closed. Again after a crash makes none twice: the key of a draft is its place. */
export async function postDemands(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  await installLabels(ctx);
  const labels = await shownLabels(ctx);
  const now = ctx.app.clock.now().getTime();
  for (const [place, { type, owner, ago, on, form, closed }] of DEMO_DEMANDS.entries()) {
    const user = asUser(atTime(ctx, new Date(now - ago * DAY_MS)), people.publisher_ids[owner] as number);
    const saved = await submitDemand(user, {
      draft_key: `demo-demand-${place}`,
      form: {
        ...EMPTY_DEMAND,
        ...form,
        label_id: labels.find((label) => label.type === type)?.id ?? null,
        event_date: shanghaiDay(new Date(now + on * DAY_MS)),
      },
    });
    if (saved.state !== 'open') continue;
    if (closed) await actOnDemand(user, { id: saved.id, act: 'close', why: closed });
    else if (ago > LOOKED_AT_DAYS) {
      const reviewer = actingAs(user, { kind: 'user', user_id: people.buyer_id, token_id: 0, roles: ['reviewer'], address: '' });
      const target = { type: KINDS.demand.key, target_id: saved.id };
      await inTransaction(reviewer, (tx) => decideTarget(tx, target, { action: 'approve', reason: '' }));
    }
  }
  await noteMade(ctx, MADE);
}
