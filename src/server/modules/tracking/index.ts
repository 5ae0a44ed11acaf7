export { eventBuffer, stopEvents, trackADay, trackMonths, visitMonths, writeEvents } from './event-buffer.ts';
export { droppedSince, readDays, rollUpDay, rollUpRetention, type TrackDay, type TrackWhat } from './roll-up.ts';
export { bindVisitor, makeFiguresSoon, type ToldEvent, type ToldEvents, takeEvents, trackingJobs, unbindVisitors } from './take-events.ts';
