/** Fen of an amount as people type it: 50000, 5万, ５．５ 万元, ￥3,000; null: no amount of whole fen. */
export function typedFen(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s,]/g, '')
    .replace(/^[¥￥]/, '')
    .replace(/元$/, '')
    .replace('。', '.');
  const [, whole, part = '', unit] = /^(\d{1,9})(?:\.(\d{1,4}))?(万?)$/.exec(plain) ?? [];
  if (whole === undefined) return null;
  const places = unit === '' ? 2 : 6;
  const digits = part.replace(/0{1,4}$/, '');
  return digits.length > places ? null : Number(whole + digits.padEnd(places, '0'));
}
