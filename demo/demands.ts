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
  /** Place among the publishers of one who is verified (verify-some.ts). */
  owner: number;
  /** Days ago. */
  ago: number;
  /** Days from now. */
  on: number;
  form: Partial<DemandForm>;
  closed?: string;
}

/** Demands of all types. Those of one place stay there: drafts are named by it. */
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
  {
    ...{ type: 2, owner: 4, ago: 11, on: 48 },
    form: {
      ...{ title: '进口食品展找特装展台搭建团队', event: '展览展会', people: '', city: '上海', venue: 'yes' },
      ...{ budget_min: '22万', budget_max: '28万', open_days: 30, who_may: 'certified' },
      needs:
        '一百零八平方米、三面开口的展台，要有冷柜供电、明档试吃台和一间八人洽谈室。展期三天，之后还要去广州和成都两站，请按可复用结构报价，运输和仓储单列。',
    },
  },
  {
    ...{ type: 1, owner: 7, ago: 10, on: 33 },
    form: {
      ...{ title: '社区商业三周年庆，三天活动怎么排', event: '开业路演', people: '3000', city: '武汉', venue: 'yes' },
      ...{ budget_min: '2.5万', budget_max: '4万', open_days: 15 },
      needs:
        '社区型购物中心三周年，周五到周日。客群是附近五公里的家庭，不想再做舞狮和抽奖。希望有一个能让邻居参与的主题、三天的时间表、商户联动办法和物料清单。',
    },
  },
  {
    ...{ type: 3, owner: 9, ago: 9, on: 95 },
    form: {
      ...{ title: '区域医疗论坛会务服务项目招标', event: '会议论坛', people: '900', city: '南京', venue: 'yes' },
      ...{ budget_min: '75万', budget_max: '98万', open_days: 30, who_may: 'certified', deposit: '1500' },
      needs:
        '三天的学术论坛，主会场一个、分会场六个，含注册、住宿、接送、翻译、视听与招展配合。投标文件包含会务方案、人员分工、分项报价、数据保护承诺与两个同规模案例。',
    },
  },
  {
    ...{ type: 2, owner: 1, ago: 8, on: 27 },
    form: {
      ...{ title: '年会找一支能唱能跳的驻场乐队', event: '年会庆典', people: '350', city: '北京', venue: 'yes' },
      ...{ budget_min: '1.2万', budget_max: '1.8万', open_days: 30 },
      needs:
        '晚宴两个半小时，需要一支四到六人的乐队：进场暖场、颁奖垫乐、最后二十分钟带大家一起唱。员工会上台合唱两首，要能提前带一次排练。请附现场视频和设备清单。',
    },
  },
  {
    ...{ type: 1, owner: 9, ago: 7, on: 58 },
    form: {
      ...{ title: '新员工入职营：两天课程与破冰设计', event: '团建拓展', people: '60', city: '苏州', venue: 'no' },
      ...{ budget_min: '2万', budget_max: '3.5万', open_days: 30 },
      needs:
        '六十位校招新人，来自五个部门。两天里要完成公司介绍、业务体验和互相认识，不要军训式口号，也不要整天听课。方案请写清每个环节的目的、道具和带领人要求。',
    },
  },
  {
    ...{ type: 2, owner: 0, ago: 6, on: 66 },
    form: {
      ...{ title: '露营品牌日找帐篷、餐车与发电车', event: '市集节庆', people: '400', city: '昆明', venue: 'yes' },
      ...{ budget_min: '6万', budget_max: '9万', open_days: 30 },
      needs:
        '山地草坪上的品牌日，两天一夜。需要展示帐篷二十顶、餐车四台、静音发电车一台和移动卫生间，场地限高三米五、不能打地钉。请按设备、运输、人工分开报价。',
    },
  },
  {
    ...{ type: 3, owner: 7, ago: 5, on: 120 },
    form: {
      ...{ title: '购物中心全年美陈与节点活动招标', event: '快闪美陈', people: '', city: '长沙', venue: 'yes' },
      ...{ budget_min: '120万', budget_max: '160万', open_days: 60, who_may: 'certified' },
      needs:
        '全年六个节点的中庭美陈与配套活动：春节、情人节、五一、暑期、中秋国庆、圣诞。投标文件包含年度主题、每个节点的效果图、制作工艺、防火证明和维护计划，报价按节点分列。',
    },
  },
  {
    ...{ type: 2, owner: 9, ago: 4, on: 21 },
    form: {
      ...{ title: '学术会议找摄影摄像与图片直播团队', event: '会议论坛', people: '320', city: '西安', venue: 'yes' },
      ...{ budget_min: '8000', budget_max: '1.5万', open_days: 15 },
      needs:
        '一天半的会议，主会场一个、分会场两个。需要两名摄影、一名摄像和图片直播，照片二十分钟内上线，合影要带站台。会后三天内交一支两分钟的短片，可以改一轮。',
    },
  },
  {
    ...{ type: 1, owner: 4, ago: 3, on: 80 },
    form: {
      ...{ title: '非遗特展的空间叙事与动线方案', event: '展览展会', people: '', city: '泉州', venue: 'yes' },
      ...{ budget_min: '8万', budget_max: '12万', open_days: 30 },
      needs:
        '六百平方米临展厅，四项本地非遗。想让观众先用手、再用眼睛，最后才读文字。需要叙事结构、平面动线、三处重点场景的效果图与预算分配，施工另行委托。',
    },
  },
  {
    ...{ type: 2, owner: 7, ago: 2, on: 15 },
    form: {
      ...{ title: '楼盘开放日找暖场互动与茶歇', event: '开业路演', people: '200', city: '郑州', venue: 'yes' },
      ...{ budget_max: '2.8万', open_days: 7 },
      needs:
        '周末两天的样板间开放日，每天约一百组家庭。需要两个适合孩子的手作摊位、一个大人愿意停下来的体验，以及茶歇。不要大喇叭和充气城堡，工作人员统一着装。',
    },
  },
  {
    ...{ type: 1, owner: 1, ago: 1, on: 38 },
    form: {
      ...{ title: '商会换届晚宴的主题与流程方案', event: '年会庆典', people: '180', city: '厦门', venue: 'yes' },
      ...{ open_days: 15 },
      needs:
        '换届仪式与答谢晚宴连在一起，约三个半小时。嘉宾多为企业负责人，节目不宜多，要留出互相敬酒和认识新会长的时间。请给出两个主题方向、流程表、座次原则和主持词提纲。',
    },
  },
  {
    ...{ type: 3, owner: 4, ago: 1, on: 110 },
    form: {
      ...{ title: '花卉博览会主题馆设计施工一体化招标', event: '展览展会', people: '50000', city: '成都', venue: 'yes' },
      ...{ budget_min: '380万', budget_max: '520万', open_days: 30, who_may: 'certified' },
      needs:
        '两千四百平方米主题馆，展期四十五天，含设计、施工、绿植养护与撤场复原。投标文件包含设计方案、结构计算说明、施工组织、养护排班、分项报价与同类业绩。',
    },
  },
];

/** Demands of verified publishers, one of them closed. Again after a crash makes none twice: the key of a draft is its place. */
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
