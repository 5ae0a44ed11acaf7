import { gateway, SILENT } from '#client/gateway.ts';
import { RESET_KEY, readText, writeText } from '#client/storage.ts';
import { toastSuccess } from '#client/toast.ts';
import { openDialog } from '#ui/open-dialog.tsx';

import { OtherWays } from './OtherWays.tsx';
import { otherWays, staffWays } from './other-ways.ts';

let offered = false;

/** After a reset: what still signs in beside phone and password, to be ended with one press. */
export async function offerWays(): Promise<void> {
  if (offered || !readText(RESET_KEY)) return;
  offered = true;
  const security = await gateway('GET /user/user/security', {}, SILENT).catch(() => null);
  if (!security) return;
  const ways = otherWays(security);
  const staff = staffWays(security);
  const some = ways.length + staff.length > 0;
  if (some && (await openDialog<boolean>((close) => <OtherWays ways={ways} staff={staff} onEnd={close} />))) {
    toastSuccess('其他登录方式都已结束');
  }
  writeText(RESET_KEY, null);
}
