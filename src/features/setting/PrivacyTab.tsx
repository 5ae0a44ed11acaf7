import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import type { ClosingCheck, OwnExport } from '#contract/account.ts';
import { CONSENT_WAYS, type ConsentName, type ConsentWay } from '#contract/consent.ts';
import { checkCodeDigits, SMS_COOLDOWN_S } from '#contract/identity.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Form } from '#ui/Form.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { sizeText } from '#ui/size-text.ts';
import { timeText } from '#ui/time-text.ts';
import { CodeField } from '../identity/CodeField.tsx';
import { forgetReader } from '../shell/sign-out.ts';
import { askExport, closeAccount, fetchClosing, sayConsent, sendOwnCode } from './security-acts.ts';
import { useSecurity } from './use-security.ts';

const LOOK_AGAIN_MS = 3_000;

type Security = ReturnType<typeof useSecurity>;

/** What was agreed to, one's own data as a file, and the end of the account. */
export default function PrivacyTab({ account }: { account: string }) {
  /** When the account ends, unix seconds; 0: not requested. */
  const [closing_at, setClosing] = useState(0);
  const security = useSecurity();
  if (closing_at > 0) return <Closing account={account} closing_at={closing_at} />;
  return (
    <div className="grid gap-8">
      <Consents {...security} />
      <ExportData {...security} />
      <CloseAccount account={account} onClosing={setClosing} />
    </div>
  );
}

