import type { RequestInput } from '#contract/request.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { sendMessage } from '#server/modules/chat/index.ts';
import { saveEntry } from '#server/modules/planner/index.ts';
import { answerRequest, askRequest, closeRequest, rateRequest, settleRequest } from '#server/modules/requests/index.ts';
import { asUser, atTime } from './at-time.ts';
import { noteMade, worldState } from './world-state.ts';

const HOUR_MS = 3_600_000;
const MADE = 'hall';

/** Who answered, by place among the publishers or readers, with what; `back`: what the asker wrote then. */
interface DemoAnswer {
  by: 'publisher' | 'reader';
  at: number;
  text: string;
  back?: string;
}

interface DemoRequest {
  /** Place among the verified publishers. */
  asker: 0 | 1;
  /** Hours ago. */
  ago: number;
  /** Days until the event; 0: not fixed. */
  event_in: number;
  input: Pick<RequestInput, 'title' | 'detail' | 'field' | 'budget' | 'province' | 'city' | 'days'>;
  answers: readonly DemoAnswer[];
  end?: 'settled' | 'closed';
}

const REQUESTS: readonly DemoRequest[] = [
  {
    ...{ asker: 0, ago: 70, event_in: 40, end: 'settled' },
    input: {
      title: '互联网公司年会主持稿与串词',
      detail: '三百人，晚宴形式，约三小时。要有抽奖、颁奖、CEO 致辞三个环节的串词，风格轻松，不要太多网络梗。',
      ...{ field: 'copy', budget: 2_000, province: 31, city: 0, days: 7 },
    },
    answers: [
      { by: 'publisher', at: 2, text: '做过五场类似规模的年会串词，明天中午给您大纲。', back: '先看大纲，抽奖要留三轮。' },
      { by: 'reader', at: 0, text: '主持人出身，可以连彩排一起跟。' },
    ],
  },
  {
    ...{ asker: 1, ago: 52, event_in: 25 },
    input: {
      title: '新品发布会舞美 3D 效果图',
      detail: '酒店宴会厅，层高 6.5 米，舞台 14×5 米，主色深蓝。需要正面、侧面、观众席三个角度，三天内出第一稿。',
      ...{ field: 'space', budget: 6_000, province: 11, city: 0, days: 15 },
    },
    answers: [
      {
        by: 'publisher',
        at: 0,
        text: '宴会厅做过三场，层高 6.5 米可以做两层景片，后天给第一稿。',
        back: '可以，景片要能拆成 2 米一块进货梯。',
      },
      { by: 'publisher', at: 2, text: '我们有现成的深蓝色系方案，可以改。' },
      { by: 'reader', at: 1, text: '三个角度加一个动线视频，六千可以做。' },
    ],
  },
  {
    ...{ asker: 0, ago: 30, event_in: 60 },
    input: {
      title: '户外草坪婚礼下雨备案设计',
      detail: '一百二十人，草坪仪式，室内有一个 300 平的玻璃房可以用。要一份雨天动线与布置调整方案。',
      ...{ field: 'wedding', budget: 0, province: 33, city: 3301, days: 15 },
    },
    answers: [{ by: 'publisher', at: 1, text: '玻璃房当仪式区、走廊当迎宾，可以保留原来的花艺，细节可以聊。' }],
  },
  {
    ...{ asker: 1, ago: 20, event_in: 12 },
    input: {
      title: '商场快闪店开业三天跟拍',
      detail: '每天六小时，要当天出二十张精修和一条三十秒短片，用于社交平台。',
      ...{ field: 'film', budget: 9_000, province: 44, city: 4403, days: 7 },
    },
    answers: [],
  },
  {
    ...{ asker: 0, ago: 9, event_in: 18 },
    input: {
      title: '行业论坛主视觉延展 12 张',
      detail: '主画面已有，需要延展签到墙、指引牌、议程立牌、证件、手提袋等 12 个尺寸，给源文件。',
      ...{ field: 'design', budget: 3_600, province: 0, city: 0, days: 7 },
    },
    answers: [{ by: 'reader', at: 2, text: '延展类做得多，两天一稿，证件按横竖两版出。' }],
  },
  {
    ...{ asker: 1, ago: 3, event_in: 30 },
    input: {
      title: '百人团建场地推荐，含住宿',
      detail: '上海周边两小时车程内，一晚住宿，有会议室和草坪，预算为场地与住宿合计。',
      ...{ field: 'venue', budget: 80_000, province: 31, city: 0, days: 7 },
    },
    answers: [],
  },
  {
    ...{ asker: 0, ago: 90, event_in: 0, end: 'closed' },
    input: {
      title: '周年庆暖场游戏策划',
      detail: '六十人，桌面互动类，不需要道具。',
      ...{ field: 'activity', budget: 1_500, province: 31, city: 0, days: 7 },
    },
    answers: [],
  },
];

