export { eventBuffer, stopEvents, writeEvents } from './event-buffer.ts';
export { makeFiguresSoon, trackingJobs } from './jobs.ts';
export { droppedSince, keepMonths, readDays, rollUpDay, rollUpRetention, type TrackDay, type TrackWhat } from './roll-up.ts';
export { trackADay, trackMonths } from './settings.ts';
export { bindVisitor, type ToldEvent, type ToldEvents, takeEvents } from './take-events.ts';
