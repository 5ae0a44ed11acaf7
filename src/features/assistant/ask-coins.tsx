import { askSure } from '#kit/ask-sure.tsx';
import { openTopUp } from '../wallet/open-top-up.tsx';
import type { TalkHooks } from './talk.store.ts';

/** Whether to go on for coins, once the free answers of the day are used. */
const askCoins = (price_max: number): Promise<boolean> =>
  askSure({
    title: '今天的免费次数已用完',
    about: (
      <>
        继续使用猫币：每次最多 <b className="num">{price_max}</b> 猫币，按实际生成的内容收取，先预留、多退；生成失败不收费。
      </>
    ),
    verb: '使用猫币',
    back: '明天再来',
  });

export const coinHooks: Pick<TalkHooks, 'askCoins' | 'askTopUp'> = { askCoins, askTopUp: openTopUp };
