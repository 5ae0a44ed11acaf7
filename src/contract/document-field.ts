import { z } from 'zod';
import { type ArticleDoc, DOC_LIMITS, EMBED_KINDS, safeHref } from '#contract/article.ts';

const TEXT = '正文里有无法识别的内容';

/** Address of a link: what a browser would run or read from elsewhere is none. */
const href = z
  .string({ error: '链接无效' })
  .max(DOC_LIMITS.href, `链接最多 ${DOC_LIMITS.href} 字`)
  .refine((value) => safeHref(value) !== null, '链接只能是 http、https 地址或本站的路径');

const run = z.strictObject(
  {
    text: z.string({ error: TEXT }).max(DOC_LIMITS.text, `正文最多 ${DOC_LIMITS.text} 个字`),
    bold: z.literal(true).optional(),
    italic: z.literal(true).optional(),
    href: href.optional(),
  },
  { error: TEXT },
);
const runs = z.array(run, { error: TEXT }).max(DOC_LIMITS.runs, `一段里的格式变化最多 ${DOC_LIMITS.runs} 处`);
const line = z.strictObject(
  {
    level: z
      .int({ error: TEXT })
      .min(0, TEXT)
      .max(DOC_LIMITS.levels - 1, TEXT),
    ordered: z.boolean({ error: TEXT }),
    runs,
  },
  { error: TEXT },
);
const words = (label: string) => z.string({ error: TEXT }).max(DOC_LIMITS.caption, `${label}最多 ${DOC_LIMITS.caption} 个字`);
const id = z.int({ error: TEXT }).min(1, TEXT);

const block = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('paragraph'), runs }),
    z.strictObject({ type: z.literal('heading'), level: z.literal([2, 3], { error: TEXT }), runs }),
    z.strictObject({
      type: z.literal('list'),
      lines: z.array(line, { error: TEXT }).max(DOC_LIMITS.lines, `一个列表最多 ${DOC_LIMITS.lines} 行`),
    }),
    z.strictObject({ type: z.literal('quote'), paragraphs: z.array(runs, { error: TEXT }).max(100, '一处引用最多 100 段') }),
    z.strictObject({ type: z.literal('picture'), file_id: id, caption: words('图注'), alt: words('图片说明') }),
    z.strictObject({
      type: z.literal('table'),
      head: z.boolean({ error: TEXT }),
      rows: z
        .array(z.array(runs, { error: TEXT }).max(DOC_LIMITS.columns, `表格最多 ${DOC_LIMITS.columns} 列`), { error: TEXT })
        .max(DOC_LIMITS.rows, `表格最多 ${DOC_LIMITS.rows} 行`),
    }),
    z.strictObject({ type: z.literal('divider') }),
    z.strictObject({ type: z.literal('work'), kind: z.enum(EMBED_KINDS, { error: TEXT }), id }),
  ],
  { error: TEXT },
);

/** The tree of an article, in calls and answers: known blocks with known keys and nothing else, none of them inside another. */
export const documentField: z.ZodType<ArticleDoc> = z.strictObject(
  { blocks: z.array(block, { error: TEXT }).max(DOC_LIMITS.blocks, `正文最多 ${DOC_LIMITS.blocks} 段`) },
  { error: TEXT },
);
