import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import {
  ALIVE,
  COUNTER_DAYS,
  HOLDING,
  INFRINGEMENT_LEAST,
  INFRINGEMENT_MOST,
  type Infringement,
  type InfringementState,
  type OwnInfringements,
} from '#contract/infringement.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Course } from './Course.tsx';
import { counterNotice, fileNotice, loadNotices, SIDES, sayWord, withdrawNotice } from './infringement-acts.ts';
import { NOTHING_SAID, SaidForm, type SaidValues } from './SaidForm.tsx';

const LEAST = `（至少 ${INFRINGEMENT_LEAST} 个字）`;
const isAmong = (states: readonly InfringementState[], state: InfringementState): boolean => states.includes(state);
const idsOf = (files: SaidValues['files']): number[] => files.map(({ id }) => id);

/** 侵权通知: those that one sent, those against one's own works, and a new one. */
export default function Infringements() {
  const { list, state, signed_in } = useOwnList<OwnInfringements>(SIDES, loadNotices);
  const to = (tab: (typeof SIDES)[number]) => list.actions.choose({ tab });
  const filed = () => {
    to('sent');
    // the form was taller than the list is
    scrollTo(0, 0);
  };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="侵权通知"
        tabs={[
          { key: 'sent', title: '我提交的' },
          { key: 'received', title: '针对我的作品' },
          { key: 'file', title: '提交通知' },
        ]}
        current={state.tab}
        onChange={(tab) => to(tab as (typeof SIDES)[number])}
      >
        {state.tab === 'file' ? (
          signed_in && <NoticeForm again={null} onDone={filed} />
        ) : (
          <OwnListFrame
            state={state}
            list={list}
            keyOf={(row: Infringement) => row.id}
            empty={{
              title: state.tab === 'sent' ? '没有提交过侵权通知' : '没有针对您作品的侵权通知',
              hint:
                state.tab === 'sent' ? '您的权利被站内内容侵犯时，可以在这里通知我们。' : '有人提交并被受理后，会在这里和消息里告诉您。',
              children: (
                <a className="btn btn-primary" href="/about/infringement">
                  了解怎样处理
                </a>
              ),
            }}
          >
            {(row) => <Notice row={row} onChanged={() => void list.actions.reload()} />}
          </OwnListFrame>
        )}
      </Tabs>
    </div>
  );
}

const FILED = {
  ...{
    content: '侵权说明',
    content_hint: `您拥有什么权利；作品的哪一部分（页码、图片）侵犯了它，以及要求采取的措施${LEAST}`,
    files: '权属证明',
  },
  ...{ sworn: '以上内容与材料真实，因通知错误造成损失的，我愿承担法律责任', submit: '提交侵权通知' },
};

function NoticeForm({ again, onDone, onCancel }: { again: Infringement | null; onDone(): void; onCancel?: () => void }) {
  const work = new URLSearchParams(location.search).get('work') ?? '';
  const sent = (papers: boolean) =>
    again?.notice.files.filter((file) => file.papers === papers).map(({ id, name }) => ({ id, name })) ?? [];
  const before: Partial<SaidValues> = again
    ? {
        ...{ address: again.href || again.title, as: again.as, name: again.notice.name, contact: again.notice.contact },
        ...{ content: again.notice.content, identity_files: sent(true), files: sent(false) },
      }
    : { address: work };
  return (
    <SaidForm
      draft={again ? `again-${again.id}` : `new-${work}`}
      initial={{ ...NOTHING_SAID, ...before }}
      asks={{ work: again ? again.title : '', person: true }}
      words={FILED}
      note={`材料齐全的，我们会先将作品下架，并把通知的内容与权属证明转送发布者；身份证明与联系方式不转送。同时最多 ${INFRINGEMENT_MOST.waiting} 份等待核对，每天最多 ${INFRINGEMENT_MOST.day} 份。`}
      onCancel={onCancel}
      onSend={async ({ files, identity_files, ...said }) => {
        const about = { ...said, identity_files: idsOf(identity_files), right_files: idsOf(files), sworn: 1 as const };
        const wrong = await fileNotice(again ? { ...about, id: again.id } : about);
        if (wrong === null) {
          toastSuccess('已提交，我们会尽快核对材料');
          onDone();
        }
        return wrong;
      }}
    />
  );
}

const COUNTERED = {
  ...{ content: '不侵权的理由', content_hint: `内容怎样创作或取得授权，为什么不侵犯对方的权利${LEAST}`, files: '证明材料' },
  ...{ sworn: '以上内容与材料真实，愿承担法律责任', submit: '提交声明' },
};
const WORD = {
  ...{ content: '受理机关与案号', content_hint: '例如：某某区人民法院，（2026）……号', files: '受理材料' },
  ...{ sworn: '以上内容与材料真实', submit: '提交说明' },
};

/** One notice with what its reader can do now. */
function Notice({ row, onChanged }: { row: Infringement; onChanged(): void }) {
  const [is_open, setOpen] = useState(false);
  const [fault, setFault] = useState('');
  const close = () => setOpen(false);
  const sent = (text: string) => {
    toastSuccess(text);
    close();
    onChanged();
  };
  const withdraw = async () => {
    const about = isAmong(HOLDING, row.state) ? '撤回后措施随之结束；没有其他原因的，作品恢复展示。' : '撤回后不再处理。';
    if (!(await askSure({ title: '撤回侵权通知', subject: `《${row.title}》`, about, verb: '撤回' }))) return;
    const wrong = await withdrawNotice(row.id);
    if (wrong === null) sent('已撤回');
    else setFault(Object.values(wrong)[0] ?? '');
  };
  const may = {
    answer: !row.is_mine && row.state === 'down',
    word: row.is_mine && row.state === 'countered',
    again: row.is_mine && row.state === 'returned',
  };
  return (
    <div className="grid gap-3 py-4">
      <Course row={row} />
      <FormError className="text-error">{fault}</FormError>
      {!is_open && (
        <div className="flex flex-wrap gap-2">
          {(may.answer || may.word || may.again) && (
            <Button look="primary" size="sm" onClick={() => setOpen(true)}>
              {may.answer ? '提交不侵权声明' : may.word ? '说明已起诉或投诉' : '补充材料'}
            </Button>
          )}
          {row.is_mine && isAmong(ALIVE, row.state) && (
            <Button size="sm" onClick={() => void withdraw()}>
              撤回通知
            </Button>
          )}
        </div>
      )}
      {is_open && may.again && (
        <NoticeForm
          again={row}
          onCancel={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
      {is_open && (may.answer || may.word) && (
        <SaidForm
          draft={`${may.answer ? 'counter' : 'word'}-${row.id}`}
          initial={NOTHING_SAID}
          asks={{ work: null, person: may.answer }}
          words={may.answer ? COUNTERED : WORD}
          note={
            may.answer
              ? `声明会连同姓名、联系方式与材料转送投诉人；${COUNTER_DAYS} 天内对方没有说明已起诉或投诉的，作品恢复展示。`
              : '说明会转送发布者，措施继续，直到有结果或您撤回。'
          }
          onCancel={close}
          onSend={async ({ name, contact, content, files }) => {
            const said = { id: row.id, content, files: idsOf(files) };
            const wrong = await (may.answer ? counterNotice({ ...said, name, contact, sworn: 1 }) : sayWord(said));
            if (wrong === null) sent('已提交，并转送对方');
            return wrong;
          }}
        />
      )}
    </div>
  );
}
