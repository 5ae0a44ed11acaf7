/** What a company pays for and its people use: seats of a membership, works, one bill a month (/personalCenter/myCompany). Times are unix seconds, amounts yuan. */
export type { CompanyBill, CompanySeats, CompanyTransfer, OwnCompany } from './outputs/company.ts';

/** Of one order: as many as a company may have people. */
export const SEATS_MAX = 200;

export const COMPANY_PATH = '/personalCenter/myCompany';

/** Where a link into a company leads. */
export const joinPath = (code: string): string => `${COMPANY_PATH}?join=${code}`;

export const JOIN_CODE = /^[\w-]{22}$/;
export const JOIN_DAYS = 7;
