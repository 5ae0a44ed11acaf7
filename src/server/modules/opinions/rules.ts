const DAY_MS = 86_400_000;

/** What somebody has done with a work, as far as it lets them rate it. */
export interface Had {
  /** Since when the oldest right holds that was bought, redeemed or unlocked; null: none. */
  since: Date | null;
  /** The file was taken. */
  downloaded: boolean;
  /** By a membership that opens everything, which leaves no right behind. */
  as_member: boolean;
}

/** Whether somebody knows the work by now: a day after they got it, or once it was downloaded. What was had for nothing is no purchase. */
export function knowsWork({ since, downloaded, as_member }: Had, now: Date): boolean {
  if (as_member) return true;
  return since !== null && (downloaded || now.getTime() - since.getTime() >= DAY_MS);
}
