import { gateway, SILENT } from '#client/gateway.ts';
import { updateUser } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { ProfileInput } from '#contract/identity.ts';

/** Stores the profile of a new member; the header knows the name and the points at once. @throws ApiError */
export async function supplement(profile: ProfileInput): Promise<void> {
  updateUser(await gateway('POST /user/user/userinfo', profile, SILENT));
  toastSuccess('个人信息补充成功');
}
