import { useAddressWord } from '#client/use-address-word.ts';
import { Tabs } from '#ui/Tabs.tsx';
import OrdersIsland from '../order/OrderList.island.tsx';
import type { OrderKind } from '../order/order-kind.ts';
import { MyCertificates } from './MyCertificates.tsx';
import { MyCourses } from './MyCourses.tsx';
import { MyNotes } from './MyNotes.tsx';

const TITLES = { courses: '学习进度', notes: '笔记', certificates: '证书', orders: '课程订单' } as const;
const TABS = ['courses', 'notes', 'certificates', 'orders'] as const;

/** 我的课程: where to go on, notes, certificates, orders. */
export default function MyClass({ kind }: { kind: OrderKind }) {
  const [tab, change] = useAddressWord('tab', TABS, ['page', 'q', 'status', 'from', 'to', 'sort']);
  return (
    <Tabs label="我的课程" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={change}>
      {tab === 'courses' ? <MyCourses detail={kind.detail} /> : null}
      {tab === 'notes' ? <MyNotes /> : null}
      {tab === 'certificates' ? <MyCertificates /> : null}
      {tab === 'orders' ? <OrdersIsland kind={kind} /> : null}
    </Tabs>
  );
}
