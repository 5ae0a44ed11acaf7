/** Names that people show to others: what may stand in one, and which are ours. */

// joiners inside an emoji and its variation stay; everything else that draws nothing or turns the writing direction goes
const UNSEEN =
  /(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D|\u200D(?!\p{Extended_Pictographic})|(?<!\p{Extended_Pictographic})\uFE0F|(?![\u200D\uFE0F])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\u2800]/gu;

/** One line of what people see: nothing invisible, no change of direction, single blanks. Empty when nothing is left. */
export function visibleLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const OURS = /策猫|策貓|cemao/;
const STAFF = new Set([
  '客服',
  '官方',
  '官方客服',
  '平台客服',
  '人工客服',
  '在线客服',
  '管理员',
  '系统管理员',
  '系统消息',
  '系统通知',
  '审核员',
  '运营',
]);

/** Null, or why a name is refused: readers must be able to tell us from those who say that they are. */
export function refuseName(name: string): string | null {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return OURS.test(plain) || STAFF.has(plain) ? '这个昵称容易被误认为平台工作人员，请换一个' : null;
}
