/** What the screens of an organiser hand to their stores. */
export { cancelSalon, endDoor, fetchDoors, fetchMessages, fetchSalon, makeDoor, sendMessage, setSale } from './organise.api.ts';
