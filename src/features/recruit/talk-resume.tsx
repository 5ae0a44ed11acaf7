import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import type { ResumeRow } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { ResumeChoice, useResumes } from './ResumeChoice.tsx';
import { ResumeSheet } from './ResumeSheet.tsx';
import { fetchTalkResume } from './screen-calls.ts';

/** The resume of one's own that is shown in a conversation; null: none. */
export function chooseResume(other: string): Promise<ResumeRow | null> {
  return openDialog<ResumeRow | null>((close) => <ChooseDialog other={other} close={close} />);
}

function ChooseDialog({ other, close }: { other: string; close(chosen: ResumeRow | null): void }) {
  const resumes = useResumes();
  return (
    <Dialog open title="发送简历" width={480} onClose={() => close(null)}>
      <div className="grid gap-3">
        <ResumeChoice of={resumes} in_talk>
          <p className="text-xs text-muted">
            {other}会看到简历和其中的联系方式，您之后的修改对方也能看到。把简历改为“仅自己”或删除后，对方就不能再打开。
          </p>
          <Button look="primary" wide onClick={() => close(resumes.resume)}>
            发送
          </Button>
        </ResumeChoice>
      </div>
    </Dialog>
  );
}

/** What a card of a conversation holds, as it stands now. */
export async function openTalkResume(id: number, seq: number): Promise<void> {
  try {
    const { name, parts, contact } = await fetchTalkResume(id, seq);
    await openDialog<void>((close) => (
      <Dialog open title={`${name}的简历`} width={640} onClose={close}>
        <ResumeSheet parts={parts} contact={contact} />
      </Dialog>
    ));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
  }
}
