import { create } from 'qrcode';

/** The dark squares of a QR code, each by column and row from its upper left corner, and how many squares a side has. */
export function qrDots(text: string): { size: number; dots: Array<readonly [column: number, row: number]> } {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dots = Array.from(data, (dark, at) => (dark ? ([at % size, Math.floor(at / size)] as const) : null));
  return { size, dots: dots.filter((dot) => dot !== null) };
}
