import { ApiError } from '#client/api-error.ts';
import { fetchCsv, fetchFile } from '#client/fetch-csv.ts';
import { $session } from '#client/session.ts';
import { BILL_CALLS, type IncomeRange } from '#contract/bills.ts';
import { CLAIM_FILE_CALL } from '#contract/claim.ts';
import type { Envelope } from '#contract/envelope.ts';
import { ORDER_CALLS } from '#contract/order.ts';

// screens say themselves what failed
export const fetchIncomeCsv = (range: IncomeRange) => fetchCsv(`${BILL_CALLS.income_csv}?range=${range}`);
export const fetchRunsCsv = () => fetchCsv(BILL_CALLS.runs_csv);
export const fetchInvoiceFile = (id: number, red: boolean) =>
  fetchFile(`${ORDER_CALLS.invoice_file}?id=${id}&red=${red ? 1 : 0}`, 'application/pdf', '下载失败，请稍后再试');

/** A PDF that staff hand over: the invoice, its red letter, or the right one of either in place of what was recorded by mistake. */
export interface InvoicePaper {
  red: boolean;
  number: string;
  file: File;
  /** Why it takes the place of another; absent: it is the first. */
  reason?: string;
}

/** Hands the PDF over as it is. @throws ApiError */
export async function postInvoiceFile(id: number, { red, number, file, reason }: InvoicePaper): Promise<void> {
  const again: Record<string, string> = reason === undefined ? {} : { reason, red: red ? '1' : '0' };
  const path = reason !== undefined ? BILL_CALLS.invoice_refile : red ? BILL_CALLS.invoice_reverse : BILL_CALLS.invoice_issue;
  return postFile(`${path}?${new URLSearchParams({ id: String(id), number, ...again })}`, file, 'application/pdf');
}

/** Hands a proof of a claim over as it is. @throws ApiError */
export const postProof = (id: number, file: File): Promise<void> =>
  postFile(`${CLAIM_FILE_CALL}?${new URLSearchParams({ id: String(id), name: file.name.slice(-100) })}`, file, file.type);
export const fetchProof = (id: number, n: number) => fetchFile(`${CLAIM_FILE_CALL}?id=${id}&n=${n}`, '', '下载失败，请稍后再试');

async function postFile(path: string, file: File, type: string): Promise<void> {
  const response = await fetch(`/gateway${path}`, {
    method: 'POST',
    headers: { token: $session.get()?.token ?? '', platform: '4', 'content-type': type },
    body: file,
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as Envelope<null> | null;
  if (answer?.code === 0) return;
  throw new ApiError({ code: answer?.code ?? 1, msg: answer?.msg || '上传失败，请稍后再试', status: response?.status ?? 0 });
}
