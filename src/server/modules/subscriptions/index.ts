export { subscriptionJobs, tellSoon } from './jobs.ts';
export { cancelSubscription, subscribe, subscriptionsOf } from './subscribe.ts';
export { tellSubscribers } from './tell-subscribers.ts';
