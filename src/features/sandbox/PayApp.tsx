import { CircleCheck, CircleX, MessageCircle, ReceiptText, ScanLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CLAIM_KINDS, type ClaimKind } from '#contract/claim.ts';
import type { SandboxBill, SandboxChannel } from '#contract/sandbox.ts';
import { Answered } from '#ui/Answered.tsx';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import type { Loaded } from './sandbox.store.ts';

export interface PayAppProps {
  /** The app that the order's page chose, and where it waits; null: the code was scanned. */
  by: SandboxChannel | null;
  back: string | null;
  bills: Loaded<SandboxBill[]>;
  bill: Loaded<SandboxBill>;
  paying: boolean;
  onScan: (text: string) => void;
  onChoose: (bill: SandboxBill | null) => void;
  /** The payment is over. */
  onDone: () => void;
  onPay: (channel: SandboxChannel, result: 'success' | 'fail') => void;
  /** What happened, for people. */
  onClaim: (kind: ClaimKind, status: 'open' | 'withdrawn') => Promise<string>;
}

/** The wallet of the simulated phone: scan or choose a payment, then pay or decline it. */
export function PayApp(props: PayAppProps) {
  const { value } = props.bill;
  if (value === null) return <ChooseBill {...props} />;
  if (value.status === 'waiting') return <ConfirmBill {...props} bill={value} failure={props.bill.failure} />;
  return <BillDone bill={value} back={props.back} onBack={props.onDone} onClaim={props.onClaim} />;
}

