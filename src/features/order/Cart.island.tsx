import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { CART_MAX, type CartLine } from '#contract/cart.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Price } from '#ui/Price.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createCart } from './cart.store.ts';

interface CartProps {
  /** Noun and address of the detail page, by the kind's key. */
  kinds: Readonly<Record<string, { noun: string; detail: string }>>;
}

/** 购物车: works, what of them can be bought, and the payment of all. */
export default function CartIsland({ kinds }: CartProps) {
  const [{ $state, actions }] = useState(createCart);
  const { cart, failure, busy } = useStore($state);
  const signed_in = useOwnSession() !== null;
  useEffect(() => {
    if (signed_in) void actions.load();
  }, [signed_in, actions]);
  if (failure && !cart) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!cart) return <Skeleton rows={3} row_class="h-24" />;
  const sold = cart.list.filter(({ refusal }) => refusal === '');
  const refused = cart.list.filter(({ refusal }) => refusal !== '');
  if (cart.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="购物车是空的" hint="在作品的购买窗口点“放入购物车”，几件作品可以一次支付。">
          <a className="btn btn-primary" href="/programme">
            去看看方案
          </a>
        </Empty>
      </div>
    );
  }
  const rows = (list: readonly CartLine[]) => (
    <ul className="divide-y divide-line">
      {list.map((line) => (
        <Row key={line.id} line={line} kind={kinds[line.kind]} busy={busy} onRemove={() => void actions.remove(line.id)} />
      ))}
    </ul>
  );
  return (
    <div className="grid gap-4">
      {sold.length > 0 && (
        <section className="panel p-4 sm:p-6" aria-label="可以购买的作品">
          {rows(sold)}
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <p className="text-muted">
              共 <span className="num">{sold.length}</span> 件
              {cart.list_price > cart.price && `，会员已优惠 ¥${amountText(Math.round((cart.list_price - cart.price) * 100) / 100)}`}
            </p>
            <p className="flex items-center gap-4">
              <Price yuan={cart.price} exact />
              <Button look="primary" size="lg" busy={busy} onClick={() => void actions.pay()}>
                一起支付
              </Button>
            </p>
          </div>
        </section>
      )}
      {refused.length > 0 && (
        <section className="panel p-4 sm:p-6" aria-label="不能购买的作品">
          <h2 className="text-base font-semibold">不能购买，不计入合计</h2>
          {rows(refused)}
        </section>
      )}
      <p className="text-xs text-muted">最多放 {CART_MAX} 件。价格以支付时为准；优惠券、优惠码与企业授权请在单独购买时选择。</p>
    </div>
  );
}

interface RowProps {
  line: CartLine;
  kind: { noun: string; detail: string } | undefined;
  busy: boolean;
  onRemove(): void;
}

function Row({ line: { id, title, cover, price, list_price, refusal }, kind, busy, onRemove }: RowProps) {
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="aspect-16/10 w-24 shrink-0 overflow-hidden rounded-field border border-line bg-ground">
        {cover && (
          <img
            src={cover.src}
            srcSet={cover.srcset}
            sizes="96px"
            alt=""
            width={cover.width}
            height={cover.height}
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="min-w-0 flex-1">
        {kind && refusal === '' ? (
          <a className="line-clamp-2 font-semibold hover:text-primary" href={`${kind.detail}?id=${id}`}>
            {title}
          </a>
        ) : (
          <p className="line-clamp-2 font-semibold">{title}</p>
        )}
        <p className="text-xs text-muted">{kind?.noun}</p>
        {refusal !== '' && <p className="text-xs text-error">{refusal}</p>}
      </div>
      {refusal === '' && (
        <p className="grid shrink-0 justify-items-end">
          <Price yuan={price} exact />
          {price < list_price && <Price yuan={list_price} struck exact />}
        </p>
      )}
      <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label={`移出 ${title}`} disabled={busy} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  );
}
