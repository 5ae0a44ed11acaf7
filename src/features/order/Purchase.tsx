import { Crown } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { Quote } from '#contract/order.ts';
import type { BalanceConfirmProps, CouponConfirmProps } from '#kit/pay/AskToPay.tsx';
import type { CodeEntryProps } from '#kit/pay/CodeEntry.tsx';
import { PayChoices } from '#kit/pay/PayChoices.tsx';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import type { PurchaseState, Terms } from '#kit/pay/purchase.store.ts';
import type { UnavailableProps } from '#kit/pay/Unavailable.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Price } from '#ui/Price.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { LicenceChoiceProps } from './LicenceChoice.tsx';
import { PurchaseDone } from './PurchaseDone.tsx';

// few are asked, and only after they chose
const asks = () => import('#kit/pay/AskToPay.tsx');
const unasked = () => ({ default: () => '网络不可用，请关闭后重试' });
const CouponConfirm = lazy<ComponentType<CouponConfirmProps>>(() => asks().then((of) => ({ default: of.CouponConfirm }), unasked));
const BalanceConfirm = lazy<ComponentType<BalanceConfirmProps>>(() => asks().then((of) => ({ default: of.BalanceConfirm }), unasked));
// without it the dialog sells as well
const Unavailable = lazy<ComponentType<UnavailableProps>>(() => import('#kit/pay/Unavailable.tsx').catch(() => ({ default: () => null })));

// few works have a choice, and few buyers a code
const nothing = () => ({ default: () => null });
const LicenceChoice = lazy<ComponentType<LicenceChoiceProps>>(() =>
  import('./LicenceChoice.tsx').then((of) => ({ default: of.LicenceChoice }), nothing),
);
const CodeEntry = lazy<ComponentType<CodeEntryProps>>(() =>
  import('#kit/pay/CodeEntry.tsx').then((of) => ({ default: of.CodeEntry }), nothing),
);

export interface Buyer {
  nickname: string;
  headimgurl: string;
  /** Member of the kind until a day, or null. */
  vip_until: string | null;
  /** Where membership can be bought; null while that section has no pages. */
  vip_route: string | null;
}

export interface PurchaseProps {
  state: PurchaseState;
  buyer: Buyer;
  onRetry: () => void;
  onCoupon: (coupon_id: number) => void;
  onAnswerCoupon: (spend: boolean) => void;
  onTerms: (terms: Terms) => void;
  onBalance: (use_balance: boolean) => void;
  onFreed: () => Promise<void>;
  onRefresh: () => void;
  onAskBalance: (open: boolean) => void;
  onPayByBalance: () => void;
  /** Puts it aside, to be paid together with others. */
  onCart: () => void;
  onDownload: () => void;
  onClose: () => void;
}

/** The purchase modal's inside (spec 2): who buys on the left, what and how on the right. */
export function Purchase(props: PurchaseProps) {
  return (
    <div className="purchase">
      <BuyerColumn buyer={props.buyer} quote={props.state.view === 'paying' ? props.state.quote : null} />
      <div className="purchase-main">
        <Suspense fallback={<Skeleton rows={3} row_class="h-28" label="正在准备" />}>
          <Content {...props} />
        </Suspense>
      </div>
    </div>
  );
}

