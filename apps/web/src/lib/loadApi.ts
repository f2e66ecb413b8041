import { Failure } from './failure.ts';

/** The client comes when a form is first touched, not with the page. */
export const loadApi = () =>
  import('./api.ts').then(
    ({ api }) => api,
    () => {
      throw new Failure('network');
    },
  );
