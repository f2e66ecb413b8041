import type { Page } from 'playwright-core';

/** Has a page show the first steps of a new server to a host: its server answers that it is not set up yet. */
export async function showSetUp(page: Page): Promise<void> {
  await page.route('**/trpc/*host.settings*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"setUp":true', '"setUp":false') });
  });
}
