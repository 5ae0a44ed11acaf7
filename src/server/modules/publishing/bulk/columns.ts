import type { KindFacts } from '#contract/kinds.ts';
import { chosenFacets } from '../../catalog/index.ts';

/** A column of the list of works: its heading, an example, and the file that its cell may name. */
export interface BulkColumn {
  title: string;
  required: boolean;
  example: string;
}

export const COLUMN = {
  key: '编号',
  title: '标题',
  introduction: '简介',
  category: '分类',
  category_sub: '二级分类',
  tags: '标签',
  price_type: '收费方式',
  price: '价格',
  free_pages: '免费页数',
  file: '文件',
  pictures: '图片',
  video: '视频',
  cover: '封面',
  publish_at: '定时发布',
} as const;

export const PRICE_TYPES = { 免费: 'free', 付费: 'paid', 会员: 'vip' } as const;

/** The columns of a kind, in the order of its template. */
export function columnsOf(kind: KindFacts): BulkColumn[] {
  const { media, formats, fields = [] } = kind;
  const column = (title: string, example: string, required = false): BulkColumn => ({ title, required, example });
  return [
    column(COLUMN.key, 'A-001', true),
    column(COLUMN.title, `示例${kind.noun}，导入前请删除本行`, true),
    column(COLUMN.introduction, '一两句话介绍'),
    column(COLUMN.category, '', true),
    column(COLUMN.category_sub, ''),
    column(COLUMN.tags, '年会、科技'),
    ...chosenFacets(kind).map(({ label }) => column(label, '')),
    ...(kind.sale ? [column(COLUMN.price_type, '付费'), column(COLUMN.price, '19.9')] : []),
    ...(formats.length > 0 && !media ? [column(COLUMN.free_pages, '5')] : []),
    ...(formats.length > 0 ? [column(COLUMN.file, `A-001.${formats[0]}`, true)] : []),
    ...(media ? [column(COLUMN.pictures, 'A-001/', media.pictures.min > 0)] : []),
    ...(media?.locked ? [column(COLUMN.free_pages, '1')] : []),
    ...(media?.video ? [column(COLUMN.video, '', media.video_required === true)] : []),
    column(COLUMN.cover, ''),
    ...fields.map((field) => column(field.label, exampleOf(field), field.required === true)),
    column(COLUMN.publish_at, ''),
  ];
}

function exampleOf(field: NonNullable<KindFacts['fields']>[number]): string {
  if (field.type === 'date') return '2026-03-01';
  if (field.type === 'choice') return field.options[0]?.label ?? '';
  if (field.type === 'pairs') return '名称：内容；名称：内容';
  return '';
}
