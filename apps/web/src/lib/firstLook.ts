let first = true;

/** Half a second at most, and only when the page opens: drawn once with its list, a screen is there sooner than drawn twice. */
export async function firstLook(list: Promise<void>): Promise<void> {
  if (!first) return;
  first = false;
  await Promise.race([list, new Promise((resolve) => setTimeout(resolve, 500))]);
}
