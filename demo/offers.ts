import { KINDS, VIP_BIDDING } from '#contract/kinds.ts';
import { EMPTY_OFFER, type OfferForm } from '#contract/offer.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { listItems } from '#server/modules/catalog/index.ts';
import { endOffers } from '#server/modules/demands/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import {
  addToTender,
  agreeOffer,
  answerTender,
  askJudge,
  askTender,
  confirmDone,
  fillPurse,
  makeOffer,
  markOffers,
  moveStage,
  offerPanel,
  openDueTenders,
  payStage,
  planStages,
  rateAgreement,
  setCriteria,
  shortList,
} from '#server/modules/offers/index.ts';
import { asUser, atTime } from './at-time.ts';
import { DEMO_DEMANDS } from './demands.ts';
import { payOnPhone } from './money.ts';
import { giveBalance } from './people.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'offers';
/** In the purse of who bids where a deposit is asked, fen; a third of it stays free. */
const PURSE_FEN = 300_000;

interface DemoOffer {
  /** Place among the publishers. */
  by: number;
  price: string;
  price_max?: string;
  days?: string;
  text: string;
}

interface DemoTalk {
  /** Of the demand. */
  title: string;
  offers: readonly DemoOffer[];
  /** Place of the offer that its owner likes or takes. */
  short?: number;
  agreed?: number;
  /** In which its price is paid, fen: the first is released, the second held. */
  stages?: ReadonlyArray<{ title: string; price: number }>;
  /** Of a tender: asked by who bids, answered by its owner; the last one waits. `added`: the owner's own. */
  asked?: ReadonlyArray<readonly [question: string, answer: string]>;
  added?: string;
  /** Stars and words of the owner and of who did it: the work is done. */
  rated?: readonly [{ stars: number; text: string }, { stars: number; text: string }];
}

const TALKS: readonly DemoTalk[] = [
  {
    title: '经销商大会找舞台搭建与灯光音响供应商',
    offers: [
      {
        ...{ by: 0, price: '168000', price_max: '185000', days: '3' },
        text: '自有 P2.6 主屏与线阵音响，含 18×8 米主舞台、两侧屏、两天搭建与一天撤场。人工、设备、运输分列在附件，可按最终图纸调整。',
      },
    ],
  },
  {
    title: '新能源汽车品牌年度发布会整体执行招标',
    asked: [
      ['主舞台的承重和净高有没有限制？', '承重每平方米 400 公斤，净高 9.5 米，吊点图见招标文件第 6 页。'],
      ['直播推流由投标人负责还是由品牌方指定平台？', '推流和导播由中标人负责，平台由我们指定并提供推流地址。'],
      ['试驾区的雨天备用方案需要单独报价吗？', ''],
    ],
    added: '进场时间调整为活动前两日 18:00 之后，搭建报价请按夜间施工核算。',
    offers: [
      {
        by: 1,
        price: '2180000',
        days: '60',
        text: '近两年执行过三场千人级新车发布会，含创意深化、舞美制作、视听、直播与安保配合，另附应急预案。',
      },
    ],
  },
  {
    title: '互联网公司 300 人年会找整体创意方案',
    short: 1,
    offers: [
      {
        ...{ by: 2, price: '36000', days: '7' },
        text: '以“十年游戏存档”为主线，把公司十年做成可以闯关的关卡，签到、颁奖、抽奖都在关卡里完成。一周出初稿，两轮修改。',
      },
      {
        ...{ by: 3, price: '42000', price_max: '48000', days: '10' },
        text: '主题“下一个十年，从今晚开场”，员工共创开场秀，流程脚本与舞美效果图同步交付，执行排期细到每十五分钟。',
      },
      { by: 4, price: '29800', days: '6', text: '可先给三个主题方向供挑选，含流程脚本与两张主视觉，舞美效果图按需追加。' },
    ],
  },
  {
    title: '户外草坪婚礼找花艺布置与摄影团队',
    agreed: 0,
    rated: [
      { stars: 5, text: '花材新鲜，下午起风还提前加固了仪式亭，照片三天就交了。' },
      { stars: 5, text: '需求说得清楚，现场配合很好，付款也爽快。' },
    ],
    offers: [
      {
        by: 2,
        price: '39800',
        days: '2',
        text: '白绿系花艺含仪式区、迎宾区与 12 米长桌，摄影两机位加航拍，雨天室内方案一并准备，花材更换提前三天确认。',
      },
      { by: 5, price: '43000', days: '2', text: '自有花房，可提前看样；摄影团队合作五年，附近期三场草坪婚礼实拍。' },
    ],
  },
  {
    title: '美妆新品快闪店创意与美陈方案',
    agreed: 1,
    stages: [
      { title: '定金', price: 1_560_000 },
      { title: '方案确认', price: 2_080_000 },
      { title: '尾款', price: 1_560_000 },
    ],
    offers: [
      { by: 4, price: '58000', days: '12', text: '“气味图书馆”概念，试香抽屉墙与可拍照的雾面花窗，含平面、效果图、互动机制与材料说明。' },
      { by: 3, price: '52000', days: '14', text: '“十天花期”概念，装置每天开放一种香型，十天集齐；动线一进一出，含效果图四张与工艺说明。' },
    ],
  },
  {
    title: '进口食品展找特装展台搭建团队',
    short: 0,
    offers: [
      {
        ...{ by: 7, price: '246000', days: '12' },
        text: '铝型材加覆膜板结构，三站共用，首站 246000 元，后两站各 98000 元。冷柜单独走一路三相电，运输与仓储已分列。',
      },
      {
        by: 0,
        price: '268000',
        days: '15',
        text: '可配合品牌做开展日的试吃活动与媒体接待，搭建由长期合作的工厂完成，附上近两年食品展现场照片。',
      },
    ],
  },
  {
    title: '社区商业三周年庆，三天活动怎么排',
    offers: [
      {
        by: 5,
        price: '32000',
        days: '8',
        text: '主题“邻居的三年”：征集三百件旧物做一场长桌展，周六换物市集，周日社区合影。商户按楼层认领摊位。',
      },
      {
        by: 6,
        price: '38000',
        days: '10',
        text: '做一座三天慢慢长大的纸房子，孩子画砖，大人写门牌，最后一晚点亮。含时间表、物料清单与商户联动券。',
      },
      {
        by: 11,
        price: '27500',
        days: '7',
        text: '把商场变成社区花园：三百盆花由孩子认养，周五种、周日带回家，商户出花架和名牌。人员少、物料轻，雨天全部移到中庭。',
      },
    ],
  },
  {
    title: '年会找一支能唱能跳的驻场乐队',
    offers: [
      {
        by: 10,
        price: '16800',
        days: '1',
        text: '五人编制，自带鼓与监听，会前一天到公司带一次合唱排练。垫乐按颁奖名单现场卡点，另附三段现场视频。',
      },
    ],
  },
  {
    title: '学术会议找摄影摄像与图片直播团队',
    agreed: 0,
    offers: [
      {
        by: 8,
        price: '12800',
        days: '3',
        text: '两名摄影、一名摄像加一名现场修图，第一批照片十分钟内上线；合影站台由我们带，短片三天交付，改两轮。',
      },
      { by: 6, price: '9800', days: '4', text: '团队在西安有固定班底，不收差旅。图片直播带人脸检索，短片四天交付。' },
    ],
  },
];

