/**
 * Identifies the call of a tRPC address, procedure and input, however it is encoded. `direction`, which TanStack Query adds to
 * the first page of a list, is ignored.
 */
export function callOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  const { direction, ...input } = JSON.parse(searchParams.get('input') ?? '{}');
  return pathname + JSON.stringify(Object.entries(input).sort());
}
