import type { Ctx } from '../app/ctx.ts';
import { verificationFiles, verificationText } from '../modules/seo/index.ts';
import { getSetting } from '../modules/settings/index.ts';

const TYPES = { html: 'text/html', txt: 'text/plain', xml: 'application/xml' } as const;

/** A file at the root by which a search engine proves whose site this is: of the setting, or of the key of IndexNow. 404 for others. */
export async function verificationFile(ctx: Ctx, name: string, ending: keyof typeof TYPES): Promise<Response> {
  const key = ctx.app.config.providers.indexnow?.key;
  const text =
    key !== undefined && ending === 'txt' && name === key
      ? key
      : verificationText(await getSetting(ctx, verificationFiles), `${name}.${ending}`);
  if (text === null) return new Response(null, { status: 404 });
  return new Response(text, { headers: { 'Content-Type': `${TYPES[ending]}; charset=utf-8`, 'Cache-Control': 'no-store' } });
}
