import { Headset, PhoneCall, Store } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { type Contact, contactPrice } from './actions.ts';
import { pressContact } from './tools.ts';
import { useItem } from './use-item.ts';

/** Price and the ways to the supplier: a private number, their page, our customer service. Place it with `client:intent="signed-in"`. */
export default function ContactIsland({ contact }: { contact: Contact }) {
  const { detail, status } = useItem();
  const price = contactPrice(contact, detail, useSession() !== null, status === 'failed');
  return (
    <div className="grid gap-3">
      {price === null ? (
        <>
          <a href="/login" data-from className="for-visitors text-lg font-semibold text-primary underline-offset-4 hover:underline">
            登录查看价格
          </a>
          {/* until the page knows its reader */}
          <p className="for-members text-lg text-muted">正在读取价格</p>
        </>
      ) : (
        <p className="num text-xl font-semibold text-primary" aria-live="polite">
          {price}
        </p>
      )}
      <button type="button" className="num btn btn-primary w-full" onClick={() => void pressContact()}>
        <PhoneCall size={18} aria-hidden="true" />
        {detail?.contact_button ?? '联系供应商'}
      </button>
      <a className="btn btn-outline w-full border-line" href={contact.href}>
        <Store size={18} aria-hidden="true" />
        {contact.label}
      </a>
      <button type="button" className="btn btn-ghost w-full" data-service>
        <Headset size={18} aria-hidden="true" />
        联系客服
      </button>
      <p className="text-xs text-muted">通话使用隐私号码，双方看不到真实号码；合作与合同请在线下确认。</p>
    </div>
  );
}
