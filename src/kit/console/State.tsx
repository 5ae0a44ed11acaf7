/** What a state asks of staff, by its words: every list writes them alike. */
const TONES: ReadonlyArray<readonly [words: RegExp, tone: string]> = [
  [/失败|未通过|未能|拒绝|未扣成|争议|异常/, 'failed'],
  [/^(待|等待)|(审核|处理|退款|退回|打款|开票|复核)中/, 'waiting'],
  [/草稿|关闭|取消|下架|期$|过时间|截止|结束|停|撤|退|删|注销|隐藏|移除|作废|离开|红冲/, 'over'],
];

const stateTone = (text: string): string => TONES.find(([words]) => words.test(text))?.[1] ?? 'well';

/** A state in words, with a dot that finds it in a column. */
export const State = ({ text }: { text: string }) => (
  <span>
    <span className="state-dot" data-tone={stateTone(text)} />
    {text}
  </span>
);
