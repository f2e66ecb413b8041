import { isAllDay } from '@kith/contracts/eventTimes';
import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';
import type { TFunction } from 'i18next';
import CakeSlice from 'lucide-react/icons/cake-slice';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import Hourglass from 'lucide-react/icons/hourglass';
import PartyPopper from 'lucide-react/icons/party-popper';
import type { ComponentType, SVGProps } from 'react';
import { region, timeOfDay } from '../../i18n/dates.ts';
import type { Member, PostView } from '../../lib/types.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { captionText } from '../posts/captionParts.ts';

type TodayView = inferRouterOutputs<AppRouter>['today']['read'];

/** A line of what is new today: it opens a post, or a member's page. */
export interface TodayLine {
  key: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  text: string;
  to: { postId: number } | { userName: string };
}

/** The number of lines that are at most 200 px high together: four, or fewer where text is larger. A line has 2.75 rem, the edges 0.5. */
function maxLines(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.min(4, Math.max(1, Math.floor((200 / rem - 0.5) / 2.75)));
}

const wordsOf = (t: TFunction, { caption, image }: PostView): string =>
  captionText(caption).replace(/\s+/g, ' ') || t(image?.kind === 'video' ? 'today.video' : 'today.picture');

function eventText(t: TFunction, post: PostView): string {
  const text = wordsOf(t, post);
  const { event } = post;
  const beginsToday = event && new Date(event.startsAt).toDateString() === new Date().toDateString();
  return !beginsToday || isAllDay(event)
    ? t('today.eventDay', { text })
    : t('today.event', { time: timeOfDay(event.startsAt), text });
}

const yearsAgo = ({ createdAt }: PostView): number => new Date().getFullYear() - new Date(createdAt).getFullYear();

/** Returns the lines of today: the first of each kind, and then others, as long as there is room. */
export function todayLines(t: TFunction, { birthdays, events, joined, polls, memories }: TodayView): TodayLine[] {
  const ofPeople = (
    key: string,
    icon: TodayLine['icon'],
    people: Member[],
    text: 'today.birthday' | 'today.joined',
  ) => {
    const [first] = people;
    const names = new Intl.ListFormat(region()).format(people.map(nameOf));
    return first
      ? [{ key, icon, text: t(text, { names, count: people.length }), to: { userName: first.userName } }]
      : [];
  };
  const ofPosts = (key: string, icon: TodayLine['icon'], posts: PostView[], text: (post: PostView) => string) =>
    posts.map((post) => ({ key: `${key}-${post.postId}`, icon, text: text(post), to: { postId: post.postId } }));
  const kinds: TodayLine[][] = [
    ofPeople('birthdays', CakeSlice, birthdays, 'today.birthday'),
    ofPosts('event', CalendarDays, events, (post) => eventText(t, post)),
    ofPosts('poll', ChartNoAxesColumn, polls, (post) =>
      t('today.poll', { name: nameOf(post.user), text: wordsOf(t, post) }),
    ),
    ofPosts('memory', Hourglass, memories, (post) =>
      t('today.memory', { count: yearsAgo(post), text: wordsOf(t, post) }),
    ),
    ofPeople('joined', PartyPopper, joined, 'today.joined'),
  ];
  const [firsts, others] = [kinds.map((lines) => lines.slice(0, 1)), kinds.map((lines) => lines.slice(1))];
  return [...firsts, ...others].flat().slice(0, maxLines());
}
