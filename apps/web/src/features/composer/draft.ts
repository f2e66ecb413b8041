import { splitCaption } from '@kith/contracts';
import { memberKey } from '../../lib/member.ts';
import type { PostView } from '../../lib/types.ts';
import { draftOfEvent } from '../events/eventDraft.ts';
import { type AudienceChoice, defaultAudience, defaultExpiry, emptyCaption, type PostDraft } from './postDraft.ts';

const audienceKey = () => memberKey('audience');

/** Returns the audience of a new draft: the last choice of this member on this device. */
function lastAudience(): AudienceChoice {
  try {
    return { ...defaultAudience, ...JSON.parse(localStorage.getItem(audienceKey()) ?? '{}') };
  } catch {
    return defaultAudience;
  }
}

export function storeAudience({ audience, audienceFrozen, comments }: AudienceChoice): void {
  try {
    localStorage.setItem(audienceKey(), JSON.stringify({ audience, audienceFrozen, comments }));
  } catch {
    // Without storage, the choice is forgotten, and each draft starts with the default audience.
  }
}

export const newDraft = (): PostDraft => ({ ...emptyCaption, ...defaultExpiry, ...lastAudience() });

export const draftOf = ({
  caption,
  location,
  audience,
  audienceFrozen,
  comments,
  event,
  album,
}: PostView): PostDraft => ({
  ...splitCaption(caption),
  location: location ?? '',
  ...defaultExpiry,
  audience,
  audienceFrozen,
  comments,
  ...(event && { event: draftOfEvent(event) }),
  album,
});

export const isEmpty = (draft: PostDraft): boolean =>
  !draft.event &&
  !draft.poll &&
  [draft.text, draft.people, draft.location, draft.hashtags].every((value) => !value.trim());
