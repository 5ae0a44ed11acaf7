import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

/** Nothing here yet, and what to do next (`children`: the link or button). */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-tint text-primary">
        <Inbox size={28} aria-hidden="true" />
      </span>
      <p className="mt-2 text-base font-semibold">{title}</p>
      {hint && <p className="text-balance text-muted">{hint}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
