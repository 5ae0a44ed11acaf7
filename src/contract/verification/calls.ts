import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { choiceField, flagField, idField, textField, wholeNumber } from '#contract/input-fields.ts';
import { authCheckOutput, ownCompanyOutput, ownRealnameOutput } from '#contract/outputs/verification.ts';
import { COMPANY_MAX } from '#contract/verification.ts';

const call = callsOf('verification');
/** Each one may cost money. */
const seldom = { points: 10, window_s: 3_600 };
const ADDRESSES_MAX = 400;

export const verificationCalls = {
  get_realname: call('GET', '/api/user/realname', {
    summary: '我的个人实名认证；姓名与号码只显示一部分',
    output: ownRealnameOutput,
  }),
  post_realname: call('POST', '/api/user/realname', {
    summary: '提交个人实名认证；idcard_url 为身份证正反面图片的地址，以逗号相连',
    body_only: true,
    limit: seldom,
    input: z.object({
      name: textField('姓名', 30).default(''),
      idcard: textField('身份证号码', 40).default(''),
      /** Addresses of front and back, joined by a comma. */
      idcard_url: textField('身份证', ADDRESSES_MAX).default(''),
    }),
    output: ownRealnameOutput,
  }),
  auth: call('GET', '/api/user/auth', {
    summary: '认证检查：type 1 个人、2 企业、3 店铺；status 为 1 即通过，0 未认证、2 审核中、3 未通过、4 已到期',
    input: z.object({ type: choiceField('认证类型无效', [1, 2, 3]), cache: flagField.optional() }),
    output: authCheckOutput,
  }),
  picture: call('GET', '/user/auth/picture', {
    summary: '自己上传、尚未提交的证件图片',
    owned: { file: 'picture' },
    input: z.object({ file: idField }),
    answers: 'image/webp',
  }),
  get_company: call('GET', '/user/company', {
    summary: '我的企业认证：状态、有效期与提交的资料',
    output: ownCompanyOutput,
  }),
  post_company: call('POST', '/user/company', {
    summary: '提交或修改企业资料，由审核员决定；此前通过的认证在有结果之前继续有效',
    body_only: true,
    limit: seldom,
    input: z.object({
      name: textField('企业名称', COMPANY_MAX.name).default(''),
      /** Unified social credit code. */
      licence: textField('统一社会信用代码', 40).default(''),
      legal_person: textField('法定代表人', COMPANY_MAX.legal_person).default(''),
      contact_name: textField('联系人', COMPANY_MAX.contact_name).default(''),
      contact_mobile: textField('联系电话', 24).default(''),
      /** Address of the picture of the licence; empty in an edit: the one that was sent in before. */
      licence_url: textField('营业执照', ADDRESSES_MAX).default(''),
    }),
    output: ownCompanyOutput,
  }),
  delete_company: call('DELETE', '/user/company', {
    summary: '撤回正在审核的企业资料',
    output: ownCompanyOutput,
  }),
  shown: call('GET', '/user/auth/shown', {
    summary: '证件图片，带查看者的水印；地址由审核台给出，十分钟内有效',
    auth: 'none',
    owned: { id: 'verification', staff_id: 'user' },
    input: z.object({
      type: z.enum(['realname', 'company'], { error: '类型无效' }),
      id: idField,
      side: wholeNumber('图片无效', 0, 1),
      staff_id: idField,
      login: wholeNumber('图片无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      expires: idField,
      sign: z.string({ error: '签名无效' }).regex(/^[0-9a-f]{64}$/, '签名无效'),
    }),
    answers: 'image/jpeg',
  }),
};
