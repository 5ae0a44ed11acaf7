import type { SaveState } from '#kit/saving-form.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { FormError } from '#ui/FormError.tsx';
import { timeText } from '#ui/time-text.ts';

export interface SaveActs {
  saveAgain(): unknown;
  keepMine(): unknown;
  takeStored(): unknown;
}

/** A field that is left says what is wrong with it, and the line that this adds would move the button from under the press. */
const stayInField = (event: React.MouseEvent) => event.preventDefault();

/** Where the typed text of a form is that saves itself, and what can be done where it is not saved. `saved`: in other words than usual. */
export function SaveLine({ save, acts, saved, className = '' }: { save: SaveState; acts: SaveActs; saved?: string; className?: string }) {
  if (save.kind === 'conflict') {
    return (
      <div role="alert" className={`grid gap-2 text-xs text-error ${className}`}>
        <p>这份内容刚在别的窗口或设备上改过，这里的修改还没有保存。</p>
        <p className="flex flex-wrap gap-2">
          <Button size="sm" onMouseDown={stayInField} onClick={() => void acts.keepMine()}>
            保存这里的，覆盖那边的
          </Button>
          <Button size="sm" onMouseDown={stayInField} onClick={() => void acts.takeStored()}>
            放弃这里的，载入那边的
          </Button>
        </p>
      </div>
    );
  }
  if (save.kind === 'failed') {
    return (
      <FormError className={`text-xs text-error ${className}`}>
        <FailureText failure={save.failure} />{' '}
        <button type="button" className="underline" onMouseDown={stayInField} onClick={() => void acts.saveAgain()}>
          重试
        </button>
      </FormError>
    );
  }
  return (
    <p role="status" className={`num text-xs text-muted ${className}`}>
      {save.kind === 'none' && '填写的内容会自动存为草稿'}
      {save.kind === 'dirty' && '有未保存的修改，停下来就会保存'}
      {save.kind === 'saving' && '正在保存…'}
      {save.kind === 'saved' && (saved ?? `已保存 ${timeText(save.at_s)}`)}
    </p>
  );
}

/** Instead of the form: another page changed what is stored, and this browser still has a text that was not saved. */
export function TwoTexts({ acts }: { acts: SaveActs }) {
  return (
    <div className="panel">
      <Empty
        title="有两份不同的内容"
        hint="这台设备上有一份没有保存完的修改，而这份内容后来又在别处改过。请选择保留哪一份，另一份会被替换。"
      >
        <Button look="primary" onClick={() => void acts.keepMine()}>
          用这台设备上的
        </Button>
        <Button onClick={() => void acts.takeStored()}>用别处后来保存的</Button>
      </Empty>
    </div>
  );
}
