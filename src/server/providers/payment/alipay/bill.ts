import { fromBuffer } from 'yauzl';
import { billRows, feeOf, fenOf } from '../bill-text.ts';
import type { BillLine } from '../port.ts';

/** Lines of a trade bill: remarks begin with #, the header names the columns, refunds carry a negative amount. */
export async function alipayBill(text: string): Promise<BillLine[]> {
  const lines: BillLine[] = [];
  for await (const cell of billRows(text, (cells) => cells.includes('支付宝交易号') && cells.includes('业务类型'), ',')) {
    // a fee stands with a minus
    const { fee_fen } = feeOf(cell('服务费（元）'));
    const fee = fee_fen === undefined ? {} : { fee_fen: 0 - fee_fen };
    const base = { payment_no: cell('商户订单号'), trade_no: cell('支付宝交易号'), ...fee };
    if (base.payment_no === '') continue;
    const amount_fen = fenOf(cell('订单金额（元）'));
    if (cell('业务类型') === '交易') lines.push({ ...base, kind: 'payment', refund_no: '', amount_fen });
    else lines.push({ ...base, kind: 'refund', refund_no: cell('退款批次号/请求号'), amount_fen });
  }
  return lines;
}

const FILE_MAX_BYTES = 200 * 1024 * 1024;

/** The texts of all files in the archive; the provider writes GBK. */
export function unzipTexts(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true, decodeStrings: false }, (failed, archive) => {
      if (failed) return reject(failed);
      const texts: string[] = [];
      archive.on('error', reject);
      archive.on('end', () => resolve(texts));
      archive.on('entry', (entry: { uncompressedSize: number }) => {
        if (entry.uncompressedSize > FILE_MAX_BYTES) return reject(new Error('the bill is too large'));
        archive.openReadStream(entry as never, (broken, stream) => {
          if (broken) return reject(broken);
          const pieces: Buffer[] = [];
          stream.on('error', reject);
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('end', () => {
            texts.push(new TextDecoder('gbk').decode(Buffer.concat(pieces)));
            archive.readEntry();
          });
        });
      });
      archive.readEntry();
    });
  });
}
