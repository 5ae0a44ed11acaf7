/** Who gets a parcel: what every form of an address asks (spec 5). */

export const RECEIVER_MAX = 30;

export const RECEIVER_TEXTS = {
  receiver: '请输入收件人姓名',
  tel: '请输入收件人手机号码',
  tel_wrong: '请填写正确的手机号码',
  saved: '保存成功',
} as const;

/** Messages by field; empty when all is well. Both sides check by it. */
export function receiverFaults({ receiver, tel }: { receiver: string; tel: string }): Partial<Record<'receiver' | 'tel', string>> {
  const wrong: Partial<Record<'receiver' | 'tel', string>> = {};
  if (receiver.trim() === '') wrong.receiver = RECEIVER_TEXTS.receiver;
  if (tel.trim() === '') wrong.tel = RECEIVER_TEXTS.tel;
  else if (!/^1[3-9]\d{9}$/.test(tel.trim())) wrong.tel = RECEIVER_TEXTS.tel_wrong;
  return wrong;
}
