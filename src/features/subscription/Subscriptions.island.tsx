import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { OwnPage } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import type { SubscriptionRow } from '#contract/subscription.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { endSubscription, loadSubscriptions, SUBSCRIPTION_TABS, type SubscribedRow } from './own-subscriptions.ts';

export interface SubscriptionsProps {
  /** Noun and address of the detail page, by the kind's key. */
  kinds: Readonly<Record<string, { noun: string; detail: string }>>;
}

/** 我的订阅: new works that they brought, and the subscriptions themselves. */
export default function SubscriptionsIsland({ kinds }: SubscriptionsProps) {
  const { list, state } = useOwnList<OwnPage<SubscribedRow>>(SUBSCRIPTION_TABS, loadSubscriptions);
  const [ending, setEnding] = useState(0);
  const current = state.tab as (typeof SUBSCRIPTION_TABS)[number];
  const end = async (id: number) => {
    setEnding(id);
    try {
      await endSubscription(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setEnding(0);
    }
    await list.actions.reload();
  };
  const hint = '在方案、资源等列表或搜索结果上点“订阅上新”，有新作品会通知您。';
  const empty = {
    title: current === 'mine' ? '还没有订阅' : '还没有新作品',
    hint: current === 'mine' ? hint : '订阅之后上架的新作品会列在这里。',
    children: (
      <a className="btn btn-primary" href="/programme">
        去看看方案
      </a>
    ),
  };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="订阅"
        tabs={[
          { key: 'works', title: '新作品' },
          { key: 'mine', title: '订阅管理' },
        ]}
        current={current}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        <OwnListFrame
          state={state}
          list={list}
          keyOf={(row: SubscribedRow) => ('work' in row ? row.work.id : row.subscription.id)}
          empty={empty}
        >
          {(row) =>
            'work' in row ? (
              <Work card={row.work} noun={kinds[row.work.kind]?.noun ?? ''} detail={kinds[row.work.kind]?.detail ?? ''} />
            ) : (
              <Subscription row={row.subscription} busy={ending === row.subscription.id} onEnd={() => void end(row.subscription.id)} />
            )
          }
        </OwnListFrame>
      </Tabs>
    </div>
  );
}

function Work({ card, noun, detail }: { card: ItemCard; noun: string; detail: string }) {
  return (
    <a href={`${detail}?id=${card.id}`} className="group flex gap-4 py-4" data-overlay="">
      <span className="aspect-16/10 w-28 shrink-0 overflow-hidden rounded-field border border-line bg-ground">
        {card.cover ? <img src={card.cover.src} alt="" loading="lazy" className="fit" /> : null}
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 text-base font-semibold group-hover:text-primary">{card.title}</span>
        <span className="num mt-1 block text-xs text-muted">
          {[noun, card.category_name, card.user.nickname, timeText(card.published_at)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </a>
  );
}

function Subscription({ row, busy, onEnd }: { row: SubscriptionRow; busy: boolean; onEnd: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4 py-4">
      <div className="min-w-0 flex-1">
        <a href={row.href} className="text-base font-semibold break-words hover:text-primary">
          {row.title}
        </a>
        <p className="num text-xs text-muted">订阅于 {timeText(row.create_time)}</p>
      </div>
      <Button size="sm" busy={busy} onClick={onEnd} aria-label={`取消订阅${row.title}`}>
        取消订阅
      </Button>
    </div>
  );
}
