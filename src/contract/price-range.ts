/** Yuan; one price when the upper end is missing or no more than the lower one. */
export function priceRange(from: string, to: string): string {
  const [low, high] = [Number(from || to), Number(to || from)];
  if (from === '' && to === '') return '';
  return high > low ? `¥${plain(low)} 至 ¥${plain(high)}` : `¥${plain(low)}`;
}

/** Yuan to the fen: ¥40, ¥39.90. */
export const exactPrice = (yuan: number): string => `¥${Number.isInteger(yuan) ? yuan : yuan.toFixed(2)}`;

/** Above 10,000 as 8.37万. */
function plain(yuan: number): string {
  return yuan > 10_000 ? `${Number((yuan / 10_000).toFixed(2))}万` : yuan.toFixed(2).replace(/\.?0{1,2}$/, '');
}
