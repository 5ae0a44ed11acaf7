import { randomUUID } from 'node:crypto';
import { detailPath } from '#contract/kinds.ts';
import { EVENT_CHANNEL, EVENT_CLICK, EVENT_VIEW, QUOTE_EVENT } from '#contract/tracking.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { rollUpDay, rollUpRetention, type ToldEvent, takeEvents, writeEvents } from '#server/modules/tracking/index.ts';
import { createRandom } from './random.ts';
import { DEMO_WORKS } from './works/index.ts';
import { noteMade, worldState } from './world-state.ts';

const READERS = 80;
/** As long as a browser keeps what it did not send. */
const DAYS = 7;
const DAY_S = 86_400;
const REFERERS = [
  '',
  '',
  'https://www.baidu.com/',
  'https://www.baidu.com/',
  'https://cn.bing.com/',
  'https://mp.weixin.qq.com/',
  'https://www.zhihu.com/',
];
const CHANNELS = ['', '', '', '', 'expo-2026', 'wechat-menu'];

const event = (event_type: ToldEvent['event_type'], event_name: string, url: string, more: Partial<ToldEvent>): ToldEvent => ({
  ...{ event_type, event_name, event_value: '', page: url, target_page: '', referer: '', url, oldUrl: '', order: '', pro: 4, ago: 0 },
  ...more,
});

/** A week of readers for the console's figures. Once. */
export async function seedVisits(ctx: Ctx): Promise<void> {
  const { made, works } = await worldState.read(ctx);
  if (made.includes('visits')) return;
  const random = createRandom(2_026);
  const standing = DEMO_WORKS.flatMap(({ key, kind }) => (works[key] === undefined ? [] : [{ kind, url: detailPath(kind, works[key]) }]));
  for (let reader = 0; reader < READERS; reader++) {
    const channel = random.pick(CHANNELS);
    const list: ToldEvent[] = [];
    for (let visit = random.between(1, 3); visit > 0; visit--) {
      let ago = random.between(60, DAYS * DAY_S - 3_600);
      const next = (type: ToldEvent['event_type'], name: string, url: string, more: Partial<ToldEvent> = {}) => {
        list.push(event(type, name, url, { ...more, ago }));
        ago = Math.max(0, ago - random.between(10, 90));
      };
      if (channel !== '') next(EVENT_CHANNEL, 'channel', '/', { event_value: channel });
      next(EVENT_VIEW, 'view', '/', { referer: random.pick(REFERERS) });
      for (const { kind, url } of random.some(standing, random.between(0, 3))) {
        next(EVENT_VIEW, 'view', kind.paths.list, { referer: '/' });
        next(EVENT_VIEW, 'view', url, { referer: kind.paths.list });
        if (random.between(0, 4) === 0) next(EVENT_CLICK, QUOTE_EVENT, url);
      }
    }
    await takeEvents(ctx, { uuid: randomUUID(), channel, list, unnamed: false, own: true });
  }
  await writeEvents(ctx.app);
  const now = ctx.app.clock.now().getTime();
  for (let day = 0; day <= DAYS; day++) await rollUpDay(ctx, shanghaiDay(new Date(now - day * DAY_S * 1000)));
  await rollUpRetention(ctx);
  await noteMade(ctx, 'visits');
}
