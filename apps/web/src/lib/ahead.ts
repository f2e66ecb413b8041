declare global {
  /** Put there by the start script: answers under way, by address, and when the first of them is drawn. */
  var kithAhead: { answers: Map<string, Promise<Response>>; drawn: Promise<unknown> } | undefined;
}

/** Who asks later wants to know how things are then. */
const fresh = 10_000;

/** The answer to what was asked before the scripts were there; each can be had once. */
export function takeAhead(address: string): Promise<Response> | undefined {
  const answer = performance.now() < fresh ? globalThis.kithAhead?.answers.get(address) : undefined;
  globalThis.kithAhead?.answers.delete(address);
  return answer;
}

/** What was asked for a member is nothing for the next one. */
export function forgetAhead(): void {
  globalThis.kithAhead = undefined;
}
