export { cancelSubscription, subscribe, subscriptionsOf } from './subscribe.ts';
export { subscriptionJobs, tellSoon, tellSubscribers } from './tell-subscribers.ts';
