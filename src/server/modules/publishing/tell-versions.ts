import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import { holdersOf } from '../access/index.ts';
import { getItem, kindOf, untoldVersions, versionTold } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';

const VERSIONS = 50;

/**
 * Notifies who has a work permanently of its new version, once each; by batches, and again after a crash. @returns how many messages were new
 */
export async function tellVersions(ctx: Ctx, stopping?: AbortSignal, batch = 500): Promise<number> {
  let sent = 0;
  for (const version of await untoldVersions(ctx, VERSIONS)) {
    const item = await getItem(ctx, version.item_id);
    if (!item) continue;
    const kind = kindOf(item.kind);
    for (let after = 0; ; ) {
      stopping?.throwIfAborted();
      const holders = await holdersOf(ctx, { item_id: item.id, before: version.published_at, after, limit: batch });
      sent += await sendNotices(ctx, holders, {
        ...{ topic: 'update', key: `version:${item.id}:${version.version}`, title: `您的${kind.noun}有新版本`, item_id: item.id },
        ...{ content: `《${item.title}》更新：${version.note}`, href: paths.changes(item.id) },
      });
      if (holders.length < batch) break;
      after = holders.at(-1) ?? after;
    }
    await versionTold(ctx, version);
  }
  return sent;
}
