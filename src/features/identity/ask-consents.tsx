import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session, updateUser } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { CONSENT_TEXTS, type ConsentName } from '#contract/consent.ts';
import { askSure } from '#kit/ask-sure.tsx';

/** Asked once a page: who says no goes on, and is asked on the next one. */
let is_asked = false;

/** Asks for agreement to texts that changed so much that an older one does not count. */
export async function askConsents(): Promise<void> {
  const session = $session.get();
  const names = (session?.user.agree ?? []).filter((name): name is ConsentName => name in CONSENT_TEXTS);
  if (!session || is_asked || names.length === 0) return;
  is_asked = true;
  const about = (
    <>
      {names.map((name: ConsentName) => (
        <a key={name} className="mr-2 underline underline-offset-2" href={CONSENT_TEXTS[name].path} target="_blank" rel="noopener">
          《{CONSENT_TEXTS[name].title}》
        </a>
      ))}
      有重要更新，请阅读后确认。不同意的，可以在账号设置里导出数据或注销账号。
    </>
  );
  if (!(await askSure({ title: '协议已更新', about, verb: '同意', back: '以后再说' }))) return;
  try {
    await gateway('POST /user/user/consent', { names, given: 1 });
    const { agree: _done, ...user } = session.user;
    updateUser(user);
    toastSuccess('已记录您的同意');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
