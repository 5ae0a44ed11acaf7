export { eventBuffer, stopEvents, trackADay, trackMonths, writeEvents } from './event-buffer.ts';
export { droppedSince, keepMonths, readDays, rollUpDay, rollUpRetention, type TrackDay, type TrackWhat } from './roll-up.ts';
export { bindVisitor, makeFiguresSoon, type ToldEvent, type ToldEvents, takeEvents, trackingJobs } from './take-events.ts';
