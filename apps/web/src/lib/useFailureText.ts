import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from './failure.ts';

/**
 * Words for a failure in the reader's language: its code's, or the raw message of a code nobody knows. A fault of the
 * server's is told with the request's name, by which an operator finds it.
 */
export function useFailureText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    const failure: Failure = failureOf(error);
    if (failure.code === 'internal' && failure.requestId) return t('errors.internal-named', { id: failure.requestId });
    const key = failure.fields[0]?.key ?? failure.code;
    for (const candidate of [key, failure.code]) {
      if (i18n.exists(`errors.${candidate}`)) return t(`errors.${candidate}` as 'errors.internal');
    }
    return failure.message || t('errors.internal');
  };
}
