import { useState } from 'react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { sampleLink } from '../../testing/samples.ts';
import { DraftLinkCard } from './DraftLinkCard.tsx';
import { draftLinkOf } from './draftLink.ts';

const nameOf = (url: string) => `At ${url} A walk at dawn Lake News`;

function Writing() {
  const [text, setText] = useState('');
  const [withoutPreview, setWithoutPreview] = useState<string>();
  return (
    <form>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <DraftLinkCard text={text} withoutPreview={withoutPreview} onRemove={setWithoutPreview} />
    </form>
  );
}

test('the preview of a typed link appears, is taken away with the focus in the text, and comes for another link', async () => {
  const asked: string[] = [];
  const read = ({ url }: { url: string }) => {
    asked.push(url);
    return url.endsWith('/none') ? null : sampleLink({ url, title: `At ${url}` });
  };
  const { screen } = await renderOnPage(<Writing />, { answers: { 'linkPreviews.read': read } });
  const field = screen.getByRole('textbox', { name: 'Text' });
  await field.fill('See https://lake.test/walk');
  const card = screen.getByRole('link', { name: nameOf('https://lake.test/walk') });
  await expect.element(card).toBeVisible();
  await expect.element(screen.getByText('Preview of the link added: At https://lake.test/walk')).toBeInTheDocument();
  const links = [expect.objectContaining({ url: 'https://lake.test/walk' })];
  expect(draftLinkOf(queryClient, 'https://lake.test/walk', undefined)).toEqual({ links });
  await screen.getByRole('button', { name: 'Remove the preview' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  expect(draftLinkOf(queryClient, 'https://lake.test/walk', 'https://lake.test/walk')).toEqual({ preview: false });
  await field.fill('See https://lake.test/swim');
  await expect.element(screen.getByRole('link', { name: nameOf('https://lake.test/swim') })).toBeVisible();
  await field.fill('See https://lake.test/none');
  await expect.poll(() => asked.at(-1)).toBe('https://lake.test/none');
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument();
  expect(draftLinkOf(queryClient, 'no link', undefined)).toEqual({});
});