function Content(props: PurchaseProps) {
  const { state } = props;
  // null: no code is asked for; stays while what it costs is asked again
  const [typed, setTyped] = useState<string | null>(null);
  if (state.view === 'loading') return <Skeleton rows={3} row_class="h-28" label="正在准备订单" />;
  if (state.view === 'failed') {
    return <ErrorState message="" {...state.failure} onRetry={props.onRetry} />;
  }
  const noun = state.quote?.item.noun ?? '';
  if (state.view !== 'paying') {
    const { item, give_back } = state.quote ?? { item: { kind: '' }, give_back: '' };
    const ways = { onDownload: props.onDownload, onClose: props.onClose };
    return <PurchaseDone kind={state.view} noun={noun} item_kind={item.kind} give_back={give_back} {...ways} />;
  }
  if (state.asking_coupon > 0 && state.quote) {
    const { quote, asking_coupon, busy } = state;
    const answer = (spend: boolean) => () => props.onAnswerCoupon(spend);
    return <CouponConfirm quote={quote} coupon_id={asking_coupon} busy={busy} onConfirm={answer(true)} onCancel={answer(false)} />;
  }
  if (state.confirming && state.order) {
    const { order, busy } = state;
    return <BalanceConfirm order={order} busy={busy} onConfirm={props.onPayByBalance} onCancel={() => props.onAskBalance(false)} />;
  }
  return (
    <div className="grid gap-5">
      {state.quote && <ItemFacts quote={state.quote} />}
      {state.quote && state.quote.company_price > 0 && <LicenceChoice quote={state.quote} busy={state.busy} onTerms={props.onTerms} />}
      {state.quote && (
        <PayChoices
          state={state}
          quote={state.quote}
          {...(state.quote.code && { no_coupons: '不与优惠码同时使用' })}
          onCoupon={props.onCoupon}
          onBalance={props.onBalance}
        >
          {(state.quote.held[0] || state.quote.unfit_coupons[0]) && (
            <Suspense>
              <Unavailable quote={state.quote} busy={state.busy} onFreed={props.onFreed} />
            </Suspense>
          )}
          {typed !== null || state.quote.code || state.quote.code_refusal ? (
            <Suspense>
              <CodeEntry
                quote={state.quote}
                busy={state.busy}
                typed={typed ?? ''}
                onType={setTyped}
                onCode={(code) => props.onTerms({ code })}
              />
            </Suspense>
          ) : (
            <button type="button" className="link link-hover justify-self-start text-primary" onClick={() => setTyped('')}>
              使用优惠码
            </button>
          )}
        </PayChoices>
      )}
      <PayPanel
        order={state.order}
        busy={state.busy}
        failure={state.failure}
        closed_text={state.closed_text}
        scanned={state.scanned}
        left_s={state.left_s}
        onRefresh={props.onRefresh}
        onAskBalance={() => props.onAskBalance(true)}
      />
      {state.quote?.licence === 'personal' && (
        <p>
          <button type="button" className="link link-hover text-primary" disabled={state.busy} onClick={props.onCart}>
            放入购物车，与其他作品一起支付
          </button>
        </p>
      )}
      <p className="text-xs text-muted">
        支付即表示同意
        <a className="underline underline-offset-2" href="/about/helpCenter?id=41" target="_blank" rel="noopener">
          《购买须知》
        </a>
        ；{noun}
        {state.quote?.licence === 'company' ? '按企业授权使用' : '供您本人使用，不得转售或公开'}。支付后可在
        <a className="underline underline-offset-2" href="/personalCenter/myOrder" target="_blank" rel="noopener">
          我的订单
        </a>
        申请发票。{state.quote?.give_back}
      </p>
    </div>
  );
}

function BuyerColumn({ buyer, quote }: { buyer: Buyer; quote: Quote | null }) {
  return (
    <aside className="purchase-side" aria-label="购买人">
      <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-full bg-base-100 text-lg font-semibold text-primary">
        {buyer.headimgurl ? (
          <img src={buyer.headimgurl} alt="" width={64} height={64} className="size-full object-cover" />
        ) : (
          buyer.nickname.slice(0, 1)
        )}
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="truncate text-base font-semibold">{buyer.nickname}</p>
        {buyer.vip_until ? (
          <p className="flex items-center gap-1 text-xs text-gold-ink md:justify-center">
            <Crown size={14} aria-hidden="true" />
            会员有效期至 {buyer.vip_until}
          </p>
        ) : quote?.had ? null : (
          <p className="text-xs text-muted">
            未开通会员
            {buyer.vip_route && (
              <a className="ml-1 text-gold-ink underline underline-offset-2" href={buyer.vip_route}>
                去开通
              </a>
            )}
          </p>
        )}
      </div>
      {buyer.vip_route && !buyer.vip_until && quote && !quote.had && quote.price_for_members < quote.list_price && (
        <div className="rounded-box bg-gold-tint p-3 text-gold-ink max-md:hidden">
          <p className="text-xs">{quote.price_for_members === 0 ? `${quote.item.noun}会员` : `会员价 ${quote.vip_discount}折`}</p>
          <p className="num text-base font-semibold">
            {quote.price_for_members === 0 ? '免费下载' : `¥${amountText(quote.price_for_members)}`}
          </p>
          <a className="btn btn-gold btn-sm mt-2 w-full" href={buyer.vip_route}>
            开通会员
          </a>
        </div>
      )}
    </aside>
  );
}

function ItemFacts({ quote }: { quote: Quote }) {
  const { item } = quote;
  const facts = [item.noun, item.category_name, item.format.toUpperCase(), item.size > 0 ? `${item.size} M` : ''].filter(Boolean);
  return (
    <div className="flex gap-4">
      <div className="aspect-16/10 w-32 shrink-0 self-start overflow-hidden rounded-field border border-line bg-ground">
        {item.cover && (
          <img
            src={item.cover.src}
            srcSet={item.cover.srcset}
            sizes="128px"
            alt=""
            width={item.cover.width}
            height={item.cover.height}
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="grid min-w-0 content-center gap-1">
        <p className="line-clamp-2 text-base font-semibold">{item.title}</p>
        <p className="text-xs text-muted">{facts.join(' · ')}</p>
        <p className="flex items-baseline gap-2">
          <Price yuan={quote.price} exact />
          {quote.is_member_price === 1 && <span className="badge badge-sm border-0 bg-gold-tint text-gold-ink">会员价</span>}
          {quote.price < quote.list_price && <Price yuan={quote.list_price} struck exact />}
        </p>
        {quote.had && <p className="text-xs text-gold-ink">{quote.had}</p>}
      </div>
    </div>
  );
}
