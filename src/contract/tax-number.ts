const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** As people paste it: without spaces and dashes, in capitals. */
export function plainTaxNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether this is a unified social credit code (GB 32100-2015): 18 characters without I, O, S, V, Z, the last one a check character. */
export function isTaxNumber(text: string): boolean {
  if (text.length !== 18 || !/^\d{6}$/.test(text.slice(2, 8))) return false;
  const values = [...text].map((letter) => ALPHABET.indexOf(letter));
  if (values.includes(-1)) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (values[at] as number), 0);
  return values[17] === (31 - (sum % 31)) % 31;
}
