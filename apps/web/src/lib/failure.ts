export interface FieldFailure {
  path: string;
  key: string;
}

/**
 * What went wrong, as a code to translate. `fields` names the inputs a validation refused; `requestId` is what the server
 * calls the request, where the fault is the server's.
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

/** Told by name, so that pages without the client need not load it. */
const isFromTrpc = (error: unknown): error is Error & { data?: KithData | null } =>
  error instanceof Error && error.name === 'TRPCClientError';

/** Any thrown thing as a Failure; no answer at all is `network`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isFromTrpc(error)) {
    const kith = error.data?.kith;
    if (kith) return new Failure(kith.code, kith.message, kith.errors, kith.requestId);
    return new Failure(error.data ? 'internal' : 'network', error.message);
  }
  return new Failure('internal', error instanceof Error ? error.message : String(error));
}
