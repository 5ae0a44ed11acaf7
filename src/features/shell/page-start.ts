// one file for all that every page starts with: a request less before the first paint than one for each
import './session-header.ts';
import '../identity/login-door.ts';
import '../item-detail/scroll-state.ts';
import '../promotion/tracking.ts';
import '../service/service-door.ts';
import { guardEmptySearch } from '../search/empty-search.ts';

guardEmptySearch(document);
