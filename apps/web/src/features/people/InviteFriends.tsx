import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from 'react-i18next';
import { InviteButtons } from './InviteButtons.tsx';
import { useInvitation } from './useInvitation.ts';

/** How many friends can join with the link of this card, and for how long. */
const terms = { uses: 10, days: 30 };

/** Invites friends, where there are few people to show. Renders nothing if members may not invite. */
export default function InviteFriends() {
  const { t } = useTranslation();
  const { possible, own, busy, link } = useInvitation(terms);
  if (!possible) return null;
  return (
    <section aria-labelledby="bring-friends" className="flex flex-col gap-4 rounded-sheet bg-accent-wash p-5 rail:p-6">
      <div className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface text-accent-text">
          <UserPlus aria-hidden className="size-5.5" />
        </span>
        <div className="min-w-0">
          <h2 id="bring-friends" className="text-17 font-semibold text-balance">
            {t('inviteFriends.title')}
          </h2>
          <p className="text-15 text-pretty text-ink">
            {own ? t('inviteFriends.leadLimited', { count: terms.uses }) : t('inviteFriends.lead')}
          </p>
        </div>
      </div>
      <InviteButtons busy={busy} link={link} />
    </section>
  );
}
