import { OPINION_STARS_MAX, type OpinionRow, starsText, usedForText } from '#contract/opinion.ts';
import { timeText } from '#ui/time-text.ts';

/** Ratings of a work, drawn by the page and, after a press, by the browser. `onReport` gives each a button. */
export function OpinionList({ rows, onReport }: { rows: readonly OpinionRow[]; onReport?: (row: OpinionRow) => void }) {
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 rounded-box bg-ground p-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold">{row.nickname}</span>
            <span className="num text-xs text-muted">{timeText(row.at)}</span>
          </p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Stars stars={row.stars} />
            <span className="num text-xs text-muted">{usedForText(row)}</span>
          </p>
          {row.text && <p className="break-words whitespace-pre-line">{row.text}</p>}
          {row.answer && (
            <p className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-line text-muted">发布者回复：{row.answer}</p>
          )}
          {onReport && (
            <button type="button" className="quiet-link justify-self-end text-xs text-muted" onClick={() => onReport(row)}>
              举报<span className="sr-only">{row.nickname}的评价</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Stars({ stars }: { stars: number }) {
  return (
    <span className="text-gold-ink" role="img" aria-label={`${stars} 星，满分 ${OPINION_STARS_MAX} 星`}>
      {starsText(stars)}
    </span>
  );
}
