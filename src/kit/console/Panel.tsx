import type { ReactNode } from 'react';

/** A titled part of a screen; `side` stands at the end of its heading. */
export function Panel({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel min-w-0 p-4 md:p-5" aria-label={title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {side}
      </div>
      {children}
    </section>
  );
}

/** Label and value, one line each. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }) {
  return (
    <dl className="named-facts grid gap-x-4 gap-y-1">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
