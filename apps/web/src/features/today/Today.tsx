import { Link } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../lib/clock.ts';
import { memberKey } from '../../lib/member.ts';
import { trpc } from '../../lib/trpc.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { slideDown } from '../../ui/slideDown.ts';
import { PostLink } from '../posts/PostLink.tsx';
import { type TodayLine, todayLines } from './todayLines.ts';

const staleMs = 10 * 60_000;

/** The reader's day, on which one tap hides the lines. */
const today = (): string => dayOf(Date.now());
const dayOf = (time: number): string => new Date(time).toDateString();

const storageKey = () => memberKey('today');

function isHidden(): boolean {
  try {
    return localStorage.getItem(storageKey()) === today();
  } catch {
    return false;
  }
}

function storeHidden(): void {
  try {
    localStorage.setItem(storageKey(), today());
  } catch {
    // Without storage, the lines are hidden until the next visit.
  }
}

const line = 'flex min-h-11 min-w-0 items-center gap-3 rounded-card px-3 text-15 hover:bg-sunken';

function Line({ to, icon: Icon, text }: Omit<TodayLine, 'key'>) {
  const content: ReactNode = (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0 text-accent-text" />
      <span className="truncate">{text}</span>
    </>
  );
  return 'postId' in to ? (
    <PostLink postId={to.postId} className={line}>
      {content}
    </PostLink>
  ) : (
    <Link to="/user/$username" params={{ username: to.userName }} className={line}>
      {content}
    </Link>
  );
}

/** Whether this page has shown the lines before, so that they are there at once when the reader goes back to the feed. */
let wasShown = false;

/**
 * What is new today, above the feed: at most four quiet lines, until the reader hides them for the day. They arrive after the feed,
 * which slides down. While the reader is further down in the feed, they wait, so that nothing moves under the reader's eyes.
 */
export default function Today() {
  useMinute();
  const day = today();
  return <Lines key={day} day={day} />;
}

/** What is new on a day: lines that were fetched the day before are not. */
function Lines({ day }: { day: string }) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState(isHidden);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { data, dataUpdatedAt } = trpc.today.read.useQuery(
    { timeZone },
    { enabled: !hidden, staleTime: ({ state }) => (dayOf(state.dataUpdatedAt) === day ? staleMs : 0) },
  );
  const isOfDay = dayOf(dataUpdatedAt) === day;
  const lines = useMemo(() => (data && isOfDay ? todayLines(t, data) : []), [t, data, isOfDay]);
  const ready = !hidden && lines.length > 0;
  const [shown, setShown] = useState(ready && wasShown);
  const section = useRef<HTMLElement>(null);
  const early = useRef(shown);
  useEffect(() => {
    if (!ready || shown) return;
    const showAtTop = () => scrollY === 0 && setShown(true);
    // By then, the router has restored the place of a reader who goes back.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(showAtTop);
    });
    addEventListener('scroll', showAtTop);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', showAtTop);
    };
  }, [ready, shown]);
  useLayoutEffect(() => {
    const { current } = section;
    const feed = current?.nextElementSibling;
    wasShown ||= shown;
    if (!shown || early.current || !current || !(feed instanceof HTMLElement)) return;
    // The feed has moved down by the margin above the lines too.
    const top = current.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(current).marginTop);
    slideDown(feed, feed.getBoundingClientRect().top - top);
  }, [shown]);
  if (!ready || !shown) return null;
  return (
    <section
      ref={section}
      aria-label={t('today.title')}
      className="relative mx-4 mt-3 mb-3 animate-fade rounded-card bg-sunken/60 py-1 rail:mx-0 rail:mt-0 wide:mb-5"
    >
      <ul>
        {lines.map(({ key, ...each }) => (
          <li key={key} className="first:pr-11">
            <Line {...each} />
          </li>
        ))}
      </ul>
      <IconButton
        label={t('today.hide')}
        className="absolute top-1 right-0 text-soft"
        onClick={() => {
          storeHidden();
          setHidden(true);
          document.getElementById('content')?.focus({ preventScroll: true });
        }}
      >
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </section>
  );
}
