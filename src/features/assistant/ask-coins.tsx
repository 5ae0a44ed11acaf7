import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { openTopUp } from '../wallet/open-top-up.tsx';
import type { TalkHooks } from './talk.store.ts';

/** Whether to go on for coins, once the free answers of the day are used. */
export function askCoins(price_max: number): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title="今天的免费次数已用完" width={400} onClose={() => close(false)}>
      <p>
        继续使用猫币：每次最多 <b className="num">{price_max}</b> 猫币，按实际生成的内容收取，先预留、多退；生成失败不收费。
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>明天再来</Button>
        <Button look="primary" onClick={() => close(true)}>
          使用猫币
        </Button>
      </div>
    </Dialog>
  ));
}

export const coinHooks: Pick<TalkHooks, 'askCoins' | 'askTopUp'> = { askCoins, askTopUp: openTopUp };
