import { gateway } from '#client/gateway.ts';

/**
 * The draw of an order, if it has one (spec 4: after a scheme membership was bought): draw, prize, address. Resolves when it is closed,
 * with whether a prize was drawn; at once without a chance. The dialog is fetched only then.
 * @throws ApiError when the chance cannot be asked for
 */
export async function openDraw(orderid: string): Promise<boolean> {
  const chance = await gateway('GET /event/event/blindnum', { orderid }, { silent: true });
  if (chance.num === 0) return false;
  const { showDraw } = await import('./show-draw.tsx');
  return showDraw(orderid, chance.seed_hash);
}