/** A tender that three judges have marked; its owner has not chosen yet. */
const JUDGED = {
  title: '家电品牌经销商大会整体执行招标',
  criteria: [
    { title: '方案创意', weight: 35 },
    { title: '执行能力', weight: 35 },
    { title: '报价', weight: 30 },
  ],
  offers: [
    {
      ...{ by: 1, price: '1180000', days: '45' },
      text: '主会场做成“会转的展厅”：十二面移动屏在讲产品时自己换位，晚宴时围成舞台。签到、直播、参观动线一套系统，驻场团队 28 人。',
    },
    {
      ...{ by: 2, price: '1050000', days: '40' },
      text: '以“回家的路”为线索串起两天：到站、进门、围坐、出发。舞美六成为可回收结构，晚宴不换场，次日动线配讲解耳机与分组大巴。',
    },
  ],
  /** Places of judges, their marks an offer and their words. */
  judges: [
    {
      by: 3,
      sheet: [
        { marks: [92, 85, 70], word: '移动屏的想法有记忆点，要确认承重与排练时间。' },
        { marks: [86, 88, 85], word: '线索完整，晚宴不换场省了两小时。' },
      ],
    },
    {
      by: 4,
      sheet: [
        { marks: [95, 80, 72], word: '视觉最强，预案写得偏少。' },
        { marks: [84, 92, 88], word: '人员与时间表最细，备用网络和雨天动线都有。' },
      ],
    },
    {
      by: 5,
      sheet: [
        { marks: [84, 82, 75], word: '' },
        { marks: [88, 90, 90], word: '分项清楚，单价合理。' },
      ],
    },
  ],
} as const;

async function judgeTender(at: (days_ago: number) => Ctx, id: number, owner_id: number, publisher_ids: readonly number[]): Promise<void> {
  const [owner, by] = [asUser(at(8), owner_id), (place: number, days_ago: number) => asUser(at(days_ago), publisher_ids[place] as number)];
  if ((await offerPanel(owner, id)).offers.length > 0) return;
  await setCriteria(owner, id, JUDGED.criteria);
  for (const judge of JUDGED.judges) await askJudge(owner, id, (await accountMobile(owner, publisher_ids[judge.by] as number)) ?? '');
  const ids: number[] = [];
  for (const { by: place, ...said } of JUDGED.offers) {
    const source = { name: 'demo-judged', id: publisher_ids[place] as number };
    await inTransaction(at(8), (tx) =>
      extendMembership(tx, { user_id: source.id, vip_type: VIP_BIDDING, days: 365, max_download_pre_day: 0, source }),
    );
    ids.push(await makeOffer(by(place, 7), { ...EMPTY_OFFER, ...said, demand_id: id }));
  }
  await openDueTenders(at(1.9));
  for (const { by: place, sheet } of JUDGED.judges) {
    const given = sheet.map(({ marks, word }, n) => ({ offer_id: ids[n] as number, marks: [...marks], word }));
    await markOffers(by(place, 1), id, { sheet: given, hands_in: true });
  }
}

