import type { z } from 'zod';

/** Verification of people and enterprises (shell spec: Identity form, auth_company, auth_personal). Times are unix seconds. */
import { isIdCard, plainIdCard } from './id-card.ts';
import { checkPhone, plainPhone } from './identity.ts';
import { isTaxNumber, plainTaxNumber } from './tax-number.ts';
import type { verificationCalls } from './verification/calls.ts';

export type { AuthCheck, OwnCompany, OwnRealname } from './outputs/verification.ts';

export const VERIFY_STATUSES = ['none', 'reviewing', 'approved', 'rejected', 'expired'] as const;
/** none: nothing was sent in; expired: an approval that ran out. */
export type VerifyStatus = (typeof VERIFY_STATUSES)[number];

export const VERIFY_TEXTS: Record<VerifyStatus, string> = {
  none: '未认证',
  reviewing: '审核中',
  approved: '已认证',
  rejected: '未通过',
  expired: '已到期',
};

/** Status of an auth check and of `auth_company`: 1 lets through. */
export const AUTH_CODES: Record<VerifyStatus, number> = { none: 0, approved: 1, reviewing: 2, rejected: 3, expired: 4 };

/** Of GET /api/user/auth: a person, an enterprise, a shop that staff certified. */
export const AUTH_TYPES = { personal: 1, company: 2, shop: 3 } as const;

/** Who may publish jobs: an enterprise that is verified, or whose shop staff have certified. `status` of the auth checks 2 and 3. */
export const mayPublishJob = ({ company, shop }: { company: number; shop: number }): boolean => company === 1 || shop === 1;

export type RealnameForm = z.output<typeof verificationCalls.post_realname.input>;

/** Formats of both pictures, and what the file input takes. */
export const ID_PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;
export const ID_PICTURE_TEXT = '请上传 JPG 或 PNG 图片';

const ADDRESS = /^\/user\/auth\/picture\?file=(\d{1,15})$/;

/** Address of an uploaded picture, as `idcard_url` and `licence_url` name it; its uploader alone may open it. */
export const authPictureUrl = (file_id: number): string => `/user/auth/picture?file=${file_id}`;

/** Numbers of the files that the addresses name; null where one is something else. */
export function authPictureFiles(addresses: string): number[] | null {
  const found = addresses.split(',').map((one) => ADDRESS.exec(one.trim())?.[1]);
  return found.every((id) => id !== undefined) ? found.map(Number) : null;
}

export type RealnameErrors = Partial<Record<keyof RealnameForm, string>>;

/** Messages by field; empty when everything is right. `today`: YYYY-MM-DD in Shanghai. */
export function checkRealname(form: RealnameForm, today: string): RealnameErrors {
  const wrong: RealnameErrors = {};
  const number = plainIdCard(form.idcard);
  if (form.name.trim() === '') wrong.name = '请输入姓名';
  else if (!/^[\p{Script=Han}·]{2,30}$/u.test(form.name.trim())) wrong.name = '请输入身份证上的姓名';
  if (number === '') wrong.idcard = '请输入身份证号码';
  else if (!isIdCard(number, today)) wrong.idcard = '身份证号码有误，请核对';
  const files = authPictureFiles(form.idcard_url);
  if (files?.length !== 2 || files[0] === files[1]) wrong.idcard_url = '请上传身份证';
  return wrong;
}

export type CompanyForm = z.output<typeof verificationCalls.post_company.input>;

export const COMPANY_MAX: Readonly<Record<'name' | 'legal_person' | 'contact_name', number>> = {
  name: 60,
  legal_person: 30,
  contact_name: 30,
};

export type CompanyErrors = Partial<Record<keyof CompanyForm, string>>;

/** Messages by field; empty when everything is right. `has_picture`: the licence was sent in before. */
export function checkCompany(form: CompanyForm, has_picture: boolean): CompanyErrors {
  const wrong: CompanyErrors = {};
  if ([...form.name.trim()].length < 4) wrong.name = '请输入营业执照上的企业全称';
  const licence = plainTaxNumber(form.licence);
  if (licence === '') wrong.licence = '请输入统一社会信用代码';
  else if (!isTaxNumber(licence)) wrong.licence = '统一社会信用代码有误，请核对';
  if (form.legal_person.trim() === '') wrong.legal_person = '请输入法定代表人';
  if (form.contact_name.trim() === '') wrong.contact_name = '请输入联系人';
  const phone = form.contact_mobile.includes('*') ? null : checkPhone(plainPhone(form.contact_mobile));
  if (phone) wrong.contact_mobile = phone;
  if (form.licence_url === '' ? !has_picture : authPictureFiles(form.licence_url)?.length !== 1) wrong.licence_url = '请上传营业执照';
  return wrong;
}

/** An approval is looked at again after so long. */
export const COMPANY_VALID_DAYS = 365;
/** The owner is notified this many days before. */
export const COMPANY_WARN_DAYS = 30;
