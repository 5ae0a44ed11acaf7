import { gateway, SILENT } from '#client/gateway.ts';
import { $session, signIn } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { isStored, NOT_STORED } from './not-stored.ts';

/**
 * Signs in with a one-use code from the URL (spec 4.1), if this browser has no session: the server is asked whose it is, then the reader
 * whether that is them. A code that is over is dropped in silence.
 */
export async function adoptToken(code: string): Promise<void> {
  if ($session.get()) return;
  const user = await gateway('GET /api/user/adopt', { code }, SILENT).catch(() => null);
  if (!user || $session.get()) return;
  const is_theirs = await openDialog<boolean>((close) => <AdoptToken user={user} onAnswer={close} />);
  if (!is_theirs) return;
  const login = await gateway('POST /api/user/adopt', { code }, SILENT).catch(() => null);
  if (!login || $session.get()) return;
  signIn({ token: login.token, user: login.userinfo });
  if (isStored()) location.reload();
  else toastError(NOT_STORED);
}

interface AdoptTokenProps {
  user: { nickname: string; account: string };
  onAnswer: (yes: boolean) => void;
}

/** Asks before a link signs somebody in: the account may be a stranger's. */
function AdoptToken({ user, onAnswer }: AdoptTokenProps) {
  return (
    <Dialog open title="使用链接中的账号登录？" width={400} modal_only onClose={() => onAnswer(false)}>
      <p>
        此链接将以 <strong>{user.nickname}</strong>（<span className="num">{user.account}</span>）的身份登录本浏览器。
      </p>
      <p className="mt-2 text-muted">如果这不是您的账号，请不要继续：之后的上传与付款都会记在该账号下。</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => onAnswer(false)}>不是我的账号</Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          确认登录
        </Button>
      </div>
    </Dialog>
  );
}
