import type { DesignDetail, ItemPublic } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';

/** What the detail call of a design says beyond what all do (spec 3, Design). */
export async function designFields(_ctx: Ctx, part: ItemPublic): Promise<DesignOwn> {
  const { type, color_mode, file_format } = part.fields;
  const flat = type === '1';
  return {
    cover_url: part.cover?.src ?? '',
    type: flat ? 1 : 2,
    color_mode: flat ? String(color_mode ?? '') : '',
    file_format: file_format ? String(file_format) : part.format.toUpperCase(),
    file_size: part.size,
    category: { id: part.category_id?.id ?? 0, name: part.category_id?.name ?? '' },
    tags: part.tagsList.map((tag) => tag.name),
    img_urls: part.imgs.map(({ picture }) => picture.src),
  };
}

type DesignOwn = Pick<DesignDetail, 'cover_url' | 'type' | 'color_mode' | 'file_format' | 'file_size' | 'category' | 'tags' | 'img_urls'>;
