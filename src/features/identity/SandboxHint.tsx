/** Where the messages of the demo arrive. */
export function SandboxHint() {
  return (
    <>
      演示环境不发送真实短信，请到
      <a className="text-primary underline underline-offset-2" href="/sandbox" target="_blank" rel="noopener">
        模拟手机
      </a>
      查看验证码。
    </>
  );
}
