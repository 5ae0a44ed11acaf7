import { ApiError } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { OwnPage } from '#contract/center.ts';
import { CLIENT_LINK_STATES, type ClientLink } from '#contract/client-link.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { copy } from '#kit/copy.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { timeText } from '#ui/time-text.ts';
import { loadLinks, loadViews, previewLink, revokeLink } from './link-calls.ts';
import { changeClientLink, showClientLink } from './open-client-link.tsx';
import { Views } from './Views.tsx';

/** 客户链接: what one shows to clients, and who looked. */
export default function Links() {
  const { list, state } = useOwnList<OwnPage<ClientLink>>([''], loadLinks);
  return (
    <div className="panel p-4 sm:p-6">
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: ClientLink) => row.id}
        empty={{
          title: '还没有客户链接',
          hint: '在买到的内容、自己的作品或文档旁点“发给客户”，客户不用登录就能在手机上看，您知道谁看过。分享的助手对话也在这里。',
          children: (
            <a className="btn btn-primary" href="/personalCenter/myOrder">
              从我的订单里选一份
            </a>
          ),
        }}
      >
        {(row) => <Row row={row} onChanged={list.actions.reload} />}
      </OwnListFrame>
    </div>
  );
}

function Row({ row, onChanged }: { row: ClientLink; onChanged(): Promise<void> }) {
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
  };
  const revoke = (revoked: boolean) =>
    run(async () => {
      const about = '正在看的客户也会立刻看不到。撤回后可以随时恢复。';
      if (revoked && !(await askSure({ title: '撤回这条链接？', subject: row.title, about, verb: '撤回' }))) return;
      await revokeLink(row.id, revoked);
      toastSuccess(revoked ? '已撤回' : '已恢复');
      await onChanged();
    });
  const change = () => run(async () => void ((await changeClientLink(row)) && (await onChanged())));
  const views = () =>
    run(async () => {
      const { list } = await loadViews(row.id);
      await openDialog<void>((close) => <Views link={row} views={list} close={close} />);
    });
  const preview = () => run(async () => window.open((await previewLink(row.id)).url, '_blank', 'noopener'));
  const gone = row.state === 'stopped' || row.state === 'lost';
  const live = row.state === 'open' || row.state === 'used';
  const looked = row.view_most > 0 ? `${row.view_num} / ${row.view_most} 人次` : `${row.view_num} 人次`;
  return (
    <div className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold break-words">{row.title}</span>
        {row.is_talk === 1 && <span className="text-xs text-muted">助手对话</span>}
        <span className={row.state === 'open' ? 'text-xs text-success' : 'text-xs text-error'}>{CLIENT_LINK_STATES[row.state]}</span>
      </p>
      <p className="num flex flex-wrap gap-x-3 text-xs text-muted">
        {row.work !== row.title && <span>{row.work}</span>}
        <span>{looked}</span>
        <span>
          {row.ends_at === 0 ? '没有期限' : `${row.state === 'ended' ? '已于' : '可看至'} ${timeText(row.ends_at)}`}
          {row.state === 'ended' && ' 到期'}
        </span>
        {row.has_password === 1 && <span>有密码</span>}
      </p>
      {row.why !== '' && <p className="text-error">{row.why}</p>}
      <div className="flex flex-wrap gap-2">
        {live && (
          <Button size="sm" onClick={() => void copy(row.url, '链接已复制')} aria-label={`复制链接“${row.title}”`}>
            复制链接
          </Button>
        )}
        <Button size="sm" onClick={() => void views()} aria-label={`谁看过“${row.title}”`}>
          谁看过
        </Button>
        {live && (
          <>
            <Button size="sm" look="ghost" onClick={() => void showClientLink(row)} aria-label={`“${row.title}”的二维码`}>
              二维码
            </Button>
            <Button size="sm" look="ghost" onClick={() => void preview()} aria-label={`预览“${row.title}”`}>
              预览
            </Button>
          </>
        )}
        {!gone && (
          <Button size="sm" look="ghost" onClick={() => void change()} aria-label={`修改“${row.title}”`}>
            修改
          </Button>
        )}
        {!gone && (
          <Button
            size="sm"
            look="ghost"
            onClick={() => void revoke(row.state !== 'revoked')}
            aria-label={`${row.state === 'revoked' ? '恢复' : '撤回'}“${row.title}”`}
          >
            {row.state === 'revoked' ? '恢复' : '撤回'}
          </Button>
        )}
      </div>
    </div>
  );
}
