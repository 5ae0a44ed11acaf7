import { JOB_PATHS } from '#contract/job.ts';
import {
  type ApplicationStage,
  PART_LINE_MAX,
  PART_ROWS_MAX,
  PART_TEXT_MAX,
  type ResumeContact,
  type ResumeParts,
  STAGE_MOVES,
  WITHDRAWABLE,
} from '#contract/recruit.ts';
import { plainText } from '../../kernel/plain-text.ts';

/** Whether a recruiter may move an application from one stage to the other. */
export const mayMove = (from: ApplicationStage, to: ApplicationStage): boolean => STAGE_MOVES[from].includes(to);

export const mayWithdraw = (from: ApplicationStage): boolean => WITHDRAWABLE.includes(from);

const line = (text: unknown, max = PART_LINE_MAX): string =>
  [...plainText(String(text ?? '')).replaceAll('\n', ' ')].slice(0, max).join('').trim();
const text = (value: unknown): string => [...plainText(String(value ?? ''))].slice(0, PART_TEXT_MAX).join('').trim();

function rows<Row extends object>(list: readonly Row[], tidy: (row: Row) => Row): Row[] {
  return list
    .slice(0, PART_ROWS_MAX)
    .map(tidy)
    .filter((row) => Object.values(row).some((value) => value !== ''));
}

/** A resume as it is stored: texts plain and cut to their limits, empty rows gone. */
export function tidyParts(parts: ResumeParts): ResumeParts {
  const { person, wish } = parts;
  return {
    person: {
      ...{
        name: line(person.name, 20),
        birth_year: line(person.birth_year, 4),
        city: line(person.city, 20),
        years: line(person.years, 10),
      },
      about: text(person.about),
    },
    wish: {
      ...{ position: line(wish.position, 30), city: line(wish.city, 20), salary: line(wish.salary, 30) },
      ...{ work: line(wish.work, 10), available: line(wish.available, 20) },
    },
    experience: rows(parts.experience, (one) => ({
      ...{ company: line(one.company), position: line(one.position), from: line(one.from, 10), to: line(one.to, 10), text: text(one.text) },
    })),
    projects: rows(parts.projects, (one) => ({
      ...{ name: line(one.name), role: line(one.role), when: line(one.when, 30), text: text(one.text) },
      ...(one.work && { work: one.work }),
    })),
    education: rows(parts.education, (one) => ({
      ...{ school: line(one.school), degree: line(one.degree, 10), major: line(one.major), from: line(one.from, 10), to: line(one.to, 10) },
    })),
    skills: [...new Set(parts.skills.map((one) => line(one, 20)).filter((one) => one !== ''))].slice(0, 20),
    works: parts.works.slice(0, PART_ROWS_MAX),
  };
}

export const tidyContact = ({ mobile, mail, wechat }: ResumeContact): ResumeContact => ({
  ...{ mobile: line(mobile.normalize('NFKC'), 20).replaceAll(/[\s-]/g, ''), mail: line(mail, 100), wechat: line(wechat, 30) },
});

/** The words of a resume that enterprises search in: never its name or contact. */
export function resumeWords({ person, wish, experience, projects, education, skills }: ResumeParts): string {
  return [
    ...[wish.position, wish.city, wish.work, person.city, ...skills],
    ...experience.flatMap((one) => [one.company, one.position]),
    ...projects.map((one) => one.name),
    ...education.flatMap((one) => [one.school, one.major, one.degree]),
  ]
    .join(' ')
    .toLowerCase()
    .slice(0, 2_000);
}

/** Plain words, cut to what the field takes. */
export const cutText = (text: string, max: number): string => [...plainText(text)].slice(0, max).join('').trim();

/** Moves an application where no person did. */
export const SITE = 0;

export const applicantsPage = (item_id: number): string => JOB_PATHS.applicants(item_id);
export const OWN_APPLICATIONS = `${JOB_PATHS.resumes}?tab=applications`;

/** 张三 -> 张**: how somebody is called who has not applied. */
export const shownName = (name: string): string => (name === '' ? '求职者' : `${[...name][0]}**`);
