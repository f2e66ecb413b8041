/**
 * Which call an address of tRPC is: its procedure and what is asked of it, however the address writes that. `direction`, which
 * TanStack Query adds to the first page of a list, asks for nothing.
 */
export function callOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  const { direction, ...input } = JSON.parse(searchParams.get('input') ?? '{}');
  return pathname + JSON.stringify(Object.entries(input).sort());
}
