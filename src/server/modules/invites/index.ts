export { noteInvited, notePaid, ownInvites } from './invites.ts';
export { type InviteLine, inviteRows, inviteSource } from './repo.ts';
export { FLAG_TEXTS, type InviteFlag } from './rules.ts';
export { inviteHoldHours, inviteMonthMost, invitePaidHoldDays, invitePaidPoints, inviteRegisterPoints } from './settings.ts';
export { inviteJobs, judgeInvite, settleInvites } from './settle-invites.ts';
