import { expect, it } from 'vitest';
import { allFormats } from '#contract/formats.ts';
import { attachmentType, isOpaque, opaqueType } from './opaque-type.ts';

const bytes = (text: string, more = 64) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(more)]);

const SAMPLES: Array<[text: string, name: string, type: string | null]> = [
  ['8BPS\0\x01', '主视觉.psd', 'psd'],
  ['8BPS\0\x01', '主视觉.jpg', 'psd'],
  ['%PDF-1.6', '画册.ai', 'ai'],
  ['%PDF-1.6', '画册.pdf', 'pdf'],
  ['%!PS-Adobe-3.0 EPSF', '标志.eps', 'eps'],
  ['\xc5\xd0\xd3\xc6', '标志.eps', 'eps'],
  ['RIFF\0\0\0\0CDRv', '海报.cdr', 'cdr'],
  ['PK\x03\x04', '海报.cdr', 'cdr'],
  ['PK\x03\x04', '舞台.skp', 'skp'],
  ['PK\x03\x04', '打包.zip', 'zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '舞台.max', 'max'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '旧文档.doc', null],
  ['MM\0\0\0\0', '舞台.3ds', '3ds'],
  ['MZ\x90\0', '程序.psd', null],
  ['\0\0\0\x20ftypisom', '现场.mp4', 'mp4'],
  ['\0\0\0\x20ftypheic', '照片.mp4', null],
  ['\x1aE\xdf\xa3', '现场.webm', 'webm'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', '标志.ai', null],
  ['\x89PNG\r\n', '舞台.png', 'png'],
  ['\xff\xd8\xff\xe0', '舞台.jpg', 'jpg'],
];

it.each(SAMPLES)('%j called %s is %s', (text, name, type) => expect(opaqueType(bytes(text), name)).toBe(type));

it('tries each format that a kind sells beside pictures', () => {
  const tried = new Set(SAMPLES.map(([, , type]) => type));
  expect(allFormats().flatMap(([format]) => (isOpaque(format) && !tried.has(format) ? format : []))).toEqual([]);
});

it('takes nothing that is too short to be anything', () => expect(opaqueType(Buffer.from('8BPS'), 'a.psd')).toBeNull());

it.each([
  ['%PDF-1.7', '招标文件.pdf', 'pdf'],
  ['%PDF-1.7', '没有扩展名', 'pdf'],
  ['\x89PNG\r\n', '效果图.PNG', 'png'],
  ['\xff\xd8\xff\xe0', '现场.jpg', 'jpg'],
  ['PK\x03\x04', '报价单.xlsx', 'xlsx'],
  ['PK\x03\x04', '需求说明.DOCX', 'docx'],
  ['PK\x03\x04', '全部资料.zip', 'zip'],
  ['\xd0\xcf\x11\xe0', '旧版报价.xls', 'xls'],
  ['\0\0\0\x20ftypisom', '彩排.mp4', 'mp4'],
  ['PK\x03\x04', '安装包.apk', null],
  ['\xd0\xcf\x11\xe0', '安装.msi', null],
  ['MZ\x90\x00', '报价单.xlsx', null],
  ['<html><script>', '说明.pdf', null],
  ['8BPS', '主视觉.psd', null],
])('%s in %s is %s', (start, name, type) => {
  expect(attachmentType(bytes(start), name)).toBe(type);
});
