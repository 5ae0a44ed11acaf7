import { openDialog } from '#ui/open-dialog.tsx';
import { DrawDialog } from './DrawDialog.tsx';
import { fetchChance } from './draw.api.ts';

/**
 * The draw of an order, if it has one (spec 4: after a scheme membership was bought): draw, prize, address. Resolves when it is closed,
 * with whether a prize was drawn; at once without a chance. Load it when it is needed.
 * @throws ApiError when the chance cannot be asked for
 */
export async function openDraw(orderid: string): Promise<boolean> {
  const chance = await fetchChance(orderid);
  if (chance.num === 0) return false;
  return openDialog<boolean>((close) => <DrawDialog orderid={orderid} seed_hash={chance.seed_hash} onClose={close} />);
}
