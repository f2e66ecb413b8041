/**
 * The row a write with a client id made or found. A retry that ran beside the first try waits for it but does not see it
 * in its own snapshot; a second look does.
 */
export async function firstRow<R>(run: () => Promise<R[]>, clientId: string | undefined): Promise<R | undefined> {
  const [row] = await run();
  if (row !== undefined || clientId === undefined) return row;
  return (await run())[0];
}
