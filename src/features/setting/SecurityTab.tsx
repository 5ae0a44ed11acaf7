import { Suspense, useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { late } from '#kit/late.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { OtherWays } from '../identity/OtherWays.tsx';
import { otherWays, staffWays } from '../identity/other-ways.ts';
import { deletePasskey, unlinkWechat } from './security-acts.ts';
import { useSecurity } from './use-security.ts';

const LinkWechat = late(() => import('./LinkWechat.tsx'));

/** Ways into the account: phone and password, WeChat, passkeys. The phone stays whatever else is taken away. */
export default function SecurityTab({ onPassword }: { onPassword: () => void }) {
  const { data, failure, busy, load, run } = useSecurity();
  const [linking, setLinking] = useState(false);
  if (failure) return <ErrorState {...failure} onRetry={() => void load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-16" />;
  const unlink = async () => {
    const about = '解绑后不能再用微信扫码登录，可以随时重新绑定。';
    if (!(await askSure({ title: '解绑微信', about, verb: '解绑' }))) return;
    if (await run('unlink', unlinkWechat)) toastSuccess('已解绑微信，请使用手机号登录');
  };
  const add = async () => {
    const { addPasskey } = await import('./add-passkey.ts');
    await run('add', async () => {
      const refused = await addPasskey();
      if (refused === '') toastSuccess('通行密钥已添加');
      else if (refused !== null) toastError(refused);
    });
  };
  const ways = otherWays(data);
  const others = data.devices.filter(({ is_this }) => is_this === 0).length;
  const staff = staffWays(data);
  const all = [...ways, ...(others > 0 ? [`其他 ${others} 台设备的登录`] : [])];
  const endAll = async () => {
    if (!(await openDialog<boolean>((close) => <OtherWays asked ways={all} staff={staff} onEnd={close} />))) return;
    toastSuccess('其他登录方式都已结束');
    await load();
  };
  const drop = async (id: number, name: string) => {
    const about = `“${name}”不能再用来登录，可以随时重新添加。`;
    if (!(await askSure({ title: '删除通行密钥', about, verb: '删除' }))) return;
    if (await run(`drop-${id}`, () => deletePasskey(id))) toastSuccess('通行密钥已删除');
  };
  return (
    <ul className="grid divide-y divide-line">
      <li className="flex flex-wrap items-center gap-4 py-4">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">手机号与密码</p>
          <p className="num text-xs text-muted">
            {data.account}，{data.has_password ? '已设置密码' : '未设置密码，用短信验证码登录'}
          </p>
        </div>
        <Button size="sm" onClick={onPassword}>
          {data.has_password ? '修改密码' : '设置密码'}
        </Button>
      </li>
      <li className="py-4">
        <div className="flex flex-wrap items-center gap-4">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">微信</p>
            <p className="text-xs text-muted">{data.wechat ? `已绑定“${data.wechat.nickname}”` : '绑定后可以扫码登录'}</p>
          </div>
          {data.wechat ? (
            <Button size="sm" busy={busy === 'unlink'} onClick={() => void unlink()}>
              解绑
            </Button>
          ) : (
            <Button size="sm" onClick={() => setLinking(!linking)} aria-expanded={linking}>
              {linking ? '收起' : '绑定微信'}
            </Button>
          )}
        </div>
        {linking && !data.wechat && (
          <Suspense fallback={<Skeleton rows={1} row_class="h-52" />}>
            <LinkWechat
              onLinked={() => {
                setLinking(false);
                toastSuccess('微信绑定成功');
                void load();
              }}
            />
          </Suspense>
        )}
      </li>
      <li className="py-4">
        <div className="flex flex-wrap items-center gap-4">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">通行密钥</p>
            <p className="text-xs text-muted">用指纹、面容或设备密码登录，不用记密码，也不怕假网站。</p>
          </div>
          <Button size="sm" busy={busy === 'add'} onClick={() => void add()}>
            添加
          </Button>
        </div>
        <ul className="grid gap-2">
          {data.passkeys.map(({ id, name, create_time, used_time }) => (
            <li key={id} className="mt-3 flex flex-wrap items-center gap-4 rounded-field bg-ground px-3 py-2">
              <span className="min-w-0 flex-1">
                {name}
                <span className="num block text-xs text-muted">
                  {timeText(create_time)} 添加{used_time > 0 && `，最近使用 ${timeText(used_time)}`}
                </span>
              </span>
              <Button
                size="sm"
                look="ghost"
                busy={busy === `drop-${id}`}
                onClick={() => void drop(id, name)}
                aria-label={`删除通行密钥 ${name}`}
              >
                删除
              </Button>
            </li>
          ))}
        </ul>
      </li>
      {ways.length + others > 0 && (
        <li className="flex flex-wrap items-center gap-4 py-4">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">结束其他登录方式</p>
            <p className="text-xs text-muted">
              {all.join('、')}会失效；手机号和密码不变。
              {staff.length > 0 && `另有 ${staff.length} 名员工以您企业的名义操作。`}
            </p>
          </div>
          <Button size="sm" onClick={() => void endAll()}>
            全部结束
          </Button>
        </li>
      )}
    </ul>
  );
}
