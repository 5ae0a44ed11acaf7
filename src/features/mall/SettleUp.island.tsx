import { useStore } from '@nanostores/react';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { $session, loginUrl } from '#client/session.ts';
import { addressLine } from '#contract/address.ts';
import { GOODS_KINDS, MALL_PAGES, REMARK_MAX } from '#contract/mall.ts';
import type { Address, MallQuote } from '#contract/outputs/mall.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { Field } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { createAddresses } from './addresses.store.ts';
import { createSettle } from './settle.store.ts';

/** 确认兑换: how many, where it is sent, and what it takes. */
export default function SettleUpIsland() {
  const [settle] = useState(createSettle);
  const [book] = useState(createAddresses);
  const { quote, missing, failure, busy, refusal } = useStore(settle.$state);
  const { list } = useStore(book.$state);
  const [chosen, setChosen] = useState(0);
  const [remark, setRemark] = useState('');
  const needs_address = quote?.needs_address === true;
  useEffect(() => {
    if ($session.get()) void settle.actions.load();
    else location.replace(loginUrl());
  }, [settle]);
  useEffect(() => {
    if (needs_address) void book.actions.load();
  }, [needs_address, book]);
  if (missing) {
    return (
      <Empty title="商品不存在或已下架" hint="看看商城里的其他商品。">
        <a className="btn" href={MALL_PAGES.index}>
          去积分商城
        </a>
      </Empty>
    );
  }
  if (failure) return <ErrorState {...failure} onRetry={() => void settle.actions.load()} />;
  if (!quote) return <Skeleton rows={4} row_class="h-20" />;
  const address_id = chosen || list?.[0]?.id || 0;
  const ready = quote.refusal === '' && (!needs_address || address_id > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid gap-4">
        <Goods quote={quote} onNum={(num) => void settle.actions.setNum(num)} />
        {needs_address && <AddressChoice book={book} list={list} chosen={address_id} onChoose={setChosen} />}
        {needs_address && (
          <section className="panel p-4 sm:p-6" aria-label="备注">
            <Field label="备注" hint="可以不填：尺码、颜色、方便收货的时间" maxLength={REMARK_MAX} value={remark} onValue={setRemark} />
          </section>
        )}
      </div>
      <section className="panel p-4 sm:p-6 lg:sticky lg:top-20" aria-label="合计">
        <dl className="num grid gap-2">
          <div className="flex justify-between">
            <dt className="text-muted">我的积分</dt>
            <dd>{quote.points}</dd>
          </div>
          <div className="flex justify-between">
            <dt className="text-muted">需要积分</dt>
            <dd className="text-lg font-semibold text-primary">{quote.total_points}</dd>
          </div>
          <div className="flex justify-between">
            <dt className="text-muted">兑换后剩余</dt>
            <dd>{Math.max(0, quote.points - quote.total_points)}</dd>
          </div>
        </dl>
        <FormError className="my-2 min-h-5 text-error">{refusal ? <FailureText failure={refusal} /> : quote.refusal}</FormError>
        <Button size="lg" look="primary" wide busy={busy} disabled={!ready} onClick={() => void settle.actions.redeem(address_id, remark)}>
          确认兑换
        </Button>
        {quote.points < quote.total_points && (
          <a className="btn mt-2 w-full" href={MALL_PAGES.tasks}>
            去做任务赚积分
          </a>
        )}
        <p className="mt-3 text-xs text-muted">
          {needs_address ? '实物在工作日寄出；寄出前可以取消，收货 7 天内可申请退货，积分原路退回。' : '兑换后立即到账，不能取消。'}
        </p>
      </section>
    </div>
  );
}

function Goods({ quote, onNum }: { quote: MallQuote; onNum(num: number): void }) {
  const { goods, num, most } = quote;
  return (
    <section className="panel flex flex-wrap items-center gap-4 p-4 sm:p-6" aria-label="商品">
      {goods.cover && <img src={goods.cover} alt="" width={96} height={72} className="h-18 w-24 shrink-0 rounded-box object-cover" />}
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">
          <a className="quiet-link" href={MALL_PAGES.goods(goods.id)}>
            {goods.title}
          </a>
          <span className="badge badge-soft ml-2">{GOODS_KINDS[goods.kind]}</span>
        </p>
        <p className="num text-primary">{goods.points} 积分</p>
        <p className="num text-xs text-muted">
          {goods.left_num === null ? '库存充足' : `剩余 ${goods.left_num} 件`}
          {goods.per_person > 0 && `，每人限兑 ${goods.per_person} 件`}
        </p>
      </div>
      <fieldset className="flex items-center gap-2">
        <legend className="sr-only">数量</legend>
        <button type="button" className="btn btn-sm btn-square" aria-label="减少一件" disabled={num <= 1} onClick={() => onNum(num - 1)}>
          <Minus size={16} aria-hidden="true" />
        </button>
        <output className="num min-w-8 text-center" aria-label="数量">
          {num}
        </output>
        <button type="button" className="btn btn-sm btn-square" aria-label="增加一件" disabled={num >= most} onClick={() => onNum(num + 1)}>
          <Plus size={16} aria-hidden="true" />
        </button>
      </fieldset>
    </section>
  );
}

interface AddressChoiceProps {
  book: ReturnType<typeof createAddresses>;
  list: Address[] | null;
  chosen: number;
  onChoose(id: number): void;
}

function AddressChoice({ book, list, chosen, onChoose }: AddressChoiceProps) {
  const [adding, setAdding] = useState(false);
  const { failure } = useStore(book.$state);
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="settle-address">
      <h2 id="settle-address" className="mb-3 flex items-center justify-between font-semibold">
        收货地址
        <Button size="sm" onClick={() => setAdding(true)}>
          新增地址
        </Button>
      </h2>
      {failure ? (
        <ErrorState {...failure} onRetry={() => void book.actions.load()} />
      ) : !list ? (
        <Skeleton rows={2} row_class="h-16" />
      ) : list.length === 0 ? (
        <p className="text-muted">还没有收货地址，请先新增。</p>
      ) : (
        <div role="radiogroup" aria-labelledby="settle-address" className="grid gap-2">
          {list.map((address) => (
            <label key={address.id} className="flex cursor-pointer items-start gap-3 rounded-box border border-line p-3">
              <input
                type="radio"
                name="address"
                className="radio radio-sm mt-0.5"
                checked={address.id === chosen}
                onChange={() => onChoose(address.id)}
              />
              <span className="min-w-0">
                <span className="font-semibold">{address.receiver}</span> <span className="num">{address.tel}</span>
                <span className="block break-all text-muted">{addressLine(address)}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      {adding && (
        <AddressDialog
          address={null}
          book={book}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => {
            setAdding(false);
            onChoose(id);
          }}
        />
      )}
    </section>
  );
}
