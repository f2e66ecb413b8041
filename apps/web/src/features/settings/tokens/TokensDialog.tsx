import { useTranslation } from 'react-i18next';
import { usePopup } from '../../../lib/popups.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { SettingsPopupProps } from '../parts.tsx';
import { NewToken } from './NewToken.tsx';
import { TokenList } from './TokenList.tsx';

/** Creates, lists and revokes the member's access tokens. */
export function TokensDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  return (
    <Dialog title={t('tokens.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('tokens.lead')}</p>
        <NewToken />
        <TokenList />
      </div>
    </Dialog>
  );
}
