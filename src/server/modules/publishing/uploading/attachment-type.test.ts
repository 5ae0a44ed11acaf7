import { expect, it } from 'vitest';
import { attachmentType } from './attachment-type.ts';

const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(64)]);

it.each([
  ['%PDF-1.7', '招标文件.pdf', 'pdf'],
  ['%PDF-1.7', '没有扩展名', 'pdf'],
  ['\x89PNG\r\n', '效果图.PNG', 'png'],
  ['\xff\xd8\xff\xe0', '现场.jpg', 'jpg'],
  ['PK\x03\x04', '报价单.xlsx', 'xlsx'],
  ['PK\x03\x04', '需求说明.DOCX', 'docx'],
  ['PK\x03\x04', '全部资料.zip', 'zip'],
  ['\xd0\xcf\x11\xe0', '旧版报价.xls', 'xls'],
  ['PK\x03\x04', '安装包.apk', null],
  ['\xd0\xcf\x11\xe0', '安装.msi', null],
  ['MZ\x90\x00', '报价单.xlsx', null],
  ['<html><script>', '说明.pdf', null],
  ['8BPS', '主视觉.psd', null],
])('%s in %s is %s', (start, name, type) => {
  expect(attachmentType(bytes(start), name)).toBe(type);
});
