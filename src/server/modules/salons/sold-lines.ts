import type { OrderRecord } from '../orders/index.ts';

/** So many tickets of a kind. */
export interface TicketWish {
  kind_id: number;
  count: number;
}

/** What an order keeps of a wish. */
export interface SoldLine extends TicketWish {
  name: string;
  price_fen: number;
}

export const linesOf = ({ snapshot }: Pick<OrderRecord, 'snapshot'>) => JSON.parse(String(snapshot.terms?.['lines'] ?? '[]')) as SoldLine[];
