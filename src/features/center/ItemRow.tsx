import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OwnItemRow } from '#contract/center.ts';

/** A kind as the personal centre shows it; the table of all kinds stays on the server. */
export interface CenterKind {
  key: string;
  code: number;
  noun: string;
  measure: string;
  list: string;
  detail: string;
  /** Its membership by the word in addresses. */
  vip_text: string;
  /** Its works have a price of their own. */
  sold: boolean;
}

export interface ItemRowProps {
  row: OwnItemRow;
  /** Address of its page; null: it has none any more. */
  href: string | null;
  /** Lines below the title. */
  children: ReactNode;
  actions: ReactNode;
}

/** An item in a list of the reader's own: cover, title, what is known of it, what can be done. */
export function ItemRow({ row, href, children, actions }: ItemRowProps) {
  const title = 'line-clamp-2 text-base font-semibold max-sm:w-[calc(100%-7rem)]';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 sm:grid sm:grid-cols-[128px_minmax(0,1fr)_auto] sm:items-stretch">
      <div className="grid aspect-16/10 place-items-center self-start overflow-hidden max-sm:w-24 rounded-field border border-line bg-ground text-muted">
        {row.cover_src ? (
          <img src={row.cover_src} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <FileText size={24} aria-hidden="true" />
        )}
      </div>
      <div className="min-w-0 max-sm:contents">
        {href === null ? (
          <p className={title}>{row.title}</p>
        ) : (
          <a href={href} className={`${title} hover:text-primary`} data-overlay="">
            {row.title}
          </a>
        )}
        <div className="num flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted max-sm:flex-auto sm:mt-1">{children}</div>
      </div>
      <div className="flex flex-wrap content-start gap-2 sm:justify-end">{actions}</div>
    </div>
  );
}

export const detailOf = (kinds: readonly CenterKind[], row: OwnItemRow): string | null => {
  const kind = kinds.find(({ key }) => key === row.kind);
  return kind && row.published ? `${kind.detail}?id=${row.id}` : null;
};
