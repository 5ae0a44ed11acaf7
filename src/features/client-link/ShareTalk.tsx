import { Copy } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { CLIENT_DAYS, CLIENT_LINK_STATES, type ClientLink, TALK_DAYS } from '#contract/client-link.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { copy } from '#kit/copy.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { timeText } from '#ui/time-text.ts';
import { showFromStart } from './LinkMade.tsx';
import { loadTalkLink, revokeLink, shareTalk } from './link-calls.ts';

const DAYS = TALK_DAYS.map((days) => [String(days), days === 0 ? '没有期限' : `${days} 天`] as const);

interface Props {
  talk: { id: number; title: string };
  answer_id: number;
  /** As it stands when the dialog opens. */
  before: ClientLink | null;
  close(): void;
}

/** The link of a conversation: made, copied, brought up to date and ended. @throws ApiError */
export async function shareDialog(talk: Props['talk'], answer_id: number): Promise<void> {
  const { link } = await loadTalkLink(talk.id);
  await openDialog<void>((close) => <ShareTalk talk={talk} answer_id={answer_id} before={link} close={close} />);
}

function ShareTalk({ talk, answer_id, before, close }: Props) {
  const [link, setLink] = useState(before);
  const [days, setDays] = useState(String(CLIENT_DAYS.default));
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const live = link?.state === 'open' || link?.state === 'used';
  const run = async (work: () => Promise<ClientLink | null>) => {
    setBusy(true);
    setFault('');
    try {
      const changed = await work();
      if (changed) setLink(changed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.msg);
    } finally {
      setBusy(false);
    }
  };
  const share = (chosen?: string) =>
    run(async () => {
      const made = await shareTalk({ conversation_id: talk.id, answer_id, ...(chosen === undefined ? {} : { days: chosen }) });
      toastSuccess(chosen === undefined ? '已更新为现在的内容' : '链接已生成');
      return made;
    });
  const stop = (one: ClientLink) =>
    run(async () => {
      const about = '拿到链接的人立刻看不到。再分享时会换成新的链接。';
      if (!(await askSure({ title: '停止分享？', subject: one.title, about, verb: '停止分享' }))) return null;
      const stopped = await revokeLink(one.id, true);
      toastSuccess('已停止分享');
      return stopped;
    });
  return (
    <Dialog open title="分享对话" width={480} onClose={close}>
      <p className="mb-2 font-semibold break-words">{talk.title}</p>
      {live ? (
        <div className="grid gap-3">
          <div className="flex w-full gap-2">
            <input
              className="input w-full"
              readOnly
              value={link.url}
              aria-label="分享链接"
              onFocus={({ target }) => showFromStart(target)}
            />
            <Button look="primary" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy(link.url, '链接已复制')}>
              复制
            </Button>
          </div>
          <p className="num text-muted">
            浏览 {link.view_num} 人次 · {link.ends_at === 0 ? '没有期限' : `可看至 ${timeText(link.ends_at)}`}
          </p>
          <p className="text-muted">链接里是分享时的样子，之后的问答不会出现；要带上，请点“更新内容”，链接不变。</p>
          {fault && <FormError className="text-error">{fault}</FormError>}
          <div className="flex flex-wrap gap-2">
            <Button busy={busy} onClick={() => void share()}>
              更新内容
            </Button>
            <Button busy={busy} onClick={() => void stop(link)}>
              停止分享
            </Button>
          </div>
          <a className="quiet-link text-muted" href="/personalCenter/myClientLinks">
            到“客户链接”查看谁看过、设密码
          </a>
        </div>
      ) : (
        <Form className="grid gap-2" onSubmit={() => void share(days)}>
          <p className="text-muted">
            拿到链接的人不用登录就能看到现在这一支的问题、回答和出处，不能改。文件只显示名称，但回答里引用的文件文字会一起分享。
          </p>
          {link && link.state !== 'stopped' && <p className="text-muted">上一条链接{CLIENT_LINK_STATES[link.state]}，这次会是新的链接。</p>}
          <Select label="有效期" options={DAYS} value={days} onValue={setDays} />
          {fault && <FormError className="text-error">{fault}</FormError>}
          <div>
            <Button type="submit" look="primary" busy={busy}>
              生成链接
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
