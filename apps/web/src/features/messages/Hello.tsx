import Hand from 'lucide-react/icons/hand';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Person } from './types.ts';

/** A conversation that has not begun. */
export function Hello({ person }: { person: Person | null }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
      {person?.userName && (
        <EmptyState icon={Hand} title={t('messages.hello', { name: person.userName })} lead={t('messages.helloLead')} />
      )}
    </div>
  );
}