function Consents({ data, busy, run }: Security) {
  // what fails is said once, where data is exported
  if (!data) return null;
  return (
    <section aria-labelledby="consents">
      <h2 id="consents" className="text-base font-semibold">
        您同意过的内容
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {data.consents.map(({ name, title, path, is_free, is_given, version, way, time }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span>
              {path ? (
                <a className="underline underline-offset-2" href={path} target="_blank" rel="noopener">
                  《{title}》
                </a>
              ) : (
                title
              )}
              <span className="num block text-sm text-muted">
                {time > 0
                  ? `第 ${version} 版，${timeText(time)}，${CONSENT_WAYS[way as ConsentWay] ?? way}${is_given ? '' : '，已撤回'}`
                  : '默认允许，可随时撤回'}
              </span>
            </span>
            {is_free && (
              <Button
                size="sm"
                busy={busy === name}
                onClick={async () => {
                  const sure = {
                    title: `不再${title}`,
                    about: '已有的浏览足迹会一并删除，不能恢复；浏览器不再关联到账号，以前登录时的访问记录到期删除。',
                    verb: '撤回',
                  };
                  if (is_given && !(await askSure(sure))) return;
                  await run(name, () => sayConsent(name as ConsentName, !is_given));
                }}
              >
                {is_given ? '撤回' : '重新允许'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-muted">
        协议与政策是使用账号的前提，撤回请注销账号。活动、优惠与上新的消息在
        <a className="underline underline-offset-2" href="/personalCenter/mySetting?tab=notice">
          消息设置
        </a>
        里关闭。
      </p>
    </section>
  );
}

function ExportData({ data, failure, busy, load, run }: Security) {
  const waiting = data?.export?.state === 'waiting';
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void load(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting, load]);
  if (failure) return <ErrorState {...failure} onRetry={() => void load()} />;
  if (!data) return <Skeleton rows={1} row_class="h-24" />;
  return (
    <section aria-labelledby="export-data">
      <h2 id="export-data" className="text-base font-semibold">
        导出我的数据
      </h2>
      <p className="mt-1 text-muted">资料、登录设备、订单、账目、收藏、足迹、消息等全部打包为 ZIP，每天可以导出一次。</p>
      <p role="status" className="num my-2 text-sm">
        {exportText(data.export)}
      </p>
      <div className="flex flex-wrap gap-2">
        {data.export?.url && (
          <a className="btn btn-primary" href={data.export.url} download>
            下载数据包
          </a>
        )}
        {(waiting || mayAsk(data.export)) && (
          <Button busy={busy === 'export' || waiting} onClick={() => void run('export', askExport)}>
            {data.export?.url ? '重新导出' : '导出数据'}
          </Button>
        )}
      </div>
    </section>
  );
}

const mayAsk = (one: OwnExport | null): boolean => !one || one.again_at <= Date.now() / 1000;

function exportText(one: OwnExport | null): string {
  if (!one) return '';
  if (one.state === 'waiting') return '正在打包，完成后会通知您。';
  if (one.state === 'failed') return '上次打包没有完成，请重新导出。';
  const again = mayAsk(one) ? '' : `${timeText(one.again_at)} 起可以重新导出。`;
  if (one.state === 'gone') return `上次的数据包已删除。${again}`;
  return `${timeText(one.create_time)} 导出，${sizeText(one.size_bytes)}，${timeText(one.expires_at)} 前可以下载。${again}`;
}

/** What can still be spent, in words; empty: nothing. */
const restsText = ({ balance, coin }: ClosingCheck['rests']): string =>
  [balance > 0 && `¥${amountText(balance)} 余额`, coin > 0 && `${coin} 个猫币`].filter(Boolean).join('、');

function CloseAccount({ account, onClosing }: { account: string; onClosing(closing_at: number): void }) {
  const [check, setCheck] = useState<ClosingCheck | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [captcha, setCaptcha] = useState('');
  const [given_up, setGivenUp] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState('');
  const [send_again_at, setAgain] = useState(0);
  const [sandbox, setSandbox] = useState(false);
  const run = async (name: string, work: () => Promise<void>) => {
    if (busy !== '') return;
    setBusy(name);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setError(problem.fields['captcha'] ?? problem.msg);
      // something came in meanwhile: what is shown is old
      if (problem.status === 409) {
        setCheck(await fetchClosing().catch(() => check));
        setGivenUp(false);
      }
    } finally {
      setBusy('');
    }
  };
  const look = () =>
    run('check', async () => {
      setFailure(null);
      try {
        setCheck(await fetchClosing());
        setGivenUp(false);
      } catch (problem) {
        if (!(problem instanceof ApiError)) throw problem;
        setFailure(problem.msg);
      }
    });
  const send = () =>
    run('send', async () => {
      const sent = await sendOwnCode();
      setSandbox(sent.sandbox === 1);
      setAgain(Date.now() + SMS_COOLDOWN_S * 1000);
      toastSuccess('验证码已发送');
    });
  const rests = check ? restsText(check.rests) : '';
  const close = (rests_now: ClosingCheck['rests']) =>
    run('close', async () => {
      const wrong = checkCodeDigits(captcha);
      if (wrong) return setError(wrong);
      const { closing_at } = await closeAccount(captcha.trim(), rests_now);
      forgetReader();
      onClosing(closing_at);
    });
  return (
    <section aria-labelledby="close-account">
      <h2 id="close-account" className="text-base font-semibold">
        注销账号
      </h2>
      <p className="mt-1 text-muted">申请后有 7 天等待期，期间重新登录即可撤销；到期后账号无法恢复。</p>
      {failure && <ErrorState message={failure} onRetry={() => void look()} />}
      {!check && !failure && (
        <Button className="mt-3" busy={busy === 'check'} onClick={() => void look()}>
          检查能否注销
        </Button>
      )}
      {check && check.blockers.length > 0 && (
        <div role="status" className="mt-3">
          <p className="font-semibold">还不能注销，请先处理：</p>
          <ul className="mt-1 list-disc pl-5">
            {check.blockers.map(({ text, href }) => (
              <li key={text}>
                <a className="underline underline-offset-2" href={href}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
          <Button className="mt-3" size="sm" busy={busy === 'check'} onClick={() => void look()}>
            重新检查
          </Button>
        </div>
      )}
      {check && check.blockers.length === 0 && (
        <Form className="mt-3 grid gap-2" onSubmit={() => close(check.rests)}>
          <p className="font-semibold">注销后：</p>
          <ul className="list-disc pl-5 text-muted">
            {check.losses.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {rests !== '' && (
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={given_up}
                onChange={(event) => setGivenUp(event.target.checked)}
              />
              我确认放弃 {rests}，注销完成后不能找回；等待期内重新登录则不受影响
            </label>
          )}
          <CodeField
            label={`发送到 ${account} 的验证码`}
            name="captcha"
            value={captcha}
            error={error}
            sandbox={sandbox}
            send_again_at={send_again_at}
            busy={busy === 'send'}
            onChange={setCaptcha}
            onSend={() => void send()}
          />
          <Button
            type="submit"
            busy={busy === 'close'}
            disabled={captcha.trim() === '' || (rests !== '' && !given_up)}
            className="w-fit text-error"
          >
            申请注销
          </Button>
        </Form>
      )}
    </section>
  );
}

/** Signed out by now, so this is the only place that can say what happens. */
function Closing({ account, closing_at }: { account: string; closing_at: number }) {
  return (
    <Answered className="num">
      <h2 className="text-base font-semibold">已申请注销，您已退出登录</h2>
      <p className="mt-1">
        账号 {account} 将在 {timeText(closing_at)} 注销。在此之前用它重新登录即可撤销，账号照常使用。
      </p>
      <a className="btn mt-3" href="/">
        返回首页
      </a>
    </Answered>
  );
}
