import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { COMPLAINANTS, INFRINGEMENT_LEAST, INFRINGEMENT_MAX } from '#contract/infringement.ts';
import { choiceField, idField, limitField, pageField, textField } from '#contract/input-fields.ts';
import { infringementOutput, ownInfringementsOutput, staffInfringementOutput } from '#contract/outputs/infringement.ts';

const call = callsOf('infringement');
const { name, contact, content, address, files } = INFRINGEMENT_MAX;
const filesField = (label: string, least = 0) =>
  z
    .array(idField, { error: `${label}无效` })
    .min(least, `请上传${label}`)
    .max(files, `${label}最多 ${files} 个`);
const limit = { points: 20, window_s: 3_600 };

export const infringementCalls = {
  own: call('GET', '/infringement/own', {
    summary: '侵权通知：side 为 sent 时是我提交的，received 是针对我的作品的',
    input: z.object({ side: z.enum(['sent', 'received'], { error: '范围无效' }).default('sent'), page: pageField, limit: limitField(10) }),
    output: ownInfringementsOutput,
  }),
  file: call('POST', '/infringement/file', {
    summary: '提交侵权通知；id 是被要求补充材料的那一份。sworn 为 1：保证真实并承担不实投诉的责任',
    body_only: true,
    limit,
    owned: { id: 'infringement', identity_files: 'file', right_files: 'file' },
    input: z.object({
      id: idField.optional(),
      address: textField('作品网址', address, 1),
      as: z.enum(Object.keys(COMPLAINANTS) as [keyof typeof COMPLAINANTS], { error: '请选择身份' }),
      name: textField('姓名或名称', name, 2),
      contact: textField('联系方式', contact, 5),
      content: textField('侵权说明', content, INFRINGEMENT_LEAST),
      identity_files: filesField('身份证明', 1),
      right_files: filesField('权属证明', 1),
      sworn: choiceField('请确认声明', [1]),
    }),
    output: infringementOutput,
  }),
  withdraw: call('POST', '/infringement/withdraw', {
    summary: '投诉人撤回侵权通知：措施随之结束',
    limit,
    owned: { id: 'infringement' },
    input: z.object({ id: idField }),
    output: infringementOutput,
  }),
  counter: call('POST', '/infringement/counter', {
    summary: '发布者提交不侵权声明，转送投诉人；15 天内投诉人没有说明已起诉或投诉的，作品恢复展示',
    body_only: true,
    limit,
    owned: { id: 'received_infringement', files: 'file' },
    input: z.object({
      id: idField,
      name: textField('姓名或名称', name, 2),
      contact: textField('联系方式', contact, 5),
      content: textField('不侵权的理由', content, INFRINGEMENT_LEAST),
      files: filesField('证明材料', 1),
      sworn: choiceField('请确认声明', [1]),
    }),
    output: infringementOutput,
  }),
  word: call('POST', '/infringement/word', {
    summary: '投诉人在期限内说明已向法院起诉或已向主管部门投诉：措施继续',
    body_only: true,
    limit,
    owned: { id: 'infringement', files: 'file' },
    input: z.object({ id: idField, content: textField('受理机关与案号', content, 5), files: filesField('受理材料', 1) }),
    output: infringementOutput,
  }),
  record: call('GET', '/admin/infringement', {
    summary: '后台：一份侵权通知的全部经过',
    auth: { verb: 'review.see' },
    input: z.object({ id: idField }),
    output: staffInfringementOutput,
  }),
};
