import { expect, test } from 'vitest';
import { inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import ReportDialog from './ReportDialog.tsx';

test('a report whose reason changes while it is being sent is sent once, and an error goes with the next reason', async () => {
  const { promise, reject } = Promise.withResolvers<object>();
  const { screen } = await renderOnPage(<ReportDialog reported={{ kind: 'post', id: 10 }} />, {
    answers: { 'reports.create': () => promise },
  });
  const spam = screen.getByText('Spam or advertising');
  const other = screen.getByText('Something else');
  const send = screen.getByRole('button', { name: 'Send report' });
  await spam.click();
  await send.click();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await other.click();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  reject(new Refusal('rate-limited'));
  await expect.element(screen.getByText(/too often/)).toBeVisible();
  await spam.click();
  await expect.element(screen.getByText(/too often/)).not.toBeInTheDocument();
  expect(inputsOf('reports.create')).toEqual([{ kind: 'post', id: 10, reason: 'spam', note: '' }]);
});
