import { useEffect, useState } from 'react';
import { Tabs } from '#ui/Tabs.tsx';
import OrdersIsland from '../order/OrderList.island.tsx';
import type { OrderKind } from '../order/order-kind.ts';
import { MyCertificates } from './MyCertificates.tsx';
import { MyCourses } from './MyCourses.tsx';
import { MyNotes } from './MyNotes.tsx';

const TABS = { courses: '学习进度', notes: '笔记', certificates: '证书', orders: '课程订单' } as const;
type Tab = keyof typeof TABS;
const isTab = (word: string | null): word is Tab => word !== null && Object.hasOwn(TABS, word);

/** 我的课程: where to go on, notes, certificates, orders. */
export default function MyClass({ kind }: { kind: OrderKind }) {
  const [tab, setTab] = useState<Tab>('courses');
  // the server does not read the query: the page is the same for all
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('tab');
    if (isTab(asked)) setTab(asked);
  }, []);
  const change = (next: Tab) => {
    setTab(next);
    history.replaceState(history.state, '', next === 'courses' ? location.pathname : `?tab=${next}`);
  };
  return (
    <Tabs label="我的课程" tabs={Object.entries(TABS).map(([key, title]) => ({ key: key as Tab, title }))} current={tab} onChange={change}>
      {tab === 'courses' ? <MyCourses /> : null}
      {tab === 'notes' ? <MyNotes /> : null}
      {tab === 'certificates' ? <MyCertificates /> : null}
      {tab === 'orders' ? <OrdersIsland kind={kind} /> : null}
    </Tabs>
  );
}
