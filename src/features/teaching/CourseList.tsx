import { KINDS } from '#contract/kinds.ts';
import { ITEM_STATUS_TEXT } from '#contract/publish.ts';
import { BE_TEACHER_PAGE, MY_COURSE_PAGE, type OwnCourseRow } from '#contract/teaching.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { amountText, countText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { loadOwnCourses } from './screen-calls.ts';

/** Own courses, the newest first. */
export function CourseList() {
  const { list, state } = useOwnList<Awaited<ReturnType<typeof loadOwnCourses>>>([''], loadOwnCourses);
  const { data } = state;
  const add = data?.teaches ? (
    <a className="btn btn-primary" href={KINDS.course.paths.add}>
      创建课程
    </a>
  ) : (
    <a className="btn btn-primary" href={BE_TEACHER_PAGE}>
      申请成为讲师
    </a>
  );
  return (
    <>
      {data && data.total > 0 && <p className="flex justify-end">{add}</p>}
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(course: OwnCourseRow) => course.id}
        empty={{
          title: data?.teaches ? '还没有课程' : '通过讲师申请后可以创建课程',
          hint: data?.teaches ? '先写好介绍，再按章节上传视频和讲义。' : '课程、学员和收益会出现在这里。',
          children: add,
        }}
      >
        {(course) => <Row course={course} />}
      </OwnListFrame>
    </>
  );
}

function Row({ course }: { course: OwnCourseRow }) {
  const name = course.title || '未命名课程';
  const figures: Array<[string, string]> = [
    ['课时', countText(course.lesson_num)],
    ['学员', countText(course.learner_num)],
    ['收益', `¥${amountText(course.income)}`],
  ];
  return (
    <div className="grid gap-3 py-5 sm:grid-cols-[160px_minmax(0,1fr)] sm:gap-5">
      <span className="aspect-[16/10] overflow-hidden rounded-lg bg-ground max-sm:hidden">
        {course.cover_src && <img className="size-full object-cover" src={course.cover_src} alt="" loading="lazy" />}
      </span>
      <div className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="min-w-0 text-base font-semibold break-words">{name}</h2>
          <span className={course.status === 'published' ? 'text-success' : 'text-muted'}>{ITEM_STATUS_TEXT[course.status]}</span>
        </div>
        {course.reject_reason && <p className="text-error">{course.reject_reason}</p>}
        <dl className="num flex flex-wrap gap-x-6 gap-y-1">
          {figures.map(([label, value]) => (
            <div key={label} className="flex gap-2">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
          <div className="flex gap-2">
            <dt className="text-muted">更新</dt>
            <dd>{timeText(course.updated_at)}</dd>
          </div>
        </dl>
        <div className="flex flex-wrap gap-2">
          <a className="btn btn-sm" href={`${KINDS.course.paths.edit}?id=${course.id}`} aria-label={`编辑课程 ${name}`}>
            编辑
          </a>
          <a className="btn btn-sm" href={`${MY_COURSE_PAGE}?id=${course.id}`} aria-label={`课程数据 ${name}`}>
            数据
          </a>
          {course.status === 'published' && (
            <a className="btn btn-sm" href={`${KINDS.course.paths.detail}?id=${course.id}`} aria-label={`查看课程 ${name}`}>
              查看
            </a>
          )}
          {course.waiting_num > 0 && (
            <a className="btn btn-sm btn-primary" href={`${MY_COURSE_PAGE}?tab=questions`}>
              {course.waiting_num} 个提问待回答
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
