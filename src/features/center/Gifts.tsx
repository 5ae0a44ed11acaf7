import { Gift as GiftIcon } from 'lucide-react';
import { useState } from 'react';
import { type Gift, isOwnPicture, isQrGift } from '#contract/promotion.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { QrCode } from '#ui/QrCode.tsx';

/** What a new account gets (spec 2.5), as a card until it is put away; gifts with a code show it in a dialog. */
export function Gifts({ gifts, onPutAway }: { gifts: readonly Gift[]; onPutAway(): void }) {
  const [code, setCode] = useState<Gift | null>(null);
  return (
    <section className="panel p-4 sm:p-5" aria-labelledby="gifts-title">
      <div className="mb-3 flex items-baseline gap-3">
        <h2 id="gifts-title" className="text-base font-semibold">
          新人礼物
        </h2>
        <p className="min-w-0 flex-1 text-muted max-sm:hidden">欢迎来到策猫，这些已经为您准备好。</p>
        <Button look="ghost" size="sm" className="ml-auto" onClick={onPutAway}>
          知道了
        </Button>
      </div>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {gifts.map((gift) => (
          <li key={gift.name} className="flex items-center gap-3 rounded-field border border-line p-3">
            <GiftIcon size={24} className="shrink-0 text-gold-ink" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="text-xs text-gold-ink">{gift.name}</p>
              <h3 className="font-semibold">{gift.title}</h3>
              {gift.desc ? <p className="text-xs text-muted">{gift.desc}</p> : null}
            </div>
            {isQrGift(gift.type) ? (
              <Button size="sm" onClick={() => setCode(gift)}>
                {gift.btn}
              </Button>
            ) : (
              <a className="btn btn-outline btn-sm border-line" href={gift.target} target="_blank" rel="noopener">
                {gift.btn}
              </a>
            )}
          </li>
        ))}
      </ul>
      {code ? (
        <Dialog open title={code.title} onClose={() => setCode(null)} width={400}>
          <div className="mx-auto size-52">
            {isOwnPicture(code.target) ? (
              <img src={code.target} alt={`${code.name}的二维码`} className="fit" />
            ) : (
              <QrCode text={code.target} label={`${code.name}的二维码`} />
            )}
          </div>
          <p className="mt-3 text-center text-muted">用微信扫一扫领取</p>
        </Dialog>
      ) : null}
    </section>
  );
}
