import { Gift as GiftIcon } from 'lucide-react';
import { useState } from 'react';
import { type Gift, isOwnPicture, isQrGift } from '#contract/promotion.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { QrCode } from '#ui/QrCode.tsx';

export interface GiftDialogProps {
  gifts: readonly Gift[];
  onClose(): void;
}

/** What a new account gets (spec 2.5). Stays until it is closed; gifts with a code show it in a dialog above. */
export function GiftDialog({ gifts, onClose }: GiftDialogProps) {
  const [code, setCode] = useState<Gift | null>(null);
  return (
    <>
      <Dialog open title="新人礼物" onClose={onClose} modal_only width={640}>
        <p className="mb-4 text-muted">欢迎来到策猫，这些礼物已经为您准备好。</p>
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {gifts.map((gift) => (
            <li key={gift.name} className="flex items-start gap-3 rounded-box bg-gold-tint p-4">
              <GiftIcon size={24} className="shrink-0 text-gold-ink" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="text-xs text-gold-ink">{gift.name}</p>
                <h3 className="font-semibold">{gift.title}</h3>
                {gift.desc ? <p className="text-muted">{gift.desc}</p> : null}
                {isQrGift(gift.type) ? (
                  <button type="button" className="btn btn-sm btn-primary mt-2" onClick={() => setCode(gift)}>
                    {gift.btn}
                  </button>
                ) : (
                  <a className="btn btn-sm btn-primary mt-2" href={gift.target} target="_blank" rel="noopener">
                    {gift.btn}
                  </a>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
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
    </>
  );
}
