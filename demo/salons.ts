import type { Order } from '#contract/order.ts';
import type { SalonForm, TicketKindForm } from '#contract/outputs/salon.ts';
import { EMPTY_SALON, EMPTY_TICKET_KIND } from '#contract/salon.ts';
import type { SeatBlock } from '#contract/seats.ts';
import { actingAs, type Ctx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { storeDrawn } from '#server/modules/publishing/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import {
  changeHolder,
  endSalons,
  type HolderInput,
  joinWaiting,
  orderTickets,
  ownTickets,
  ownWaiting,
  priceList,
  setOnline,
  submitSalon,
} from '#server/modules/salons/index.ts';
import { isSandboxPayment } from '#server/providers/payment/sandbox.ts';
import { asUser, atTime } from './at-time.ts';
import { finishPicture } from './drawing/draw-work.ts';
import { faceSvg } from './pictures/face.ts';
import { drawPixels, type Mood, type PictureWish, type Raster, rasterOf, type Subject } from './pictures/picture.ts';
import { linesOf } from './world/lines.ts';
import { MORE_SALONS } from './world/more-salons.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'salons';
const NAMES = ['周宁', '许知远', '何澄', '沈以沫', '程野', '陆安', '苏杭', '顾一鸣'] as const;

interface DemoSalon {
  /** Place among the publishers of one who is verified (verify-some.ts). */
  owner: number;
  /** Days ago that it was published, and days from now of the day itself: past ones are negative. */
  ago: number;
  on: number;
  form: Partial<SalonForm>;
  /** What its organiser shows in place of a poster. */
  cover?: PictureWish;
  /** Tickets that readers bought, one each: of its first kind, and where seats are chosen of every kind in turn. */
  sold: number;
  /** Where those who are not there take part. */
  link?: string;
  /** To whom the first of them gave their ticket. */
  given?: string;
  /** Readers on the waiting list. */
  waiting?: number;
}

const kind = (name: string, price: string, capacity: string, more: Partial<TicketKindForm> = {}): TicketKindForm => ({
  ...EMPTY_TICKET_KIND,
  ...{ name, price, capacity },
  ...more,
});
const agenda = (...lines: Array<[at: string, title: string, speaker?: string]>) =>
  lines.map(([at, title, speaker = '']) => ({ at, title, speaker }));
const guest = (name: string, title: string, about: string) => ({ name, title, about });

const block = (key: string, of: string, name: string, more: Partial<SeatBlock>): SeatBlock => ({
  ...{ key, kind: of, name, shape: 'rows', rows: 1, chairs: 1, aisle: 0, closed: [] },
  ...more,
});

