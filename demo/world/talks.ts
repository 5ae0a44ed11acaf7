import type { ChatPrice, ChatReaction } from '#contract/chat.ts';

/** A talk of the buyer (or the member) with a publisher about one of that publisher's works. */
export interface DemoTalk {
  asker: 'buyer' | 'member';
  /** Place among the publishers. */
  publisher: number;
  /** Hours before now at which it began. */
  began_h: number;
  /** In their order; minutes after the one before. */
  lines: ReadonlyArray<{
    by: 'asker' | 'publisher';
    after_min: number;
    text?: string;
    price?: ChatPrice;
    accept?: true;
    reaction?: ChatReaction;
  }>;
}

export const DEMO_TALKS: readonly DemoTalk[] = [
  {
    ...{ asker: 'buyer', publisher: 0, began_h: 50 },
    lines: [
      { by: 'asker', after_min: 0, text: '您好，我们三月中旬在上海西岸办一场新品发布会，大概 300 人。您这个方案可以改成室内版吗？' },
      { by: 'publisher', after_min: 12, text: '可以的。请问场地层高多少？主舞台背后有没有吊点？' },
      { by: 'asker', after_min: 7, text: '层高 9 米，吊点图我问场馆要，明天给您。预算整体在 25 万左右。' },
      { by: 'publisher', after_min: 3, reaction: 'got' },
      { by: 'publisher', after_min: 20, text: '这个预算够用。我建议把环幕换成折幕，观众进场的动线也更顺。先给您报一版策划与主视觉。' },
      {
        ...{ by: 'publisher', after_min: 35 },
        price: { title: '发布会策划与主视觉设计', price: 18_800, days: 7, note: '含一版策划案、主视觉与三处延展，修改两轮。' },
      },
      { by: 'asker', after_min: 90, accept: true },
      { by: 'asker', after_min: 1, text: '同意，按这个来。下周二下午方便开个短会吗？' },
      { by: 'publisher', after_min: 6, text: '没问题，下周二 14:00，我把议程提前一天发给您。' },
      { by: 'publisher', after_min: 1_200, text: '议程整理好了：一、流程与时间轴；二、舞台与折幕尺寸；三、媒体区与签到。您看还要加什么？' },
    ],
  },
  {
    ...{ asker: 'buyer', publisher: 1, began_h: 27 },
    lines: [
      { by: 'asker', after_min: 0, text: '周老师好，年会方案里的抽奖环节，600 人的规模会不会太长？' },
      { by: 'publisher', after_min: 48, text: '不会，分三轮穿插在节目之间，每轮控制在 6 分钟。600 人的版本我去年做过，流程表可以直接用。' },
      { by: 'asker', after_min: 15, text: '太好了，那主持人串词也包含在方案里吗？' },
      { by: 'publisher', after_min: 30, text: '包含的，第 24 页起是完整串词，按你们公司的名字替换就行。' },
    ],
  },
  {
    ...{ asker: 'member', publisher: 0, began_h: 5 },
    lines: [
      { by: 'asker', after_min: 0, text: '您好，想请教一下这个方案的灯光部分是按哪种设备写的？我们场地只有 48 路调光。' },
      { by: 'asker', after_min: 2, text: '如果路数不够，能不能把追光减一组？' },
    ],
  },
];

/** What the first publisher, a company, and its people say again and again. */
export const DEMO_PHRASES: readonly string[] = [
  '{对方称呼}，您好！请告诉我活动的时间、城市、人数和预算，我先给您一个方向。',
  '报价含策划案、主视觉与两轮修改，不含场地、搭建和差旅，七天内有效。',
  '场地的平面图、层高和吊点图方便发我一份吗？手机拍的也可以。',
  '收到，我们今天 18:00 前给您答复。',
];
