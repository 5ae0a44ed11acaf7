import { chatPath } from '#contract/chat.ts';
import type { OwnRequest } from '#contract/outputs/request.ts';
import { budgetText, REQUEST_PATHS, requestPath } from '#contract/request.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { loadOwnRequests, OWN_REQUEST_TABS } from './own-requests.ts';

const ANSWER_TEXTS = { talking: '沟通中', settled: '选定了我', declined: '未选定', withdrawn: '已撤回' } as const;

/** 我的求单与接单: what the reader asked, and what they answered. */
export default function MyReceiveIsland() {
  const { list, state } = useOwnList(OWN_REQUEST_TABS, loadOwnRequests);
  const asked = state.tab === 'asked';
  const empty = {
    title: asked ? '还没有发布过求单' : '还没有接过单',
    hint: asked ? '小而急的活动需求，说清楚就能谈。' : '去大厅看看有没有您擅长的。',
    children: (
      <a className="btn btn-primary" href={asked ? REQUEST_PATHS.add : REQUEST_PATHS.hall}>
        {asked ? '发布求单' : '去接单大厅'}
      </a>
    ),
  };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="求单与接单"
        tabs={[
          { key: 'asked', title: '我发布的' },
          { key: 'answered', title: '我接的' },
        ]}
        current={state.tab}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        <OwnListFrame state={state} list={list} keyOf={(row: OwnRequest) => row.request.id} empty={empty}>
          {({ request, conversation_id, answer_state }) => (
            <article className="flex flex-wrap items-center gap-3 py-4">
              <div className="min-w-0 flex-1 basis-64">
                <a href={requestPath(request.id)} className="text-base font-semibold break-words hover:text-primary">
                  {request.title}
                </a>
                <p className="num text-xs text-muted">
                  {[
                    request.field.name,
                    budgetText(request.budget),
                    `${request.planners_num} 人接单`,
                    `${timeText(request.closes_at)} 截止`,
                  ].join(' · ')}
                </p>
              </div>
              <span className="badge badge-soft">{answer_state === '' ? request.state_text : ANSWER_TEXTS[answer_state]}</span>
              {conversation_id > 0 && (
                <a className="btn btn-sm" href={chatPath(conversation_id)} aria-label={`进入会话：${request.title}`}>
                  进入会话
                </a>
              )}
            </article>
          )}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}
