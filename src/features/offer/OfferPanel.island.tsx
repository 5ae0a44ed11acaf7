import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { requireSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import { type Offer, type OfferPanel, offerPriceText } from '#contract/offer.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { askInChat } from '../chat/ask-in-chat.ts';
import { demand_moves } from '../demand/demand-moves.store.ts';
import { AgreementBox } from './AgreementBox.tsx';
import { OfferCompare } from './OfferCompare.tsx';
import { OfferFormDialog } from './OfferFormDialog.tsx';
import { OfferFiles, OfferWorks } from './OfferParts.tsx';
import { askFirst, offerActs } from './offer-acts.ts';
import { createOfferPanel } from './offer-panel.store.ts';
import { VersionsLink } from './show-versions.tsx';

export interface OfferPanelIslandProps {
  demand_id: number;
  is_tender: boolean;
  /** It takes offers, as far as the page knows. */
  open: boolean;
  /** As of when the page was made. */
  offer_num: number;
}

/** What of a demand's offers concerns the reader; a visitor sees the button that leads in. Place it with `client:intent="signed-in"`. */
export default function OfferPanelIsland(props: OfferPanelIslandProps) {
  const [store] = useState(() => createOfferPanel(props.demand_id));
  const { panel } = useStore(store.$state);
  const noun = props.is_tender ? '投标' : '报价';
  // a cached page may not know of the reader's own offer yet
  const offer_num = panel?.offer_num ?? props.offer_num;
  return (
    <>
      <p className="num mb-4 text-sm text-muted">
        {offer_num > 0 ? `已有 ${offer_num} 份${noun}` : `还没有${noun}`}；内容只有发布者与报价人自己可见。
      </p>
      <PanelBody {...props} {...store} />
    </>
  );
}

function PanelBody({ is_tender, open, $state, actions }: OfferPanelIslandProps & ReturnType<typeof createOfferPanel>) {
  const { panel, failure } = useStore($state);
  const user_id = useSession()?.user.id ?? 0;
  // pressed before it was known who reads, or before they signed in: the form opens once the panel is there
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (user_id === 0) actions.forget();
    else void actions.load();
  }, [user_id, actions]);
  const waits = user_id > 0 && !panel && !failure;
  if (user_id === 0 && !open) return null;
  // one button from the page to the panel: a press that comes while it loads counts
  if (user_id === 0 || (waits && open)) {
    const signIn = async () => {
      const signed_in = await requireSession().then(
        () => true,
        () => false,
      );
      if (signed_in) setWanted(true);
    };
    return (
      <Button look="primary" size="lg" onClick={() => void signIn()}>
        {is_tender ? '我要投标' : '我要报价'}
      </Button>
    );
  }
  if (failure && !panel) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!panel) return <Skeleton rows={2} row_class="h-16" label="正在加载报价" />;
  const onChanged = () => {
    demand_moves.actions.moved();
    void actions.load();
  };
  return (
    <div className="grid gap-4">
      {failure && <ErrorState {...failure} onRetry={() => void actions.load()} />}
      {panel.agreement && <AgreementBox agreement={panel.agreement} onChanged={onChanged} />}
      {panel.is_owner ? <Owner panel={panel} onChanged={onChanged} /> : <Offerer panel={panel} begin={wanted} onChanged={onChanged} />}
    </div>
  );
}

function Owner({ panel, onChanged }: { panel: OfferPanel; onChanged(): void }) {
  const { offers, opens_at } = panel;
  if (offers.length === 0) return <p className="text-muted">可以先把需求分享给合适的策划人。</p>;
  return (
    <>
      {opens_at > 0 && (
        <p className="num text-sm text-muted">
          已收到 {offers.length} 份密封投标，{timeText(opens_at)} 截止后自动开启。
        </p>
      )}
      <OfferCompare offers={offers} onChanged={onChanged} onAsk={({ person }) => void askAbout(panel.demand_id, person.id)} />
    </>
  );
}

function Offerer({ panel, begin, onChanged }: { panel: OfferPanel; begin: boolean; onChanged(): void }) {
  const { own, refusal, demand_id, title, is_tender, left_today } = panel;
  const write = async () => {
    const sent = await openDialog<boolean>((close) => (
      <OfferFormDialog
        demand_id={demand_id}
        title={title}
        own={own?.state === 'withdrawn' ? null : own}
        is_tender={is_tender}
        left_today={left_today}
        onClose={close}
      />
    ));
    if (sent) onChanged();
  };
  const begun = useRef(false);
  useEffect(() => {
    if (!begin || begun.current || refusal || own) return;
    begun.current = true;
    void write();
  });
  const withdraw = async (offer: Offer) => {
    const done = await askFirst({
      ...{ title: '撤回报价', about: '撤回后发布者看不到这份报价；截止前可以重新提交。', verb: '撤回报价' },
      run: () => offerActs.withdraw(offer.id),
    });
    if (!done) return;
    toastSuccess('报价已撤回');
    onChanged();
  };
  return (
    <>
      {own && own.state !== 'withdrawn' && <OwnOffer offer={own} />}
      {refusal && !own?.can_change && (refusal.code !== 'agreed' || !panel.agreement) && (
        <p className="rounded-lg bg-ground p-3 text-sm">
          {refusal.text}
          {refusal.href !== '' && (
            <a className="ml-2 text-primary underline" href={refusal.href}>
              {refusal.code === 'certified' ? '去认证' : '了解会员'}
            </a>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!refusal && (
          <Button look="primary" size={own ? 'md' : 'lg'} onClick={() => void write()}>
            {own && own.state !== 'withdrawn' ? (is_tender ? '重新投标' : '修改报价') : is_tender ? '我要投标' : '我要报价'}
          </Button>
        )}
        <Button size={own || refusal ? 'md' : 'lg'} onClick={() => void askAbout(demand_id)}>
          {refusal || own ? '与发布者沟通' : '先沟通'}
        </Button>
        {own?.can_withdraw && (
          <Button look="ghost" onClick={() => void withdraw(own)}>
            撤回报价
          </Button>
        )}
      </div>
    </>
  );
}

function OwnOffer({ offer }: { offer: Offer }) {
  const { id, now, state_text, reason, seen, versions_num } = offer;
  return (
    <section className="rounded-lg border border-line p-4" aria-label="我的报价">
      <p className="flex flex-wrap items-center gap-2">
        <b className="num text-primary">{offerPriceText(now.price, now.price_max)}</b>
        <span className="badge badge-soft">{state_text}</span>
        <span className="num ml-auto text-xs text-muted">
          {timeText(now.created_at)}
          {now.sealed ? '' : seen ? '，对方已看' : '，对方未看'}
        </span>
      </p>
      {now.days > 0 && <p className="num mt-1 text-sm text-muted">{now.days} 天</p>}
      {now.text !== '' && <p className="mt-2 text-sm whitespace-pre-line">{now.text}</p>}
      <div className="mt-2 grid gap-2 text-sm">
        <OfferFiles files={now.files} />
        <OfferWorks works={now.works} />
        <VersionsLink id={id} count={versions_num} />
      </div>
      {now.seal_hash !== '' && <p className="num mt-2 text-xs break-all text-muted">密封指纹 {now.seal_hash}</p>}
      {reason !== '' && <p className="mt-2 text-sm">原因：{reason}</p>}
    </section>
  );
}

/** Opens the conversation about a demand: with its owner, or of the owner with somebody who offered. */
const askAbout = (demand_id: number, other_id?: number): Promise<void> =>
  askInChat({ kind: 'demand', id: demand_id, ...(other_id === undefined ? {} : { other_id }) });
