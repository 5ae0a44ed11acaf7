import type { AuditEntry } from '#contract/admin.ts';
import { timeText } from '#ui/time-text.ts';

/** What staff did about one subject, the newest first. */
export function AuditLines({ audit }: { audit: AuditEntry[] }) {
  if (audit.length === 0) return <p className="text-muted">还没有操作记录。</p>;
  return (
    <ul className="grid gap-2">
      {audit.map((entry) => (
        <li key={entry.id} className="rounded-box bg-ground p-3">
          <p>
            <span className="font-semibold">{entry.action_title}</span> {entry.detail}
          </p>
          <p className="num text-xs text-muted">
            {timeText(entry.at)} · {entry.actor}
          </p>
        </li>
      ))}
    </ul>
  );
}
