import { maxPictures } from '@kith/contracts/lengths';
import { sharedPicture, sharedText } from '../lib/sharedContent.ts';
import { memberCache } from './member.ts';

/**
 * The maximum size in bytes of a picture that the server accepts, and of a video that is kept until the composer converts it.
 */
const maxBytes = { image: 15 * 1024 * 1024, video: 1024 * 1024 * 1024 };

const isAccepted = ({ size, type }: File): boolean => {
  const [kind = ''] = type.split('/');
  return size > 0 && (kind === 'image' || kind === 'video') && size <= maxBytes[kind];
};

const toComposer = (): Response => Response.redirect('/home?popup=compose', 303);

const isFile = (value: FormDataEntryValue): value is File => typeof value !== 'string';

/** Stores what another app shares, and opens the composer with it, so that the member sees it before posting it. */
export async function receiveShare(request: Request): Promise<Response> {
  const { referrer } = request;
  // Another website has sent this form, not an app, so nothing is stored.
  if (/^https?:/.test(referrer) && new URL(referrer).origin !== location.origin) return toComposer();
  const form = await request.formData();
  const cache = await memberCache();
  const texts = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((each) => typeof each === 'string' && each);
  const pictures = form.getAll('pictures').filter(isFile).filter(isAccepted).slice(0, maxPictures);
  if (texts.length) await cache?.put(sharedText, new Response([...new Set(texts)].join('\n')));
  for (const [index, picture] of pictures.entries())
    await cache?.put(sharedPicture(index), new Response(picture, { headers: { 'content-type': picture.type } }));
  return toComposer();
}