function ChooseBill({ bills, bill, onScan, onChoose }: PayAppProps) {
  const [text, setText] = useState('');
  return (
    <div className="grid gap-4 p-4">
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onScan(text);
        }}
      >
        <label className="grid gap-1 text-xs text-muted">
          扫到的内容
          <input
            className="input w-full"
            placeholder="粘贴二维码里的地址或支付单号"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button type="submit" className="btn btn-primary">
          <ScanLine size={18} aria-hidden="true" />
          识别
        </button>
        {bill.failure && <FormError className="text-xs text-error" failure={bill.failure} />}
      </form>
      <section aria-labelledby="open-bills">
        <h3 id="open-bills" className="mb-2 text-xs text-muted">
          等待付款的订单
        </h3>
        {bills.failure && <FormError className="text-xs text-error" failure={bills.failure} />}
        {bills.value?.length === 0 && (
          <div className="grid justify-items-center gap-2 py-8 text-center text-muted">
            <ReceiptText size={32} aria-hidden="true" />
            <p>没有等待付款的订单</p>
          </div>
        )}
        <ul className="grid gap-2">
          {bills.value?.map((open) => (
            <li key={open.payment_no}>
              <button
                type="button"
                className="flex w-full items-center gap-3 rounded-2xl bg-base-100 p-4 text-left"
                onClick={() => onChoose(open)}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{open.title}</span>
                  <span className="num block truncate text-xs text-muted">{open.payment_no}</span>
                </span>
                <span className="num shrink-0 text-base font-semibold">¥{amountText(open.price)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const CHANNELS: Array<{ key: SandboxChannel; title: string; look: string; mark: ReactNode }> = [
  { key: 'wechat', title: '微信支付', look: 'bg-[#07c160]', mark: <MessageCircle size={16} fill="#fff" /> },
  { key: 'alipay', title: '支付宝', look: 'bg-[#1677ff]', mark: '支' },
];

interface ConfirmBillProps extends Omit<PayAppProps, 'bill'> {
  bill: SandboxBill;
  failure: Loaded<SandboxBill>['failure'];
}

function ConfirmBill({ by, back, bill, failure, paying, onPay, onChoose }: ConfirmBillProps) {
  const [channel, setChannel] = useState<SandboxChannel>(by ?? (bill.is_agreement ? 'alipay' : 'wechat'));
  return (
    <div className="grid gap-5 p-4 pt-8">
      <div className="grid justify-items-center gap-1 text-center">
        <p className="line-clamp-2 text-muted">{bill.title}</p>
        <p className="num text-[40px] leading-tight font-semibold">
          <span className="text-xl">¥</span>
          {bill.price.toFixed(2)}
        </p>
      </div>
      <fieldset className="grid gap-px overflow-hidden rounded-2xl bg-line">
        <legend className="sr-only">付款方式</legend>
        {CHANNELS.filter(({ key }) => key === 'alipay' || !bill.is_agreement).map(({ key, title, look, mark }) => (
          <label key={key} className="flex items-center gap-3 bg-base-100 p-4">
            <span className={classNames('grid size-7 place-items-center rounded-md font-semibold text-white', look)} aria-hidden="true">
              {mark}
            </span>
            <span className="flex-1">{title}</span>
            <input
              type="radio"
              name="channel"
              className="radio radio-primary radio-sm"
              checked={channel === key}
              onChange={() => setChannel(key)}
            />
          </label>
        ))}
      </fieldset>
      {failure && <FormError className="text-center text-xs text-error" failure={failure} />}
      <div className="grid gap-2">
        <button type="button" className="btn btn-main btn-primary" disabled={paying} onClick={() => onPay(channel, 'success')}>
          {bill.is_agreement ? '同意扣款' : '支付成功'}
        </button>
        <button type="button" className="btn bg-base-100" disabled={paying} onClick={() => onPay(channel, 'fail')}>
          {bill.is_agreement ? '不同意' : '支付失败'}
        </button>
        {back ? (
          <a className="btn btn-ghost" href={back}>
            返回订单
          </a>
        ) : (
          <button type="button" className="btn btn-ghost" disabled={paying} onClick={() => onChoose(null)}>
            返回
          </button>
        )}
      </div>
      <p className="text-center text-xs text-muted">
        {bill.is_agreement ? '同意后网站可以按约定扣款，金额不超过上面的数。' : '两个按钮决定模拟的支付平台怎样通知网站，'}
        不会产生真实扣款。
      </p>
    </div>
  );
}

const DONE = {
  paid: { title: '支付成功', text: '网站页面会在几秒内更新。' },
  failed: { title: '支付失败', text: '网站已收到失败通知。' },
  closed: { title: '订单已关闭', text: '二维码已过期或订单已取消，没有扣款。' },
  waiting: { title: '等待付款', text: '' },
} as const;

const AGREED = {
  paid: { title: '已同意自动续费', text: '网站页面会在几秒内更新。' },
  failed: { title: '没有同意', text: '网站不会自动扣款。' },
  closed: { title: '授权已结束', text: '不会再扣款。' },
  waiting: { title: '等待同意', text: '' },
} as const;

interface BillDoneProps extends Pick<PayAppProps, 'back' | 'onClaim'> {
  bill: SandboxBill;
  onBack: () => void;
}

function BillDone({ bill, back, onBack, onClaim }: BillDoneProps) {
  const { title, text } = bill.is_agreement ? AGREED[bill.status] : DONE[bill.status];
  const Mark = bill.status === 'paid' ? CircleCheck : CircleX;
  return (
    <Answered className="grid justify-items-center gap-2 p-4 pt-16 text-center">
      <Mark size={64} className={bill.status === 'paid' ? 'text-success' : 'text-muted'} aria-hidden="true" />
      <p className="mt-2 text-lg font-semibold">{title}</p>
      {bill.status === 'paid' && !bill.is_agreement && <p className="num text-xl font-semibold">¥{amountText(bill.price)}</p>}
      <p className="text-muted">{text}</p>
      <button type="button" className="btn btn-primary mt-6 w-full" onClick={onBack}>
        {back ? '回到订单' : '完成'}
      </button>
      {!back && (
        <a className="btn btn-ghost w-full" href="/personalCenter">
          回到策猫查看订单
        </a>
      )}
      {bill.status === 'paid' && !bill.is_agreement && <Claims onClaim={onClaim} />}
    </Answered>
  );
}

/** What the payer does at the provider about a payment that they made. */
function Claims({ onClaim }: Pick<PayAppProps, 'onClaim'>) {
  const [said, setSaid] = useState('');
  const press = (kind: ClaimKind, status: 'open' | 'withdrawn') => void onClaim(kind, status).then(setSaid);
  return (
    <details className="w-full text-left text-xs text-muted">
      <summary className="cursor-pointer py-2 text-center">对这笔付款有异议</summary>
      <div className="grid grid-cols-2 gap-2">
        {(Object.keys(CLAIM_KINDS) as ClaimKind[]).flatMap((kind) => [
          <button key={kind} type="button" className="btn btn-sm bg-base-100" onClick={() => press(kind, 'open')}>
            {kind === 'complaint' ? '投诉' : '向银行拒付'}
          </button>,
          <button key={`${kind}-back`} type="button" className="btn btn-sm btn-ghost" onClick={() => press(kind, 'withdrawn')}>
            撤回{CLAIM_KINDS[kind]}
          </button>,
        ])}
      </div>
      <p role="status" className="py-2 text-center">
        {said}
      </p>
    </details>
  );
}
