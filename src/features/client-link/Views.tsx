import { CLIENT_VIEW_DAYS, type ClientLink, type ClientView } from '#contract/client-link.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { timeText } from '#ui/time-text.ts';

/** Who looked when: a person is a browser, and more is not known of them. */
export function Views({ link, views, close }: { link: ClientLink; views: readonly ClientView[]; close(): void }) {
  return (
    <Dialog open title="谁看过" width={480} onClose={close}>
      <p className="font-semibold break-words">{link.title}</p>
      <p className="mb-2 text-xs text-muted">
        同一个浏览器一天内算一次；只记时间{link.is_paper === 1 || link.is_talk === 1 ? '和设备' : '、设备和翻过的页数'}，{CLIENT_VIEW_DAYS}{' '}
        天后删除。
      </p>
      {views.length === 0 && <p className="py-4 text-muted">还没有人打开过。</p>}
      <ul className="divide-y divide-line">
        {views.map(({ who, at, seen_at, device, pages }) => (
          <li key={`${who} ${at}`} className="num flex flex-wrap justify-between gap-x-3 py-2">
            <span>
              访客 {who}
              {device && <span className="text-muted"> · {device}</span>}
            </span>
            <span className="text-muted">
              {timeText(at)}
              {pages > 0 && ` · 看了 ${pages} 页`}
              {stayText(seen_at - at)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** From the opening to the last page that was new to them. */
function stayText(seconds: number): string {
  if (seconds < 5) return '';
  return seconds < 90 ? `，约 ${seconds} 秒` : `，约 ${Math.round(seconds / 60)} 分钟`;
}
