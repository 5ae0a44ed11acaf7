import { Flag } from 'lucide-react';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { pageItem } from './page-item.ts';

/** Opens the report form, after a login for visitors; its code is loaded with the first press. Place it with `client:intent`. */
export default function ReportButtonIsland() {
  const open = async () => {
    try {
      await requireSession('登录后即可举报');
    } catch (error) {
      if (error instanceof LoginDismissed) return;
      throw error;
    }
    const { openReport } = await import('./open-report.tsx');
    const { id, releaser_uid } = pageItem();
    await openReport(id, releaser_uid);
  };
  return (
    <button type="button" className="btn btn-ghost" onClick={() => void open()}>
      <Flag size={18} aria-hidden="true" />
      举报
    </button>
  );
}
