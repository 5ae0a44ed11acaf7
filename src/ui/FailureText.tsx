export interface FailureTextProps {
  failure: { message: string; request_id: string; status: number } | null;
}

/** What did not work, inside the element that announces it. A refusal explains itself; where something broke, support needs the number. */
export function FailureText({ failure }: FailureTextProps) {
  if (!failure) return null;
  const { message, request_id, status } = failure;
  return (
    <>
      {message}
      {request_id && status >= 500 && <span className="num text-muted">（请求编号 {request_id}）</span>}
    </>
  );
}
