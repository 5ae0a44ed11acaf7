import { useStore } from '@nanostores/react';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import type { EquityDetail, VipPlan, VipSpec } from '#contract/membership.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { createEquities } from './vip.store.ts';

/** What the chosen spec gives; a press shows more to those who have it, and to others which membership has it (spec 8). */
export function Equities({ plan, spec }: { plan: VipPlan; spec: VipSpec }) {
  const [equities] = useState(() => createEquities(plan.vip_type));
  const shown = useStore(equities.$state);
  const { show, close } = equities.actions;
  return (
    <section aria-label="会员权益">
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {spec.equity.map((equity) => (
          <li key={equity.id}>
            <button
              type="button"
              className={`flex min-h-9 items-center gap-2 text-left hover:text-primary ${equity.status === 1 ? '' : 'text-muted'}`}
              onClick={() => void show(equity.id, equity.desc)}
            >
              {equity.status === 1 ? (
                <Check size={16} className="shrink-0 text-success" aria-hidden="true" />
              ) : (
                <Minus size={16} className="shrink-0" aria-hidden="true" />
              )}
              <span>
                {equity.desc}
                {equity.status === 0 && <span className="text-xs">（该时长不含）</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Dialog open={shown !== null} title={shown?.title ?? ''} width={400} onClose={close}>
        {shown?.detail ? (
          <Detail detail={shown.detail} />
        ) : (
          <p>
            <FailureText failure={shown?.failure ?? null} />
          </p>
        )}
        <div className="mt-6 flex justify-end">
          <Button look="primary" onClick={close}>
            知道了
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

/** Type 2 is an address outside. */
function Detail({ detail }: { detail: EquityDetail }) {
  return (
    <div className="grid gap-3">
      {detail.tan_img && <img src={detail.tan_img} alt="" className="w-full rounded-box" />}
      {detail.type === 2 ? (
        <a className="link text-primary" href={detail.content} target="_blank" rel="noopener noreferrer">
          前往查看
        </a>
      ) : (
        <p>{detail.content}</p>
      )}
    </div>
  );
}
