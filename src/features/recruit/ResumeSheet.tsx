import type { ReactNode } from 'react';
import { detailPath, KINDS, type KindKey } from '#contract/kinds.ts';
import type { ResumeContact, ResumeParts } from '#contract/recruit.ts';

const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ');
const span = (from: string, to: string) => (from === '' && to === '' ? '' : `${from} – ${to || '至今'}`);

/** A resume as it is read. `contact` null: it was taken back. */
export function ResumeSheet({ parts, contact }: { parts: ResumeParts; contact: ResumeContact | null }) {
  const { person, wish } = parts;
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="num text-muted">
          {joined(wish.position, person.city, person.years && `${person.years}经验`, person.birth_year && `${person.birth_year} 年生`)}
        </p>
        <p className="num">
          {contact === null ? (
            <span className="text-muted">对方没有公开联系方式</span>
          ) : (
            joined(contact.mobile, contact.mail, contact.wechat && `微信 ${contact.wechat}`)
          )}
        </p>
      </div>
      <Part title="个人简介" shown={person.about !== ''}>
        <p className="whitespace-pre-line">{person.about}</p>
      </Part>
      <Part title="求职意向" shown={joined(wish.city, wish.salary, wish.work, wish.available) !== ''}>
        <p className="num">{joined(wish.position, wish.city, wish.salary, wish.work, wish.available)}</p>
      </Part>
      <Part title="工作经历" shown={parts.experience.length > 0}>
        {parts.experience.map((one) => (
          <Entry
            key={Object.values(one).join('|')}
            title={joined(one.company, one.position)}
            when={span(one.from, one.to)}
            text={one.text}
          />
        ))}
      </Part>
      <Part title="项目经历" shown={parts.projects.length > 0}>
        {parts.projects.map((one) => (
          <Entry
            key={`${one.name}|${one.when}|${one.text}`}
            title={joined(one.name, one.role)}
            when={one.when}
            text={one.text}
            work={one.work}
          />
        ))}
      </Part>
      <Part title="教育经历" shown={parts.education.length > 0}>
        {parts.education.map((one) => (
          <Entry
            key={Object.values(one).join('|')}
            title={joined(one.school, one.major, one.degree)}
            when={span(one.from, one.to)}
            text=""
          />
        ))}
      </Part>
      <Part title="技能" shown={parts.skills.length > 0}>
        <ul className="flex flex-wrap gap-2">
          {parts.skills.map((skill) => (
            <li key={skill} className="rounded-field bg-ground px-2 py-0.5">
              {skill}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="作品" shown={parts.works.length > 0}>
        <ul className="grid gap-1">
          {parts.works.map((work) => (
            <li key={work.id}>
              <WorkLink work={work}>{work.title}</WorkLink>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Part({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <section className="grid gap-2">
      <h3 className="border-b border-line pb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function WorkLink({ work, children }: { work: ResumeParts['works'][number]; children: ReactNode }) {
  return (
    <a className="link link-hover text-primary" href={detailPath(KINDS[work.kind as KindKey], work.id)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

interface EntryProps {
  title: string;
  when: string;
  text: string;
  work?: ResumeParts['works'][number] | undefined;
}

function Entry({ title, when, text, work }: EntryProps) {
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{work ? <WorkLink work={work}>{title}</WorkLink> : title}</span>
        <span className="num text-xs text-muted">{when}</span>
      </p>
      {text && <p className="whitespace-pre-line">{text}</p>}
    </div>
  );
}