const WRITTEN: readonly DemoSalon[] = [
  {
    ...{ owner: 0, ago: 70, on: -48, sold: 3 },
    form: {
      ...{ title: '年会导演闭门会：三百人年会怎么不冷场', city: '上海', venue: '梧桐空间', address: '徐汇区武康路 100 号 2 楼' },
      ...{ lat: '31.2105', lng: '121.4380', organiser: '年会导演俱乐部' },
      about:
        '四位年会导演各讲一场真实的年会：开场前二十分钟怎么热场，颁奖环节怎么不拖沓，老板临时加节目怎么接。每人三十分钟，之后分桌讨论各自手上的项目。',
      agenda: agenda(
        ['14:00', '签到与茶歇'],
        ['14:30', '热场的二十分钟', '林一舟'],
        ['15:10', '颁奖不拖沓的三种排法', '许衡'],
        ['16:00', '分桌讨论'],
      ),
      guests: [guest('林一舟', '年会导演', '执行过两百多场企业年会。'), guest('许衡', '会务公司合伙人', '专做五百人以上的经销商大会。')],
      kinds: [kind('标准票', '99', '40'), kind('茶歇旁听', '0', '10')],
    },
  },
  {
    ...{ owner: 1, ago: 55, on: -33, sold: 4 },
    form: {
      ...{ title: '展台搭建省钱工作坊：材料、工期与复用', city: '深圳', venue: '蛇口设计库', address: '南山区太子路 1 号' },
      ...{ lat: '22.4800', lng: '113.9150', organiser: '搭建人联盟' },
      about:
        '把一个三十六平方米的展台拆开来讲：哪些钱必须花，哪些可以租，哪些做成模块下次再用。现场看料、看结构图，带走一张可以直接改的报价表。',
      agenda: agenda(['13:30', '签到'], ['14:00', '一张报价表的拆解', '陆工'], ['15:30', '看料与结构'], ['16:30', '问答']),
      guests: [guest('陆工', '搭建总监', '十五年展览搭建，自有工厂。')],
      kinds: [kind('工作坊', '168', '24')],
    },
  },
  {
    ...{ owner: 0, ago: 40, on: -20, sold: 3 },
    cover: { subject: 'floral', mood: 'pastel', seed: 737 },
    form: {
      ...{ title: '婚礼策划师的提案课：从聊天到签单', city: '杭州', venue: '湖畔书房', address: '西湖区北山街 88 号' },
      ...{ lat: '30.2592', lng: '120.1388', organiser: '婚礼人茶话会' },
      about: '新人第一次见面该问什么、提案怎么讲、报价怎么给、被砍价怎么谈。三位婚礼策划师带着真实的聊天记录和提案稿来讲，来的人两两练习。',
      agenda: agenda(['14:00', '第一次见面该问的七个问题', '沈青'], ['15:00', '提案与报价', '何柠'], ['16:00', '两两练习']),
      guests: [guest('沈青', '婚礼策划师', '工作室主理人，年均六十场。'), guest('何柠', '婚礼策划师', '专做户外草坪婚礼。')],
      kinds: [kind('单人票', '129', '30')],
    },
  },
  {
    ...{ owner: 1, ago: 25, on: -6, sold: 2 },
    form: {
      ...{ title: '活动安全与应急预案：户外大型活动必修', city: '成都', venue: '东郊记忆演播厅', address: '成华区建设南支路 4 号' },
      ...{ lat: '30.6690', lng: '104.1230', organiser: '大型活动安全小组' },
      about:
        '报批流程、人流测算、临时用电、极端天气和医疗点位，逐项过一遍。用去年一场万人音乐节的预案做案例，讲哪里写得对、哪里差一点出事。',
      agenda: agenda(['14:00', '报批与测算', '程野'], ['15:00', '一份预案的复盘'], ['16:20', '桌面推演']),
      guests: [guest('程野', '活动安全顾问', '参与过四十多场万人以上活动的安保方案。')],
      kinds: [kind('学习票', '0', '60')],
    },
  },
  {
    ...{ owner: 0, ago: 12, on: 4, sold: 4, waiting: 2 },
    form: {
      ...{ title: '甲方市场人饭局：明年活动预算怎么批', city: '上海', venue: '外滩小院', address: '黄浦区四川中路 33 号' },
      ...{ lat: '31.2370', lng: '121.4870', organiser: '甲方市场人小组' },
      about: '只有一桌，四位报名者与两位品牌市场负责人边吃边聊：明年活动预算往哪里去、比稿看什么、什么样的乙方会被一直用。闭门，不录音。',
      agenda: agenda(['18:00', '入席'], ['18:30', '明年预算的三个去处', '顾然'], ['19:30', '自由交流']),
      guests: [guest('顾然', '快消品牌市场总监', '每年主持三十场以上的比稿。')],
      kinds: [kind('一席', '268', '4')],
      ...{ from: '18:00', to: '20:30' },
    },
  },
  {
    ...{ owner: 1, ago: 10, on: 8, sold: 3, given: '林晓' },
    cover: { subject: 'stage', mood: 'neon', seed: 731 },
    form: {
      ...{ title: '发布会舞美的一百种做法：灯光与屏幕', city: '北京', venue: '798 尤伦斯报告厅', address: '朝阳区酒仙桥路 4 号' },
      ...{ lat: '39.9840', lng: '116.4950', organiser: '舞美与视觉' },
      about: '从一块屏到一千块屏，从面光到动态光束。三位舞美设计师拿出自己最贵和最省的两场发布会，讲效果图到现场之间发生了什么。',
      agenda: agenda(['13:30', '签到'], ['14:00', '最贵的一场', '苏杭'], ['15:00', '最省的一场', '白屿'], ['16:00', '灯光设备体验']),
      guests: [guest('苏杭', '舞美设计师', '手机与汽车发布会常驻设计。'), guest('白屿', '灯光设计师', '舞台与展览两栖。')],
      kinds: [kind('标准票', '199', '80', { member_price: '149' }), kind('学生票', '59', '20', { about: '入场出示学生证' })],
    },
  },
  {
    ...{ owner: 0, ago: 8, on: 12, sold: 2 },
    form: {
      ...{ title: '用 AI 写活动方案：提示词与避坑', city: '上海', venue: '创智天地', address: '杨浦区淞沪路 290 号' },
      ...{ lat: '31.3060', lng: '121.5130', organiser: '策划人工具箱' },
      about:
        '不讲概念，只做题：给一份真实的需求单，两小时内用 AI 做出可以给客户看的提纲、预算表和流程表，再一起挑毛病：哪些话是编的，哪些数字不能信。',
      agenda: agenda(['14:00', '拆题'], ['14:30', '分组做方案'], ['16:00', '互相挑毛病']),
      guests: [guest('叶南', '内容策略', '带着团队改了三百份方案。')],
      kinds: [
        kind('标准票', '129', '50', {
          member_price: '99',
          questions: [{ key: 'q1', label: '目前的岗位', required: true, options: ['策划', '执行', '设计', '销售', '甲方'] }],
        }),
      ],
    },
  },
  {
    ...{ owner: 1, ago: 6, on: 17, sold: 1 },
    form: {
      ...{ title: '会务执行手册：五百人会议的五十个细节', city: '广州', venue: '珠江新城会议中心', address: '天河区华夏路 28 号' },
      ...{ lat: '23.1190', lng: '113.3210', organiser: '会务执行营' },
      about: '接机牌怎么写、房卡怎么分、茶歇什么时候撤、嘉宾迟到怎么办。把五百人会议的五十个细节做成一张检查表，边讲边对，会后带走。',
      agenda: agenda(['14:00', '会前三天'], ['15:00', '会议当天'], ['16:00', '会后一周']),
      guests: [guest('方可', '会务总监', '执行过两百场医药与金融会议。')],
      kinds: [kind('标准票', '89', '60')],
    },
  },
  {
    ...{ owner: 0, ago: 4, on: 23, sold: 2 },
    cover: { subject: 'market', mood: 'warm', seed: 733 },
    form: {
      ...{ title: '市集主理人交流会：摊位怎么招，客流怎么来', city: '成都', venue: '麓湖水上剧场', address: '天府新区麓湖生态城' },
      ...{ lat: '30.5010', lng: '104.0680', organiser: '周末市集联盟' },
      about: '四位市集主理人讲招商、选品、动线和天气。免费报名，席位有限；报了名来不了，请提前退票，把位置让给别人。',
      agenda: agenda(['15:00', '招商与选品'], ['16:00', '动线与客流'], ['17:00', '交流']),
      guests: [guest('唐小满', '市集主理人', '三年一百二十场市集。')],
      kinds: [kind('免费票', '0', '40')],
      ...{ from: '15:00', to: '17:30' },
    },
  },
  {
    ...{ owner: 1, ago: 2, on: 36, sold: 1 },
    form: {
      ...{ title: '年度活动趋势分享：从二十个案例看明年', city: '杭州', venue: '良渚文化艺术中心', address: '余杭区良渚文化村' },
      ...{ lat: '30.3770', lng: '120.0280', organiser: '策划人年度论坛' },
      about: '从今年二十个有代表性的活动里，看品牌把钱花在了哪里、观众记住了什么、哪些做法明年不会再有。报告文本会后发给所有到场的人。',
      agenda: agenda(['13:30', '签到'], ['14:00', '二十个案例'], ['15:40', '圆桌：明年的三件事'], ['17:00', '晚宴（自愿）']),
      guests: [guest('许知远', '活动研究者', '年度报告主笔。'), guest('陆安', '品牌活动负责人', '汽车与科技品牌。')],
      kinds: [kind('早到席', '299', '100', { early_price: '199', member_price: '239' }), kind('晚宴套票', '599', '30')],
      ...{ from: '13:30', to: '17:30' },
    },
  },
  {
    ...{ owner: 0, ago: 3, on: 29, sold: 11 },
    cover: { subject: 'stage', mood: 'warm', seed: 741 },
    form: {
      ...{ title: '年度活动人颁奖晚宴：论坛与圆桌', city: '上海', venue: '西岸艺术中心', address: '徐汇区龙腾大道 2555 号' },
      ...{ lat: '31.1760', lng: '121.4590', organiser: '活动人年度奖' },
      about:
        '下午听十位获奖的活动人讲一件做成了的事，晚上按圆桌入席颁奖。论坛席一排排坐，晚宴席八人一桌；购票时在座位图上自己选座，几个人一起来可以选在一桌。',
      agenda: agenda(['15:00', '签到与入座'], ['15:30', '十件做成了的事'], ['18:00', '圆桌晚宴与颁奖']),
      guests: [guest('林一舟', '年会导演', '去年的年度活动人。')],
      kinds: [kind('论坛席', '199', '74'), kind('晚宴圆桌', '699', '48')],
      plan: [
        block('b1', 'k1', 'A 区', { rows: 3, chairs: 12, aisle: 6, closed: ['1-6', '1-7'] }),
        block('b2', 'k1', 'B 区', { rows: 4, chairs: 10, aisle: 5 }),
        block('b3', 'k2', '圆桌', { shape: 'tables', rows: 6, chairs: 8 }),
      ],
      ...{ from: '15:00', to: '20:30' },
    },
  },
  {
    ...{ owner: 1, ago: 5, on: 5, sold: 2, link: 'https://meeting.tencent.com/dm/cemao-demo' },
    form: {
      ...{ title: '线上答疑：活动预算表怎么做才不被砍', mode: 'online', venue: '腾讯会议', organiser: '策划人工具箱' },
      about:
        '一小时只讲一张表：哪些科目客户一定会问，哪些要拆开写，哪些写在备注里。报名时留下您的问题，现场逐个回答；结束后可以下载参加证明。',
      agenda: agenda(['19:30', '一张表的五个科目', '叶南'], ['20:00', '逐个答疑']),
      guests: [guest('叶南', '内容策略', '带着团队改了三百份方案。')],
      kinds: [
        kind('线上票', '0', '200', {
          questions: [
            { key: 'q1', label: '您想问的问题', required: true, options: [] },
            { key: 'q2', label: '是否做过百万以上的预算', required: true, options: ['是', '否'] },
          ],
        }),
      ],
      ...{ from: '19:30', to: '20:30' },
    },
  },
  {
    ...{ owner: 0, ago: 30, on: -12, sold: 2 },
    form: {
      ...{ title: '同步举办：会议签到的三种做法', mode: 'both', city: '上海', venue: '创智天地', address: '杨浦区淞沪路 290 号' },
      ...{ lat: '31.3060', lng: '121.5130', organiser: '会务执行营' },
      about:
        '纸质名单、扫码和人脸，各摆一套设备让大家试：三百人要开几个口，断网怎么办，嘉宾不愿意扫码怎么办。现场可以动手，线上可以看演示和提问。',
      agenda: agenda(['14:00', '三种做法各十五分钟', '方可'], ['15:00', '现场试用与线上问答']),
      guests: [guest('方可', '会务总监', '执行过两百场医药与金融会议。')],
      kinds: [kind('现场票', '59', '30'), kind('线上票', '0', '300', { online: true })],
      ...{ from: '14:00', to: '16:00' },
    },
  },
];

