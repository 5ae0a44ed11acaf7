import { RecordForm } from '#kit/record/RecordForm.tsx';
import { giftRecord } from './gift-record.ts';

/** The gifts of new accounts. */
export default function GiftFormIsland() {
  return <RecordForm title="礼物清单" input={giftRecord} />;
}
