/**
 * Returns a key for a tRPC URL, made of its procedure and input. The order of the input's fields and the encoding of the URL
 * make no difference. The field `direction`, which TanStack Query adds to the first page of a list, is ignored.
 */
export function callOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  const { direction, ...input } = JSON.parse(searchParams.get('input') ?? '{}');
  return pathname + JSON.stringify(Object.entries(input).sort());
}
