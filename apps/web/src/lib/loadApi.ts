import { Failure } from './failure.ts';

/** Throws the failure of a script that cannot be fetched. */
export const throwNetworkFailure = (): never => {
  throw new Failure('network');
};

/** Loads the API client when a form is first focused, to keep it out of the first load. */
export const loadApi = () => import('./api.ts').then(({ api }) => api, throwNetworkFailure);