const of_lines = linesOf(MORE_SALONS, 6).map(([head = '', where = '', about = '', days = '', guests = '', kinds = '']): DemoSalon => {
  const [title = '', organiser = '', owner, ago, on, sold, waiting, from = '', to = '', picture = ''] = head.split('|');
  const [mode, city = '', venue = '', address = '', lat = '', lng = ''] = where.split('|');
  const [subject, mood, seed] = picture.split(',');
  return {
    ...{ owner: Number(owner), ago: Number(ago), on: Number(on), sold: Number(sold), waiting: Number(waiting) },
    ...(picture === '' ? {} : { cover: { subject: subject as Subject, mood: mood as Mood, seed: Number(seed) } }),
    ...(mode === 'online' ? { link: 'https://meeting.tencent.com/dm/cemao-tenders' } : {}),
    form: {
      ...{ title, organiser, about, from, to, mode: mode as SalonForm['mode'], city, venue, address, lat, lng },
      agenda: days.split(';').map((line) => {
        const [what = '', speaker = ''] = line.slice(6).split('@');
        return { at: line.slice(0, 5), title: what, speaker };
      }),
      guests: guests.split(';').map((line) => {
        const [name = '', of = '', said = ''] = line.split('=');
        return guest(name, of, said);
      }),
      kinds: kinds.split(';').map((line) => {
        const [name = '', price = '', capacity = '', early_price = '', member_price = ''] = line.split(',');
        return kind(name, price, capacity, { early_price, member_price });
      }),
    },
  };
});

