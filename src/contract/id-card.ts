const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

/** As people write or paste it: without spaces and dashes, full-width digits as plain ones, a capital X. */
export function plainIdCard(text: string): string {
  return text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
}

/** Whether this is a resident identity number (GB 11643-1999): 18 characters, a day that exists up to `today` (YYYY-MM-DD), the last one a check character. */
export function isIdCard(text: string, today: string): boolean {
  if (!/^[1-9]\d{5}(19|20)\d{9}[\dX]$/.test(text)) return false;
  const day = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day) || day > today) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0);
  return text[17] === CHECKS[sum % 11];
}

/** What screens show of a number: 11**************2X. */
export const maskIdCard = (text: string): string => `${text.slice(0, 2)}${'*'.repeat(14)}${text.slice(-2)}`;
