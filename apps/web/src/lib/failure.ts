import { exists, t } from 'i18next';

interface FieldFailure {
  path: string;
  key: string;
}

/**
 * A failure as a code, for which translations exist. `fields` names the inputs that validation refused; `requestId` is the
 * server's id of the request, set if the fault is the server's.
 */
export class Failure extends Error {
  readonly code: string;
  readonly fields: FieldFailure[];
  readonly requestId: string | undefined;

  constructor(code: string, message = code, fields: FieldFailure[] = [], requestId?: string) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
  }
}

interface KithData {
  kith?: { code: string; message: string; errors?: (FieldFailure & { message: string })[]; requestId?: string };
}

/** Checks the name instead of the class, so that pages without the tRPC client need not load it. */
const isFromTrpc = (error: unknown): error is Error & { data?: KithData | null } =>
  error instanceof Error && error.name === 'TRPCClientError';

/** Converts any thrown value to a Failure; a missing response is `network`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isFromTrpc(error)) {
    const kith = error.data?.kith;
    if (kith) return new Failure(kith.code, kith.message, kith.errors, kith.requestId);
    return new Failure(error.data ? 'internal' : 'network', error.message);
  }
  return new Failure('internal', error instanceof Error ? error.message : String(error));
}

/**
 * The text for a failure in the reader's language: that of its code, or the raw message if the code is unknown. For a server
 * fault it includes the request id, by which an operator finds the log entry.
 */
export function failureText(error: unknown): string {
  const failure = failureOf(error);
  if (failure.code === 'internal' && failure.requestId) return t('errors.internal-named', { id: failure.requestId });
  const key = failure.fields[0]?.key ?? failure.code;
  for (const candidate of [key, failure.code]) {
    if (exists(`errors.${candidate}`)) return t(`errors.${candidate}` as 'errors.internal');
  }
  return failure.message || t('errors.internal');
}
