export { bindVisitor } from './bind-visitor.ts';
export { eventBuffer, stopEvents, writeEvents } from './event-buffer.ts';
export { makeFiguresSoon, trackingJobs } from './jobs.ts';
export { keepMonths } from './months.ts';
export { droppedSince, readDays, rollUpDay, rollUpRetention, type TrackDay, type TrackWhat } from './roll-up.ts';
export { trackADay, trackMonths } from './settings.ts';
export { type ToldEvent, type ToldEvents, takeEvents } from './take-events.ts';
