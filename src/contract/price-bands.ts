/** Ranges of single prices that lists are filtered by: above `over` and up to `to` yuan; null: no end. Stored by their place: new ones go to the end. */
export const PRICE_BANDS = {
  '0-20': { name: '20 元以下', over: 0, to: 20 },
  '20-50': { name: '20–50 元', over: 20, to: 50 },
  '50-100': { name: '50–100 元', over: 50, to: 100 },
  '100-300': { name: '100–300 元', over: 100, to: 300 },
  '300-': { name: '300 元以上', over: 300, to: null },
} as const satisfies Readonly<Record<string, { name: string; over: number; to: number | null }>>;

export type PriceBand = keyof typeof PRICE_BANDS;

export const PRICE_BAND_KEYS = Object.keys(PRICE_BANDS) as PriceBand[];

export const isPriceBand = (price: string): price is PriceBand => Object.hasOwn(PRICE_BANDS, price);
