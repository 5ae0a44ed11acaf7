import { COMPLAINANTS, INFRINGEMENT_STATES, INFRINGEMENT_STEPS, type Infringement, type InfringementPart } from '#contract/infringement.ts';
import { timeText } from '#ui/time-text.ts';

/** How a notice stands, what both sides said and what happened when. */
export function Course({ row, open = false }: { row: Infringement; open?: boolean }) {
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <a href={row.href} className="font-semibold break-words hover:text-primary">
          《{row.title}》
        </a>
        <span className="num text-xs text-muted">通知编号 {row.id}</span>
      </p>
      <p className="num flex flex-wrap gap-x-3">
        <span className="font-semibold">{INFRINGEMENT_STATES[row.state]}</span>
        {row.ends_at > 0 && (
          <span>
            还有 {row.days_left} 天：{timeText(row.ends_at)} 前投诉人没有说明已起诉或投诉的，作品恢复展示
          </span>
        )}
      </p>
      <details open={open}>
        <summary className="link w-fit cursor-pointer text-sm">查看全部经过</summary>
        <div className="mt-2 grid gap-3">
          <Part title={`侵权通知（${COMPLAINANTS[row.as]}）`} part={row.notice} />
          <Part title="不侵权声明" part={row.counter} />
          <Part title="起诉或投诉的说明" part={row.word} />
          <ol className="grid gap-1 text-sm">
            {row.moves.map(({ step, text, at }) => (
              <li key={`${step}${at}`} className="num flex flex-wrap gap-x-3">
                <span className="text-muted">{timeText(at)}</span>
                <span className="min-w-0 break-words">
                  {INFRINGEMENT_STEPS[step]}
                  {text && `：${text}`}
                </span>
              </li>
            ))}
          </ol>
        </div>
      </details>
    </div>
  );
}

function Part({ title, part }: { title: string; part: InfringementPart | null }) {
  if (!part) return null;
  return (
    <section aria-label={title} className="rounded-box bg-ground p-3">
      <p className="text-sm font-semibold">{title}</p>
      <p className="text-sm text-muted">{[part.name, part.contact].filter(Boolean).join('，')}</p>
      <p className="mt-1 break-words whitespace-pre-line">{part.content}</p>
      {part.files.map(({ id, name, url }) => (
        <a
          key={id}
          className="mr-3 inline-block max-w-full truncate text-sm underline underline-offset-2"
          href={url}
          target="_blank"
          rel="noopener"
        >
          {name}
        </a>
      ))}
    </section>
  );
}