/** Requests in the hall with answers and what was said, in every state, and some dates of the demo's accounts. Again after a crash goes on. */
export async function fillHall(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now = ctx.app.clock.now().getTime();
  for (const [place, { asker, ago, event_in, input, answers, end }] of REQUESTS.entries()) {
    const asked = now - ago * HOUR_MS;
    const at = (hours: number) => atTime(ctx, new Date(Math.min(now, asked + hours * HOUR_MS)));
    const asker_id = people.publisher_ids[asker] as number;
    const event_day = event_in === 0 ? '' : new Date(now + (event_in * 24 + 8) * HOUR_MS).toISOString().slice(0, 10);
    const { id } = await askRequest(asUser(at(0), asker_id), { ...input, event_day, pictures: [], key: `demo-request-${place}` });
    for (const [nth, { by, at: who, text, back }] of answers.entries()) {
      const ids = by === 'publisher' ? people.publisher_ids : people.reader_ids;
      const planner = ids[who] as number;
      const { conversation_id } = await answerRequest(asUser(at(nth + 1), planner), { id, text, confirmed: false });
      if (!back) continue;
      const said = {
        client_id: `demo-back-${id}-${planner}`,
        type: 'text',
        text: back,
        file_id: 0,
        item_id: 0,
        price: null,
        confirmed: false,
      } as const;
      await sendMessage(asUser(at(nth + 1.2), asker_id), { id: conversation_id, ...said });
    }
    await endOne(at, { id, end, asker_id, planner_id: people.publisher_ids[answers[0]?.at ?? 0] as number });
  }
  await inTransaction(ctx, async (tx) => {
    await putDates(tx, [people.buyer_id, ...people.publisher_ids.slice(0, 2)]);
    await noteMade(tx, MADE);
  });
}

interface Ending {
  id: number;
  end: DemoRequest['end'] | undefined;
  asker_id: number;
  planner_id: number;
}

/** What was ended before a crash is left as it is. */
async function endOne(at: (hours: number) => Ctx, { id, end, asker_id, planner_id }: Ending): Promise<void> {
  const unlessDone = (error: unknown) => {
    if ((error as { status?: number }).status !== 409) throw error;
  };
  if (end === 'closed') await closeRequest(asUser(at(12), asker_id), id, '活动取消').catch(unlessDone);
  if (end !== 'settled') return;
  await settleRequest(asUser(at(24), asker_id), id, planner_id).catch(unlessDone);
  await rateRequest(asUser(at(60), asker_id), { id, stars: 5, text: '大纲当天就给了，串词自然，颁奖环节处理得很好。' }).catch(unlessDone);
  await rateRequest(asUser(at(61), planner_id), { id, stars: 5, text: '需求说得清楚，反馈及时。' }).catch(unlessDone);
}

async function putDates(ctx: Ctx, user_ids: readonly number[]): Promise<void> {
  const in_days = (days: number, hour: number) => {
    const day = new Date(ctx.app.clock.now().getTime() + (days * 24 + 8) * HOUR_MS).toISOString().slice(0, 10);
    return Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`) / 1_000;
  };
  const none = { id: 0, note: '', link: '', all_day: false, at: 0 };
  for (const user_id of user_ids) {
    const mine = asUser(ctx, user_id);
    await saveEntry(mine, { ...none, title: '和场地确认进场时间', at: in_days(1, 10), note: '货梯尺寸、布展时段、停车' });
    await saveEntry(mine, { ...none, title: '年会彩排', at: in_days(9, 14) });
    await saveEntry(mine, { ...none, title: '发布会当天', at: in_days(16, 0), all_day: true });
    await saveEntry(mine, { ...none, title: '整理物料清单' });
  }
}
