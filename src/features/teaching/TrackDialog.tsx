import { useState } from 'react';
import type { OwnLesson } from '#contract/teaching.ts';
import { chapterLines, checkVtt } from '#contract/web-vtt.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { OutlineActions } from './outline.store.ts';

/** Captions and chapters of a film lesson: uploaded as .vtt or .srt, or typed. */
export function editTracks(lesson: OwnLesson, actions: OutlineActions): Promise<void> {
  return openDialog<void>((close) => <TrackDialog lesson={lesson} actions={actions} onClose={() => close()} />);
}

const linesOf = (vtt: string): string => {
  const checked = checkVtt(vtt);
  return checked.error === null ? chapterLines(checked.cues) : vtt;
};

function TrackDialog({ lesson, actions, onClose }: { lesson: OwnLesson; actions: OutlineActions; onClose(): void }) {
  const [captions, setCaptions] = useState(lesson.captions_vtt);
  const [chapters, setChapters] = useState(() => (lesson.chapters_vtt === '' ? '' : linesOf(lesson.chapters_vtt)));
  const [errors, setErrors] = useState<{ captions?: string; chapters?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const wrong = (text: string) => (text.trim() === '' ? null : checkVtt(text, lesson.duration_s * 1000).error);
    const [of_captions, of_chapters] = [wrong(captions), wrong(chapters)];
    const found = { ...(of_captions ? { captions: of_captions } : {}), ...(of_chapters ? { chapters: of_chapters } : {}) };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const refused = await actions.saveTracks(lesson.id, { captions_vtt: captions, chapters_vtt: chapters });
    setBusy(false);
    if (refused === null) onClose();
    else setErrors({ form: refused });
  };
  return (
    <Dialog open title={`字幕与章节：${lesson.title}`} width={640} modal_only onClose={onClose}>
      <div className="grid gap-2">
        <TextArea
          label="章节"
          error={errors.chapters}
          hint="每行一个时间和标题，例如 00:00 开场、01:30 流程表；学员可以按章节跳转"
          className="textarea num w-full"
          rows={5}
          value={chapters}
          onValue={setChapters}
        />
        <TextArea
          label="字幕"
          error={errors.captions}
          hint="WebVTT 或 SRT 文本；留空即没有字幕"
          className="textarea num w-full"
          rows={8}
          value={captions}
          onValue={setCaptions}
        />
        <div>
          <FileButton accept=".vtt,.srt" testid="captions" onFile={(file) => void file.text().then(setCaptions)}>
            上传 .vtt 或 .srt 字幕
          </FileButton>
        </div>
        {errors.form && <FormError className="text-error">{errors.form}</FormError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={busy} onClick={() => void save()}>
            保存
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
