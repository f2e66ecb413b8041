declare global {
  /** Put there by build/start.js: answers under way, by address. */
  var kithAhead: Map<string, Promise<Response>> | undefined;
}

/** Who asks later wants to know how things are then. */
const fresh = 10_000;

/** The answer to what was asked before the scripts were there; each can be had once. */
export function takeAhead(address: string): Promise<Response> | undefined {
  const answer = performance.now() < fresh ? globalThis.kithAhead?.get(address) : undefined;
  globalThis.kithAhead?.delete(address);
  return answer;
}

/** What was asked for a member is nothing for the next one. */
export function forgetAhead(): void {
  globalThis.kithAhead = undefined;
}
