import { LoginDismissed, requireSession } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { Button } from '#ui/Button.tsx';

/** 登录查看更多: for visitors only; gone once somebody is signed in. */
export default function LoginMoreIsland() {
  if (useSession()) return null;
  const open = () =>
    requireSession('登录后查看更多内容').catch((error: unknown) => {
      if (!(error instanceof LoginDismissed)) throw error;
    });
  return (
    <div className="grid justify-items-center gap-2 py-6 text-center">
      <p className="text-muted">登录后可收藏、关注、下载，并查看更多方案</p>
      <Button look="outline" onClick={() => void open()}>
        登录查看更多
      </Button>
    </div>
  );
}
