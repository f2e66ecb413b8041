import { Failure } from './failure.ts';

/** Throws the error for a script that could not be fetched. */
export const throwNetworkFailure = (): never => {
  throw new Failure('network');
};

/** Loads the API client on demand, so that the log-in page's first load does not contain it. */
export const loadApi = () => import('./api.ts').then(({ api }) => api, throwNetworkFailure);
