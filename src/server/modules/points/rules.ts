/** A lot, as far as spending it goes. */
export interface OpenLot {
  id: number;
  left_points: number;
}

/**
 * How a spending is spread over lots, in their order; null: they do not hold enough.
 */
export function spread(lots: readonly OpenLot[], points: number): Array<{ lot_id: number; points: number }> | null {
  const uses: Array<{ lot_id: number; points: number }> = [];
  let wanted = points;
  for (const { id, left_points } of lots) {
    if (wanted === 0) break;
    const taken = Math.min(left_points, wanted);
    if (taken > 0) uses.push({ lot_id: id, points: taken });
    wanted -= taken;
  }
  return wanted === 0 ? uses : null;
}

/** A use, as far as giving it back goes. */
export interface OpenUse {
  id: number;
  lot_id: number;
  points: number;
  returned_points: number;
}

/** How points go back to the lots they came from, those that were taken last first; null: more than was taken. */
export function spreadBack(uses: readonly OpenUse[], points: number): Array<{ use_id: number; lot_id: number; points: number }> | null {
  const back: Array<{ use_id: number; lot_id: number; points: number }> = [];
  let wanted = points;
  for (const use of uses.toReversed()) {
    if (wanted === 0) break;
    const open = Math.min(use.points - use.returned_points, wanted);
    if (open > 0) back.push({ use_id: use.id, lot_id: use.lot_id, points: open });
    wanted -= open;
  }
  return wanted === 0 ? back : null;
}
