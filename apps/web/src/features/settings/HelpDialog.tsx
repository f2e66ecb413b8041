import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { HelpTopic, SettingsPopupProps } from './parts.tsx';

const parts = {
  help: ['who', 'find', 'password', 'leave'],
  contact: ['people', 'tell', 'secret'],
  terms: ['yours', 'kept', 'kind', 'asItIs'],
} as const;

/** A few honest words for a community that runs its own server. */
export function HelpDialog({ name, covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const topic = name as HelpTopic;
  const titles = { help: t('settings.helpCenter'), contact: t('settings.contact'), terms: t('settings.terms') };
  return (
    <Dialog title={titles[topic]} covered={covered} onClose={close}>
      <div className="flex flex-col gap-6 px-5 py-6">
        {parts[topic].map((part) => (
          <section key={part} className="flex flex-col gap-1">
            <h3 className="text-17 font-semibold text-balance">{t(`${topic}.${part}` as 'help.who')}</h3>
            <p className="text-15 text-pretty text-soft">{t(`${topic}.${part}Text` as 'help.whoText')}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
