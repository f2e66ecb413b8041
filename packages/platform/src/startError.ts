/** Stops the start. Its message is one line for the operator: what is wrong, and how to mend it. */
export class StartError extends Error {
  override name = 'StartError';
}