/** Publishers answer the demands of the demo: some wait, one is agreed, one is done and rated, a tender is sealed. Again goes on where it was. */
export async function answerDemands(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const { list } = await listItems(ctx, KINDS.demand, {}, 50);
  const now = ctx.app.clock.now().getTime();
  const at = (days_ago: number) => atTime(ctx, new Date(now - days_ago * DAY_MS));
  const bidder_id = people.publisher_ids[1] as number;
  const source = { name: 'demo', id: bidder_id };
  // first, since memberships follow each other
  const judged = list.find(({ title }) => title === JUDGED.title)?.id;
  if (judged !== undefined) await judgeTender(at, judged, people.publisher_ids[0] as number, people.publisher_ids);
  await inTransaction(at(2), (tx) => giveBalance(tx, bidder_id, PURSE_FEN));
  await fillPurse(asUser(at(2), bidder_id), PURSE_FEN, 'demo');
  // a member by the time of the first offer
  await inTransaction(at(1), (tx) =>
    extendMembership(tx, { user_id: bidder_id, vip_type: VIP_BIDDING, days: 365, max_download_pre_day: 0, source }),
  );
  for (const talk of TALKS) {
    const id = list.find(({ title }) => title === talk.title)?.id;
    const owner_id = people.publisher_ids[DEMO_DEMANDS.find(({ form }) => form.title === talk.title)?.owner ?? 0] as number;
    if (id !== undefined) await answerOne(at, { id, owner_id, publisher_ids: people.publisher_ids, talk });
  }
  // what has ended is listed so before a job comes
  await endOffers(ctx);
  await noteMade(ctx, MADE);
}

interface Answering {
  id: number;
  owner_id: number;
  publisher_ids: readonly number[];
  talk: DemoTalk;
}

async function answerOne(at: (days_ago: number) => Ctx, { id, owner_id, publisher_ids, talk }: Answering): Promise<void> {
  const owner = (days_ago: number) => asUser(at(days_ago), owner_id);
  // made before the process ended
  if ((await offerPanel(owner(0), id)).offers.length > 0) return;
  const ids: number[] = [];
  for (const { by, ...said } of talk.offers) {
    const form: OfferForm = { ...EMPTY_OFFER, ...said };
    ids.push(await makeOffer(asUser(at(0.9), publisher_ids[by] as number), { ...form, demand_id: id }));
  }
  for (const [question, answer] of talk.asked ?? []) {
    await askTender(asUser(at(0.85), publisher_ids[talk.offers[0]?.by ?? 0] as number), id, question);
    const waiting = (await offerPanel(owner(0.8), id)).questions.at(-1);
    if (waiting && answer !== '') await answerTender(owner(0.8), waiting.id, { text: answer, publishes: true });
  }
  if (talk.added) await addToTender(owner(0.7), id, talk.added);
  const chosen = (place: number) => ids[place] as number;
  if (talk.short !== undefined) await shortList(owner(0.7), chosen(talk.short), true);
  if (talk.agreed === undefined) return;
  const agreement = await agreeOffer(owner(0.6), chosen(talk.agreed), 1);
  const maker_id = publisher_ids[talk.offers[talk.agreed]?.by ?? 0] as number;
  if (talk.stages) await payInStages(owner(0.4), asUser(at(0.5), maker_id), { agreement, demand_id: id, stages: talk.stages });
  if (!talk.rated) return;
  const by = (days_ago: number) => asUser(at(days_ago), maker_id);
  await confirmDone(by(0.4), agreement);
  await confirmDone(owner(0.3), agreement);
  await rateAgreement(owner(0.2), agreement, talk.rated[0]);
  await rateAgreement(by(0.1), agreement, talk.rated[1]);
}

async function payInStages(
  owner: Ctx,
  maker: Ctx,
  { agreement, demand_id, stages }: { agreement: number; demand_id: number; stages: NonNullable<DemoTalk['stages']> },
): Promise<void> {
  await planStages(maker, agreement, stages);
  const planned = (await offerPanel(owner, demand_id)).agreement?.stages ?? [];
  for (const { id } of planned.slice(0, 2)) await payOnPhone(owner, await payStage(owner, { id, balance: false, cache: true }));
  const [first, second] = planned;
  if (first) await moveStage(owner, first.id, 'release').catch(passOver);
  if (second) await moveStage(maker, second.id, 'deliver').catch(passOver);
}

/** Where nothing can be paid nothing is held. */
function passOver(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
