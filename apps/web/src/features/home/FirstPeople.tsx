import { lazy } from 'react';
import { Optional } from '../../ui/Optional.tsx';
import { SuggestedPeople } from '../follows/PeopleList.tsx';

const InviteFriends = lazy(() => import('../people/InviteFriends.tsx'));

/** Where there are no posts: people to follow or, if there are none either, the invitation of friends. */
export default function FirstPeople() {
  return (
    <SuggestedPeople
      empty={
        <Optional>
          <InviteFriends />
        </Optional>
      }
    />
  );
}
