import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../../lib/trpc.ts';
import type { Member } from '../../../lib/types.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LiveText } from '../../../ui/LiveText.tsx';
import { PersonName } from '../../../ui/PersonName.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { VideoMark } from '../../../ui/VideoMark.tsx';
import { FollowButton } from '../../follows/FollowButton.tsx';
import { PersonRow, UnavailablePerson } from '../../people/PersonRow.tsx';
import { GroupAvatar } from '../list/ChatAvatar.tsx';
import type { Chat, ShownMessage } from '../message.ts';
import { labelOf } from './chatActions.tsx';
import type { OpenChat, People } from './useOpenChat.ts';

const PictureViewer = lazy(() => import('../../posts/PictureViewer.tsx'));

/** Shows the other member: picture, name and bio. */
function AboutPerson({ person }: { person: Member }) {
  const { userName, profilePicture } = person;
  const { t } = useTranslation();
  const profile = trpc.users.byName.useQuery({ userName }, { staleTime: 10 * 60_000 }).data;
  // The button stays after it was pressed, with the new state.
  const offersFollow = useRef(false);
  offersFollow.current ||= profile?.followsMe === true && profile.followState === 'none';
  return (
    <section className="flex flex-col items-center gap-2 text-center">
      <Avatar src={profilePicture} size={96} />
      <Link
        to="/user/$username"
        params={{ username: userName }}
        data-own
        className="inline-flex min-h-11 max-w-full items-center text-17 font-semibold underline-offset-4 hover:underline"
      >
        <PersonName person={person} stacked />
      </Link>
      {profile?.followsMe && <p className="text-13 text-soft">{t('profile.followsYou')}</p>}
      {profile && offersFollow.current && <FollowButton person={profile} back />}
      {profile?.bio && (
        <p className="text-15 text-pretty whitespace-pre-wrap text-soft">
          <LiveText text={profile.bio} />
        </p>
      )}
    </section>
  );
}

/** The maximum number of group members in the panel. The dialog with the group's details lists all members. */
const maxMembers = 8;

function AboutGroup({ group, onAbout }: { group: Chat; onAbout: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <section className="flex flex-col items-center gap-2 text-center">
        <GroupAvatar size={96} src={group.picture} />
        <p data-own className="text-17 font-semibold text-balance">
          {group.name}
        </p>
        <Button variant="quiet" small onClick={onAbout}>
          {t('messages.group.about')}
        </Button>
      </section>
      <section aria-labelledby="chat-members" className="flex flex-col gap-1">
        <h3 id="chat-members" className="text-15 font-semibold">
          {t('messages.group.members', { count: group.users.length })}
        </h3>
        <ul className="-mx-2 flex flex-col">
          {group.users.slice(0, maxMembers).map(({ userName, ...person }) => (
            <li key={person.userId}>
              {userName === null ? <UnavailablePerson /> : <PersonRow person={{ ...person, userName }} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The maximum number of pictures in the panel, in rows of three. */
const maxPictures = 12;

/** The newest pictures among the loaded messages of the chat. */
function ChatPictures({ messages, people }: { messages: ShownMessage[]; people: People }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number>();
  const pictures = messages.flatMap(({ picture, senderId }) =>
    picture?.status === 'ready' ? [{ ...picture, label: labelOf(t, picture, people.nameOf(senderId)) }] : [],
  );
  const newest = pictures.toReversed().slice(0, maxPictures);
  if (!newest.length) return null;
  return (
    <section aria-labelledby="chat-pictures" className="flex flex-col gap-2">
      <h3 id="chat-pictures" className="text-15 font-semibold">
        {t('composer.pictures')}
      </h3>
      <ul className="grid grid-cols-3 gap-1.5">
        {newest.map((picture) => (
          <li key={picture.imageId}>
            <button
              type="button"
              className="relative block w-full overflow-hidden rounded-card"
              onClick={() => setShown(pictures.indexOf(picture))}
            >
              <Picture source={picture} alt={picture.label} sizes="96px" shape="square" />
              {picture.kind === 'video' && <VideoMark durationMs={picture.durationMs} />}
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <PictureViewer
            title={t('composer.pictures')}
            pictures={pictures}
            index={shown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface Props {
  open: OpenChat;
  people: People;
  messages: ShownMessage[];
  onAbout: () => void;
}

/** The panel beside a chat on a wide screen, with the chat's members and pictures. */
export default function ChatPanel({ open: { person, group }, people, messages, onAbout }: Props) {
  return (
    <div className="flex flex-col gap-8 px-5 py-6">
      {group && <AboutGroup group={group} onAbout={onAbout} />}
      {person?.userName && <AboutPerson person={{ ...person, userName: person.userName }} />}
      <ChatPictures messages={messages} people={people} />
    </div>
  );
}
