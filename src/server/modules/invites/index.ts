export { noteInvited, notePaid, ownInvites } from './invites.ts';
export { inviteJobs } from './jobs.ts';
export { type InviteLine, inviteRows, inviteSource } from './repo.ts';
export { FLAG_TEXTS, type InviteFlag } from './rules.ts';
export { inviteHoldHours, inviteMonthMost, invitePaidHoldDays, invitePaidPoints, inviteRegisterPoints } from './settings.ts';
export { judgeInvite, settleInvites } from './settle-invites.ts';
