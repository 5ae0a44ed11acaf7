export interface FailureTextProps {
  failure: { message: string; request_id: string; status: number } | null;
}

/** Support needs the number where something broke; a refusal explains itself. */
export const numberOf = ({ request_id = '', status = 0 }: { request_id?: string | undefined; status?: number | undefined }): string =>
  status >= 500 ? request_id : '';

/** What did not work, inside the element that announces it. */
export function FailureText({ failure }: FailureTextProps) {
  if (!failure) return null;
  const number = numberOf(failure);
  return (
    <>
      {failure.message}
      {number && <span className="num text-muted">（请求编号 {number}）</span>}
    </>
  );
}