/** Salons of the event trade: past ones and coming ones, two sold out. */
export const DEMO_SALONS: readonly DemoSalon[] = [...WRITTEN, ...of_lines];

/** Salons of verified publishers with their guests; past ones are over. Again after a crash goes on where it was: a key is a place. */
export async function holdSalons(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now = ctx.app.clock.now().getTime();
  for (const [place, salon] of DEMO_SALONS.entries()) {
    const then = atTime(ctx, new Date(now - salon.ago * DAY_MS));
    const owner_id = people.publisher_ids[salon.owner] as number;
    const form = await withPictures(asUser(ctx, owner_id), salon, formOf(salon, now));
    const id = await publish(then, { owner_id, place, form, reviewer_id: people.buyer_id });
    if (salon.link)
      await setOnline(asUser(then, owner_id), { salon_id: id, link: salon.link, before_min: 30, text: '请提前十分钟进入，准备好耳机。' });
    const at = atTime(ctx, new Date(now - Math.max(1, Math.max(salon.ago - 2, 2 - salon.on)) * DAY_MS));
    await sell(at, { id, place, salon, readers: people.reader_ids });
  }
  await endSalons(ctx);
  await noteMade(ctx, MADE);
}

function formOf({ on, form }: DemoSalon, now: number): SalonForm {
  const date = shanghaiDay(new Date(now + on * DAY_MS));
  const kinds = (form.kinds ?? []).map((one, at) => ({
    ...one,
    key: `k${at + 1}`,
    early_until: one.early_price === '' ? '' : shanghaiDay(new Date(now + (on - 14) * DAY_MS)),
  }));
  return { ...EMPTY_SALON, ...form, date, kinds };
}

