import { Phone as Call, ChevronLeft, Mail, MessageCircle, MessageSquareText, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SandboxApp } from '#contract/sandbox.ts';

const APPS: Record<SandboxApp, { title: string; icon: typeof Wallet; look: string }> = {
  sms: { title: '短信', icon: MessageSquareText, look: 'bg-[#1f9d55]' },
  pay: { title: '付款', icon: Wallet, look: 'bg-[#1d5fc2]' },
  call: { title: '电话', icon: Call, look: 'bg-[#b5450f]' },
  mail: { title: '邮件', icon: Mail, look: 'bg-[#6b3fa0]' },
  wechat: { title: '微信', icon: MessageCircle, look: 'bg-[#087f3f]' },
};

export interface PhoneProps {
  /** What the phone has: only ports that are in sandbox. */
  apps: SandboxApp[];
  open: SandboxApp | null;
  onOpen: (app: SandboxApp | null) => void;
  children?: ReactNode;
}

/** The phone itself: a home screen with its apps, or one app with a way back. Fills a real phone's screen. */
export function Phone({ apps, open, onOpen, children }: PhoneProps) {
  return (
    <section className="phone" aria-label="模拟手机">
      <div className="phone-screen">
        {open === null ? (
          <div className="phone-home">
            <p className="num text-center text-[40px] leading-none font-semibold">策猫</p>
            <p className="mt-2 text-center">模拟手机</p>
            <ul className="mt-16 grid grid-cols-3 justify-items-center gap-x-4 gap-y-8">
              {apps.map((app) => {
                const { title, icon: Icon, look } = APPS[app];
                return (
                  <li key={app}>
                    <button type="button" className="grid justify-items-center gap-2" onClick={() => onOpen(app)}>
                      <span className={`grid size-16 place-items-center rounded-2xl ${look}`}>
                        <Icon size={30} aria-hidden="true" />
                      </span>
                      {title}
                    </button>
                  </li>
                );
              })}
            </ul>
            {/* beside the device a desk has this text already */}
            <div className="mt-auto grid gap-3 text-center text-xs lg:hidden">
              <p>短信和付款都是模拟的，不会真实扣款。网站发出的验证码在“短信”里，等待付款的订单在“付款”里。</p>
              <a href="/" className="justify-self-center rounded-full bg-white/15 px-4 py-2 text-sm">
                回到策猫
              </a>
            </div>
          </div>
        ) : (
          <>
            <div className="phone-bar">
              <button type="button" className="btn btn-ghost btn-sm btn-square" onClick={() => onOpen(null)} aria-label="回到桌面">
                <ChevronLeft size={20} aria-hidden="true" />
              </button>
              <h2 className="text-base font-semibold">{APPS[open].title}</h2>
            </div>
            <div className="phone-app">{children}</div>
          </>
        )}
      </div>
    </section>
  );
}
