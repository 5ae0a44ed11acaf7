import { drawChances, ownPrizes } from '../../modules/draws/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

const href = '/personalCenter/myPrize';

/** Draws that an order gave, and prizes that do not know where to go. */
export const activeToday: TodaySource = async (ctx) => {
  const chances = await drawChances(ctx);
  const homeless = (await ownPrizes(ctx)).filter(({ state }) => state === 'unaddressed');
  return [
    ...todayCard('answer', {
      ...{ key: 'prize-address', title: '奖品待填写收货地址', text: homeless[0]?.title ?? '', num: homeless.length, href },
    }),
    ...todayCard('know', { key: 'draw', title: '可以抽奖', text: '开通会员送的抽奖机会', num: chances.length, href }),
  ];
};
