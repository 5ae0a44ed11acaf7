import type { z } from 'zod';
import type { identityCalls } from './identity/calls.ts';
import type { SoldKey } from './kinds.ts';
import type { EditableProfile, VipEntry } from './outputs/identity.ts';

export type { EditableProfile, OwnProfile, SandboxSms, VipEntry } from './outputs/identity.ts';

/** Memberships that are sold: one of each kind that is, that of tenders, that of everything. */
export type VipKey = SoldKey | 'bidding' | 'all';
/** As user info may name them (spec 3); the one of resources is not sold. */
export type VipName = VipKey | 'resource';

/** What the browser keeps beside the token (spec 3, User info). Only present, running memberships stand in `vip`. */
export interface UserInfo {
  id: number;
  nickname: string;
  headimgurl: string;
  /** Masked for display: 138****0000. */
  account: string;
  /** Yuan. */
  balance: number;
  integral: number;
  issign: 0 | 1;
  /** 0: the gifts of new accounts wait for this one; 1: they were seen, or there are none for it. */
  issendbage: 0 | 1;
  show_company: string;
  show_job: string;
  vip: Partial<Record<VipName, VipEntry>>;
  auth_company: { status: number } | null;
  auth_personal: { id: number } | null;
  lecturer: { position: string } | null;
  shop: { id: number; name: string } | null;
  /** Messages not read yet, at most 100; absent in what a browser stored before. */
  unread_num?: number;
  /** Published works; absent in what a browser stored before. */
  works_num?: number;
  /** Unread in conversations that are not muted, at most 100. */
  chat_num?: number;
  /** Staff roles: decide which links the header shows, never what the server allows. */
  roles: string[];
  /** Names of texts that changed and have to be agreed to once more; absent: none. */
  agree?: string[] | undefined;
}

export interface LoginResult {
  token: string;
  userinfo: UserInfo;
}

/** What everybody may know of a user: the releaser card and the people on home. */
export interface PublicUser {
  id: number;
  nickname: string;
  headimgurl: string;
  city: string;
  introduction: string;
  show_job: string;
  fans_num: number;
  works_num: number;
  view_num: number;
}

/** What a code was sent for; it opens nothing else. */
export type SmsPurpose = 'register' | 'login' | 'reset' | 'bind';

export const PROFILE_MAX: Readonly<Record<keyof EditableProfile, number>> = { nickname: 20, city: 20, show_company: 50, show_job: 30 };

/** POST /user/user/userinfo: the profile supplement, all of it required (spec 5). */
export type ProfileInput = z.output<typeof identityCalls.post_user_userinfo.input>;

export const SMS_COOLDOWN_S = 60;
export const SMS_CODE_DIGITS = 6;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;

/** A phone as people write it or paste it from their contacts (139 1111 2222, 139-1111-2222, +86 139…) as its 11 digits. */
export function plainPhone(value: string): string {
  const text = value.normalize('NFKC').replace(/[\s\p{Cf}()\-\u2010-\u2015.·]/gu, '');
  return text.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
}

/** Null when right, else the specified message (shell spec 5). The text is judged as `plainPhone` reads it. */
export function checkPhone(value: string): string | null {
  const text = plainPhone(value);
  if (text === '') return '请输入手机号码';
  if (/^(\+|00)(?!86)/.test(text)) return '暂不支持国外号码';
  if (text.length !== 11) return '请输入11位手机号码';
  if (!/^1[3-9]\d{9}$/.test(text)) return '请输入正确的手机号';
  return null;
}

export function checkPassword(value: string): string | null {
  if (value.trim() === '') return '请输入密码';
  if (value.length < PASSWORD_MIN || value.length > PASSWORD_MAX) return '请输入6-20位密码';
  return null;
}

/** The form's own check: the server weighs whatever text it gets. */
export function checkCodeDigits(value: string): string | null {
  return checkCode(value) ?? (/^\d{6}$/.test(value.trim()) ? null : `请输入 ${SMS_CODE_DIGITS} 位数字验证码`);
}

/** Of every code: a message's and a picture's. */
export function checkCode(value: string): string | null {
  return value.trim() === '' ? '请输入验证码' : null;
}

/** Messages of the profile form by field; empty when everything is there (spec 5). Unknown or future days count as no date. */
export function checkProfile(
  profile: Record<keyof ProfileInput, string | number>,
  today: string,
): Partial<Record<keyof ProfileInput, string>> {
  const wrong: Partial<Record<keyof ProfileInput, string>> = {};
  const empty = (value: string | number) => String(value).trim() === '';
  if (empty(profile.nickname)) wrong.nickname = '请输入昵称';
  if (!isDay(String(profile.birthday)) || String(profile.birthday) > today) wrong.birthday = '请选择日期';
  if (Number(profile.sex) !== 1 && Number(profile.sex) !== 2) wrong.sex = '请选择性别';
  if (empty(profile.show_company)) wrong.show_company = '请输入公司';
  if (empty(profile.show_job)) wrong.show_job = '请输入职位';
  return wrong;
}

function isDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
