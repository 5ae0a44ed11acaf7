import { RecordForm } from '#kit/record/RecordForm.tsx';
import { goodsRecord } from './goods-record.ts';

/** Goods of the mall: what they are, what they take, how many there are. */
export default function GoodsFormIsland() {
  return <RecordForm countersigned title="积分商品" input={goodsRecord()} />;
}
