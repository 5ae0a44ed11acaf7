export { noteInvited, notePaid, ownInvites } from './invites.ts';
export { inviteJobs } from './jobs.ts';
export { inviteRows } from './repo.ts';
export { FLAG_TEXTS, type InviteFlag } from './rules.ts';
export { inviteHoldHours, inviteMonthMost, invitePaidHoldDays, invitePaidPoints, inviteRegisterPoints } from './settings.ts';
export { judgeInvite, settleInvites } from './settle-invites.ts';
export { type InviteLine, inviteSource } from './staff.repo.ts';
