import type { ReportLine } from '#contract/review.ts';
import { timeText } from '#ui/time-text.ts';

/** What readers wrote, with the record of each. */
export function ReportLines({ reports }: { reports: ReportLine[] }) {
  return (
    <ul className="grid gap-2" aria-label="举报内容">
      {reports.map((report) => (
        <li key={report.id} className="rounded-box bg-ground p-3">
          <p className="whitespace-pre-line break-words">{report.content}</p>
          <p className="num mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
            <span>{report.nickname || '已注销用户'}</span>
            <span>{report.mobile}</span>
            <span>{timeText(report.created_at)}</span>
            <span>{recordText(report)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function recordText({ upheld, dismissed }: ReportLine): string {
  return upheld + dismissed === 0 ? '此前没有处理过的举报' : `此前举报成立 ${upheld} 次，不成立 ${dismissed} 次`;
}
