import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../ui/Avatar.tsx';

/**
 * A row for a member who is deleted, is blocked or has blocked the viewer. The row does not reveal which of these is the case.
 */
export function UnavailableMember({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-14 items-center gap-3 p-2">
      <Avatar src={null} size={40} />
      <span className="flex-1 text-soft italic">{t('messages.unavailable')}</span>
      {children}
    </div>
  );
}