const GROUNDS = [
  ['#f4d9c6', '#e9b99a'],
  ['#d5e3ea', '#a9c3d3'],
  ['#e3dcef', '#bfb0dc'],
] as const;

/** Faces of its guests, the same for the same name, and its cover. `today`: one from the past is an upload that the next cleaning takes away. */
async function withPictures(today: Ctx, { cover }: DemoSalon, form: SalonForm): Promise<SalonForm> {
  const stored = async (name: string, drawn: Raster) =>
    storeDrawn(today, { key: `demo-salon-${form.title}-${name}`, name: `${name}.jpg`, ...(await finishPicture(drawn)) });
  const guests = [];
  for (const [at, one] of form.guests.entries()) {
    const svg = faceSvg(one.name, GROUNDS[at % GROUNDS.length] as (typeof GROUNDS)[number]);
    guests.push({ ...one, picture: await stored(one.name, await rasterOf(svg)) });
  }
  return { ...form, guests, ...(cover ? { cover: await stored('封面', await drawPixels(cover, 960)) } : {}) };
}

interface Publishing {
  owner_id: number;
  place: number;
  form: SalonForm;
  /** Not the owner: staff cannot decide for themselves. */
  reviewer_id: number;
}

async function publish(then: Ctx, { owner_id, place, form, reviewer_id }: Publishing): Promise<number> {
  const saved = await submitSalon(asUser(then, owner_id), { draft_key: `demo-salon-${place}`, form });
  if (saved.state !== 'review') return saved.id;
  const reviewer = actingAs(then, { kind: 'user', user_id: reviewer_id, token_id: 0, roles: ['reviewer'], address: '' });
  await inTransaction(reviewer, (tx) => decideTarget(tx, { type: 'salon', target_id: saved.id }, { action: 'approve', reason: '' }));
  return saved.id;
}

