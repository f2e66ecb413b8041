import { exists, t } from 'i18next';

interface FieldFailure {
  path: string;
  key: string;
}

/**
 * An error with a code, for which translations exist. `fields` names the inputs that did not pass validation. `requestId` is
 * the server's id of the request, and is set if the server is at fault.
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

/** Checks the error's name instead of its class, so that pages without the tRPC client need not load that class. */
const isFromTrpc = (error: unknown): error is Error & { data?: KithData | null } =>
  error instanceof Error && error.name === 'TRPCClientError';

/** Converts any thrown value to a Failure. If there was no response, the code is `network`. */
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
 * Returns the text for an error in the reader's language: the translation for its code, or the raw message if the code is
 * unknown. If the server is at fault, the text includes the request id, by which an operator finds the log entry.
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
