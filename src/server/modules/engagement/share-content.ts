import type { Ctx } from '../../app/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { getItem, kindByType } from '../catalog/index.ts';
import { ownUrl } from './rules.ts';

/**
 * A QR code (PNG data URL) that opens a page of ours on a phone.
 * @throws AppError 404 for a thing that is not published, code 1 for an address that is not ours
 */
export async function shareContent(ctx: Ctx, input: { type: number; rid: number; url: string }): Promise<{ code: string; url: string }> {
  const item = await getItem(ctx, input.rid);
  if (!item || item.kind !== kindByType('share', input.type)?.code || item.status !== 'published') throw notFound();
  const url = ownUrl(ctx.app.config.site_url, input.url);
  if (url === null) throw invalid({ url: '只能分享本站的链接' });
  const { toDataURL } = await import('qrcode');
  return { code: await toDataURL(url, { errorCorrectionLevel: 'M', margin: 1, width: 360 }), url };
}
