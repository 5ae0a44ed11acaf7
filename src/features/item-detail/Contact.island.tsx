import { Headset, Store } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { type Contact, contactPrice } from './actions.ts';
import { useItem } from './use-item.ts';

/** Price and the ways to whoever offers it: the shop's page and our customer service. Place it with `client:intent="signed-in"`. */
export default function ContactIsland({ contact }: { contact: Contact }) {
  const { detail } = useItem();
  const price = contactPrice(contact, detail, useSession() !== null);
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
      <a className="btn btn-primary w-full" href={contact.href}>
        <Store size={18} aria-hidden="true" />
        {contact.label}
      </a>
      <button type="button" className="btn btn-outline w-full border-line" data-service>
        <Headset size={18} aria-hidden="true" />
        请客服帮忙联系
      </button>
      <p className="text-xs text-muted">站内拨号尚未开放。现在可以进入主页了解对方，或请客服转达需求。</p>
    </div>
  );
}
