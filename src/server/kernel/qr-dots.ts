/** The dark squares of a QR code, each by column and row from its upper left corner, and how many squares a side has. */
export async function qrDots(text: string): Promise<{ size: number; dots: Array<readonly [column: number, row: number]> }> {
  const { create } = await import('qrcode');
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dots = Array.from(data, (dark, at) => (dark ? ([at % size, Math.floor(at / size)] as const) : null));
  return { size, dots: dots.filter((dot) => dot !== null) };
}
