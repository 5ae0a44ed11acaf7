import { failureOf } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import type { AssistantInstructions } from '#contract/assistant.ts';
import { INSTRUCTIONS_MAX } from '#contract/assistant-text.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';

const ABOUT = '随您的每个问题一起发给模型，例如“先给结论，预算列成表格”。它不能改变出处和安全规则，请不要写个人信息；清空后保存即删除。';

/** What goes with each question of the reader, switched off and on by a press. `onSave` throws an ApiError with what is wrong. */
export function Instructions({ own, onSave }: { own: AssistantInstructions; onSave(own: AssistantInstructions): Promise<void> }) {
  const facts = { about: ABOUT, verb: '保存', label: '希望助手怎么回答', max: INSTRUCTIONS_MAX, optional: true };
  const edit = () => askReason({ title: '回答要求', ...facts, reason: own.text, run: (text) => onSave({ text, active: 1 }) });
  const turn = (active: 0 | 1) => void onSave({ ...own, active }).catch((error: unknown) => toastError(failureOf(error).message));
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs">
      {own.text !== '' && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={own.active === 1}
            onChange={({ target }) => turn(target.checked ? 1 : 0)}
          />
          按我的回答要求
        </label>
      )}
      <Button look="ghost" size="sm" onClick={() => void edit()}>
        {own.text === '' ? '设置回答要求' : '修改回答要求'}
      </Button>
    </p>
  );
}
