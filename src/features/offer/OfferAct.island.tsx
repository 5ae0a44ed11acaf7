import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { requireSession } from '#client/session.ts';
import { toastNote } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import { type OfferPanel, offerNoun, typedOffer } from '#contract/offer.ts';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { demand_moves } from '../demand/demand-moves.store.ts';
import { OfferFormDialog } from './OfferFormDialog.tsx';
import { beginOffer } from './offer-form.store.ts';
import { NOTHING, offerPanelOf } from './offer-panel.store.ts';

export interface OfferActProps {
  demand_id: number;
  is_tender: boolean;
  /** As of when the page was made. */
  offer_num: number;
}

/** The act of a demand's card: an offer, or in one line why there is none. Place it with `client:intent="signed-in"`. */
export default function OfferActIsland({ demand_id, is_tender, offer_num }: OfferActProps) {
  const { $state, actions } = offerPanelOf(demand_id);
  const { panel, failure } = useStore($state, { ssr: () => NOTHING });
  const user_id = useSession()?.user.id ?? 0;
  useEffect(() => actions.watch(user_id), [actions, user_id]);
  // pressed before it was known who reads, or before they signed in: the form opens once the panel is there
  const [wanted, setWanted] = useState(false);
  const write = async ({ title, own, left_today }: OfferPanel, agreed: ReturnType<typeof typedOffer> = null) => {
    const before = own?.state === 'withdrawn' ? null : own;
    if (agreed && !beginOffer(demand_id, before, agreed)) toastNote('这里有您没提交的内容，谈定的价格没有填入');
    const sent = await openDialog<boolean>((close) => (
      <OfferFormDialog {...{ demand_id, title, is_tender, left_today }} own={before} onClose={close} />
    ));
    if (!sent) return;
    demand_moves.actions.moved();
    void actions.load();
  };
  const begun = useRef(false);
  useEffect(() => {
    const agreed = typedOffer(location.hash);
    if (!(wanted || agreed) || begun.current || !panel || panel.is_owner) return;
    // what stands already is opened for what was agreed on alone
    if (panel.own ? !(agreed && panel.own.can_change) : panel.refusal) return;
    begun.current = true;
    // a reload does not begin again
    if (agreed) history.replaceState(history.state, '', location.pathname + location.search);
    void write(panel, agreed);
  });
  const noun = offerNoun(is_tender);
  if (failure && !panel) {
    return (
      <p role="alert" className="text-center text-sm">
        <FailureText failure={failure} />{' '}
        <button type="button" className="underline underline-offset-2" onClick={() => void actions.load()}>
          重试
        </button>
      </p>
    );
  }
  if (panel?.is_owner) return null;
  const { refusal = null, own = null } = panel ?? {};
  const offered = own !== null && own.state !== 'withdrawn';
  if (refusal && !own?.can_change) {
    const { text, href, code } = refusal;
    const way = href === '' ? null : { href, label: code === 'certified' ? '去认证' : '了解会员' };
    return (
      <div className="grid gap-2" role="status">
        {offered ? (
          <a className="btn btn-primary btn-main w-full" href="#offers">
            查看我的{noun}
          </a>
        ) : (
          way && (
            <a className="btn btn-primary btn-main w-full" href={way.href}>
              {way.label}
            </a>
          )
        )}
        <p className="text-center text-xs text-muted">{text}</p>
      </div>
    );
  }
  const press = async () => {
    if (panel) return write(panel);
    const signed_in = await requireSession(`登录后即可${noun}`).then(
      () => true,
      () => false,
    );
    if (signed_in) setWanted(true);
  };
  const count = panel?.offer_num ?? offer_num;
  return (
    <div className="grid gap-2">
      <Button look="primary" size="lg" wide onClick={() => void press()}>
        {offered ? `修改${noun}` : `我要${noun}`}
      </Button>
      <p className="num text-center text-xs text-muted">{count > 0 ? `已有 ${count} 份${noun}` : `还没有${noun}`}，内容只有发布者看得到</p>
    </div>
  );
}
