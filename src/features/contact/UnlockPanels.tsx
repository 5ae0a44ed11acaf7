import { BadgeCheck, Coins, PhoneCall, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '#client/api-error.ts';
import type { ContactState } from '#contract/contact.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';

export interface UnlockPanelProps {
  contact: ContactState;
  busy: boolean;
  failure: Failure | null;
  onCoins: () => void;
  onTopUp: () => void;
  onClose: () => void;
}

function Frame({ icon, lead, failure, children }: { icon: ReactNode; lead: ReactNode; failure: Failure | null; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-tint text-primary">{icon}</span>
      {lead}
      <FormError failure={failure} />
      {children}
    </div>
  );
}

/** One way to pay, and not now. */
export function PopupA({ contact, busy, failure, onCoins, onClose }: UnlockPanelProps) {
  return (
    <Frame
      icon={<PhoneCall size={26} aria-hidden="true" />}
      failure={failure}
      lead={
        <>
          <p className="num text-base">
            使用 <b className="text-primary">{contact.unlock_price}</b> 猫币解锁这家供应商的电话？
          </p>
          <p className="num text-muted">
            {contact.remind_str}。您有 {contact.money} 猫币。
          </p>
        </>
      }
    >
      <div className="grid w-full grid-cols-2 gap-3">
        <Button onClick={onClose}>暂不联系</Button>
        <Button look="primary" busy={busy} onClick={onCoins}>
          立即解锁
        </Button>
      </div>
    </Frame>
  );
}

/** Three ways: coins, more coins, certification of one's company where that makes it free. */
export function PopupB({ contact, busy, failure, onCoins, onTopUp }: UnlockPanelProps) {
  return (
    <div className="grid gap-3">
      <p className="text-muted">{contact.remind_str}。</p>
      <button type="button" className="unlock-option" disabled={busy} onClick={onCoins}>
        <Coins size={22} className="text-primary" aria-hidden="true" />
        <span className="num">
          <b className="block">用猫币解锁</b>
          <span className="text-xs text-muted">
            需 {contact.unlock_price} 猫币，您有 {contact.money} 猫币
          </span>
        </span>
      </button>
      <button type="button" className="unlock-option" onClick={onTopUp}>
        <PhoneCall size={22} className="text-primary" aria-hidden="true" />
        <span>
          <b className="block">充值猫币</b>
          <span className="text-xs text-muted">1 元兑换 1 猫币，扫码即时到账</span>
        </span>
      </button>
      {contact.company_free === 1 && (
        <a className="unlock-option" href="/personalCenter/myEnterprise">
          <BadgeCheck size={22} className="text-primary" aria-hidden="true" />
          <span>
            <b className="block">认证企业免费联系</b>
            <span className="text-xs text-muted">通过企业认证后，联系供应商不收猫币</span>
          </span>
        </a>
      )}
      <FormError className="min-h-5 text-center text-xs text-error" failure={failure} />
    </div>
  );
}

export function AskCoupon({ contact, busy, failure, onCoupon, onOther }: UnlockPanelProps & { onCoupon: () => void; onOther: () => void }) {
  return (
    <Frame
      icon={<Ticket size={26} aria-hidden="true" />}
      failure={failure}
      lead={
        <>
          <p className="text-base">使用 1 张联系券解锁这家供应商的电话？</p>
          <p className="text-muted">
            您有 <b className="num text-base-content">{contact.coupon_num}</b> 张可用的联系券。{contact.remind_str}。
          </p>
        </>
      }
    >
      <div className="grid w-full grid-cols-2 gap-3">
        <Button disabled={busy} onClick={onOther}>
          不用券
        </Button>
        <Button look="primary" busy={busy} onClick={onCoupon}>
          使用联系券
        </Button>
      </div>
    </Frame>
  );
}

/** Code 8: what is missing can be topped up. */
export function Short({ contact, failure, onTopUp, onClose }: UnlockPanelProps) {
  return (
    <Frame
      icon={<Coins size={26} aria-hidden="true" />}
      failure={failure}
      lead={
        <p className="num text-base">
          解锁需要 {contact.unlock_price} 猫币，您有 {contact.money} 猫币
        </p>
      }
    >
      <div className="grid w-full grid-cols-2 gap-3">
        <Button onClick={onClose}>暂不充值</Button>
        <Button look="primary" onClick={onTopUp}>
          去充值
        </Button>
      </div>
    </Frame>
  );
}

export function Closed({ onClose }: { onClose: () => void }) {
  return (
    <Frame
      icon={<PhoneCall size={26} aria-hidden="true" />}
      failure={null}
      lead={<p className="text-base">该资源暂不提供站内拨号，请从供应商主页了解，或联系客服。</p>}
    >
      <Button look="primary" className="min-w-40" onClick={onClose}>
        知道了
      </Button>
    </Frame>
  );
}
