import { expect, test } from 'vitest';
import { PersonRow } from '../features/people/PersonRow.tsx';
import { renderOnPage } from '../testing/render.tsx';
import { bob } from '../testing/samples.ts';
import { hasInName, nameOf, PersonName } from './PersonName.tsx';

const named = (displayName: string | null) => ({ ...bob, displayName });

test('the display name stands before the user name, and without one the user name stands alone', async () => {
  const { screen } = await renderOnPage(
    <>
      <PersonRow person={named('Бобан')} />
      <PersonRow person={{ ...bob, userId: 3, userName: 'carol' }} />
    </>,
  );
  await expect.element(screen.getByRole('link', { name: 'Бобан @bob', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'carol', exact: true })).toBeVisible();
});

test('a long name is cut on one line, and a name from right to left does not turn the user name around', async () => {
  const { screen } = await renderOnPage(
    <div style={{ width: 300 }}>
      <div data-testid="long">
        <PersonName person={named('W'.repeat(50))} />
      </div>
      <div data-testid="right">
        <PersonName person={named('דנה כהן')} />
      </div>
    </div>,
  );
  const box = (id: string) => screen.getByTestId(id).element();
  expect(box('long').scrollWidth).toBe(300);
  expect(box('long').getBoundingClientRect().height).toBeLessThan(40);
  const [name, userName] = [...box('right').querySelectorAll('bdi, bdi + span')].map((part) =>
    part.getBoundingClientRect(),
  );
  expect(name?.right).toBeLessThanOrEqual(userName?.left ?? 0);
});

test('a user name is shown whole beside the display name, or not at all', async () => {
  const { screen } = await renderOnPage(
    [300, 110].map((width) => (
      <div key={width} data-testid={`in ${width}`} style={{ width }}>
        <PersonName person={{ ...bob, displayName: 'Lucía Marín' }} />
      </div>
    )),
  );
  const lines = [300, 110].map((width) => {
    const box = screen.getByTestId(`in ${width}`).element();
    const [name, userName] = [...box.querySelectorAll('bdi, bdi + span')] as [HTMLElement, HTMLElement];
    const isCut = name.scrollWidth > name.clientWidth;
    return { isCut, isShown: userName.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom };
  });
  expect(lines).toEqual([
    { isCut: false, isShown: true },
    { isCut: false, isShown: false },
  ]);
});

test('a member is found by either name, without case and accents', () => {
  const person = { userName: 'zosia_k', displayName: 'Żółta Łódka' };
  for (const text of ['', 'SIA_', 'zolta', 'ŁÓDKA', 'ta lod'])
    expect([text, hasInName(person, text)]).toEqual([text, true]);
  expect(hasInName(person, 'kowalska')).toBe(false);
  expect([nameOf(person), nameOf(bob), nameOf({ userName: null, displayName: null })]).toEqual([
    'Żółta Łódka',
    'bob',
    null,
  ]);
});
