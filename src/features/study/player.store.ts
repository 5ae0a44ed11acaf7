import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { readText, writeText } from '#client/storage.ts';
import { type BeatAnswer, type LessonStart, mergeSections, type PlayingDevice, SECTIONS_MAX, type Section } from '#contract/study.ts';
import { dropBeat, keepBeat, keptBeats } from './kept-beats.ts';
import { postBeat, postTick, startLesson } from './screen-calls.ts';

export interface PlayerState {
  /** refused: no right; full: two other devices play; ended: another device took over. */
  status: 'idle' | 'starting' | 'playing' | 'refused' | 'full' | 'ended' | 'failed';
  start: LessonStart | null;
  failure: Failure | null;
  /** The devices that play when `full`. */
  playing: readonly PlayingDevice[];
  percent: number;
  done: boolean;
  /** Marked as done by hand. */
  ticked: boolean;
  /** Number of the certificate that came while watching. */
  certificate: string;
}

const IDLE: PlayerState = {
  status: 'idle',
  start: null,
  failure: null,
  playing: [],
  percent: 0,
  done: false,
  ticked: false,
  certificate: '',
};

export interface PlayerCalls {
  start: typeof startLesson;
  beat: typeof postBeat;
  tick: typeof postTick;
}

/** Whether the same words will be refused again; others wait for another time, as without a network. */
const isFinal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** A step further than this between two looks at the time is a jump, seconds. */
const JUMP_S = 4;

/** What of a film was really played, as sections of whole seconds: a new one begins after every jump. */
export function createWatchLog(clock_ms: () => number = () => performance.now()) {
  let closed: Section[] = [];
  let from = -1;
  let to = -1;
  let looked_ms = 0;

  function close(): void {
    if (to > from && from >= 0) closed = mergeSections([...closed, [Math.floor(from), Math.ceil(to)]]);
    from = -1;
    to = -1;
  }

  /** The film plays and is here now. `end_rate`: it ended at that speed; browsers say nothing while a last picture stands, so the clock does. */
  function play(at_s: number, end_rate = 0): void {
    const step_s = JUMP_S + ((clock_ms() - looked_ms) / 1000) * end_rate;
    looked_ms = clock_ms();
    if (from < 0 || at_s < to - 0.5 || at_s > to + step_s) {
      close();
      from = at_s;
    }
    to = at_s;
  }

  /** All that was played since the beginning. */
  const sections = (): Section[] => (to > from && from >= 0 ? mergeSections([...closed, [Math.floor(from), Math.ceil(to)]]) : closed);

  return { play, close, sections };
}

/** Plays one lesson for one account: its address, what was watched of it, and how far it is. */
export function createPlayer(lesson_id: number, user_id: () => number | null, given: Partial<PlayerCalls> = {}) {
  const calls: PlayerCalls = { start: startLesson, beat: postBeat, tick: postTick, ...given };
  const $state = map<PlayerState>(IDLE);
  const device = deviceName();
  const log = createWatchLog();
  let sending: Promise<void> | null = null;

  /** Goes on where the learner was, or at `at_s`. What is written beside a film that is started again stays. */
  async function begin(take_over = false, at_s: number | null = null): Promise<void> {
    const before = $state.get().start;
    $state.set({ ...IDLE, status: 'starting', start: before });
    try {
      const start = await calls.start(lesson_id, device, take_over);
      await sendKept();
      const percent = start.done ? 100 : start.duration_s > 0 ? Math.floor((start.seconds / start.duration_s) * 100) : 0;
      const from = at_s === null || at_s < 0 ? start : { ...start, position_s: Math.min(at_s, start.duration_s) };
      $state.set({ ...IDLE, status: 'playing', start: from, percent, done: start.done === 1, ticked: start.ticked === 1 });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const playing = (error.data as { playing?: PlayingDevice[] } | null)?.playing ?? [];
      const status = error.status === 403 ? 'refused' : playing.length > 0 ? 'full' : 'failed';
      $state.set({ ...IDLE, status, failure: failureOf(error), playing, start: status === 'failed' ? before : null });
    }
  }

  /** Reports what was watched; what does not arrive is stored for later. One at a time, unless the page is being left. */
  function beat(position_s: number, rate: number, leaving = false): Promise<void> {
    if (sending && !leaving) return sending;
    const sections = log.sections().slice(-SECTIONS_MAX);
    const told = tell({ id: lesson_id, sections, position_s: Math.floor(position_s), rate, device }, leaving).finally(() => {
      if (sending === told) sending = null;
    });
    sending = told;
    return told;
  }

  async function tell(input: Parameters<PlayerCalls['beat']>[0], leaving: boolean): Promise<void> {
    const user = user_id();
    try {
      take(await calls.beat(input, leaving));
      if (user !== null) dropBeat(user, lesson_id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // the lesson has another film meanwhile
      if (error.status === 409) $state.set({ ...$state.get(), status: 'failed', failure: failureOf(error) });
      if (!isFinal(error) && user !== null && input.sections.length > 0) {
        keepBeat(user, { lesson: lesson_id, sections: [...input.sections], position_s: input.position_s });
      }
    }
  }

  function take({ percent, done, certificate, ended }: BeatAnswer): void {
    const state = $state.get();
    $state.set({
      ...state,
      percent,
      done: done === 1,
      certificate: certificate || state.certificate,
      ...(ended === 1 ? { status: 'ended' as const } : {}),
    });
  }

  /** What did not arrive earlier, of any lesson. */
  async function sendKept(): Promise<void> {
    const user = user_id();
    if (user === null) return;
    for (const { lesson, sections, position_s } of keptBeats(user)) {
      try {
        await calls.beat({ id: lesson, sections, position_s, rate: 1, device });
        dropBeat(user, lesson);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // a lesson that is gone or was never opened is no longer reported
        if (isFinal(error)) dropBeat(user, lesson);
      }
    }
  }

  /** The learner's own mark. @throws ApiError */
  async function tick(ticked: boolean): Promise<void> {
    await calls.tick(lesson_id, ticked);
    $state.setKey('ticked', ticked);
  }

  return { $state, log, actions: { begin, beat, tick } };
}

export type Player = ReturnType<typeof createPlayer>;

/** A random name of this browser among those that play an account's courses. */
const DEVICE_KEY = 'study_device';

/** The same for all tabs; without storage, of this page alone. */
function deviceName(): string {
  const known = readText(DEVICE_KEY);
  if (known && /^[\w-]{8,64}$/.test(known)) return known;
  const made = newKey();
  writeText(DEVICE_KEY, made);
  return made;
}
