/** What payers claim at their provider: the money back by their bank, or a complaint about what they paid for. */
export type { StaffClaim } from './outputs/claim.ts';

export const CLAIM_KINDS = { chargeback: '拒付', complaint: '交易投诉' } as const;
export type ClaimKind = keyof typeof CLAIM_KINDS;

export const CLAIM_STATES = {
  open: '待答复',
  answered: '已答复，等待结果',
  lost: '成立，款项已退回',
  won: '不成立',
  withdrawn: '付款人已撤回',
  refunded: '已由退款了结',
} as const;
export type ClaimState = keyof typeof CLAIM_STATES;

/** What a state asks of staff; others go well. */
export const CLAIM_TONES = { open: 'waiting', lost: 'over' } as const;

/** How it ended, as the provider says. */
export const CLAIM_RESULTS = ['won', 'withdrawn', 'lost'] as const;
export type ClaimResult = (typeof CLAIM_RESULTS)[number];

/** A claim that is not over holds the publisher's share. */
export const isAlive = (state: ClaimState): boolean => state === 'open' || state === 'answered';

export const CLAIM_TEXT_MAX = 500;
export const CLAIM_FILES_MOST = 10;
export const CLAIM_FILE_MAX_BYTES = 5 * 1024 * 1024;
export const CLAIM_FILE_TYPES = 'application/pdf,image/png,image/jpeg';
export const CLAIM_FILE_CALL = '/admin/claim/file';