interface Selling {
  id: number;
  place: number;
  salon: DemoSalon;
  readers: readonly number[];
}

async function sell(at: Ctx, { id, place, salon, readers }: Selling): Promise<void> {
  const { kinds, plan } = await priceList(at, id);
  const [first] = kinds;
  if (!first) return;
  const kindOf = (n: number) => (plan.length > 0 ? (kinds[n % kinds.length] ?? first) : first);
  const who = (n: number) => asUser(at, readers[(place * 3 + n) % readers.length] as number);
  const seat = (n: number): HolderInput[] => [
    {
      ...{ kind_id: kindOf(n).id, name: NAMES[(place + n) % NAMES.length] as string, phone: `1380000${String(2_000 + n)}` },
      answers: Object.fromEntries(first.questions.map(({ key, options }) => [key, options[n % options.length] ?? '策划'])),
    },
  ];
  for (let n = 0; n < salon.sold; n++) {
    const order = await orderTickets(who(n), {
      ...{ id, lines: [{ kind_id: kindOf(n).id, count: 1 }], holders: seat(n), balance: false, user_coupon_id: 0, cache: true },
      idempotency_key: `demo-salon-${place}-${n}`,
    });
    await payAtPhone(who(n), order);
  }
  const [first_ticket] = salon.given
    ? (await ownTickets(who(0), { page: 1, limit: 50 })).list.filter(({ salon_id }) => salon_id === id)
    : [];
  // given before a crash: its holder is another already
  if (salon.given && first_ticket?.acts.includes('give') && first_ticket.holder_name !== salon.given) {
    const { id: ticket_id, path } = first_ticket;
    await changeHolder(who(0), {
      id: ticket_id,
      s: path.split('s=')[1] ?? '',
      answers: {},
      to: { name: salon.given, phone: '13800003001' },
    });
  }
  for (let n = salon.sold; n < salon.sold + (salon.waiting ?? 0); n++) {
    // placed before a crash
    if ((await ownWaiting(who(n), id)).length === 0) await joinWaiting(who(n), { id, kind_id: first.id, count: 1, holders: seat(n) });
  }
}

/** On the simulated phone, where there is one. */
async function payAtPhone(buyer: Ctx, order: Order): Promise<void> {
  const { payment } = buyer.app.providers;
  const payment_no = order.pay_qrcode === '' ? null : new URL(order.pay_qrcode).searchParams.get('pay');
  if (!isSandboxPayment(payment) || !payment_no) return;
  const facts = await payment.pay(payment_no, 'wechat', 'success', buyer.app.clock.now());
  if (facts) await settlePayment(buyer, payment.name, facts);
}
