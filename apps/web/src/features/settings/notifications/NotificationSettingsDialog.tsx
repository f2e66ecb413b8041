import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { usePopup } from '../../../lib/popups.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { Form } from '../../../ui/Field.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { SettingsPopupProps } from '../parts.tsx';
import { ThisDevice } from './ThisDevice.tsx';

interface CheckRowProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function CheckRow({ label, hint, checked, onChange }: CheckRowProps) {
  const id = useId();
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 has-disabled:opacity-50">
      <input
        type="checkbox"
        aria-describedby={hint && `${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0"
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="text-17">{label}</span>
        {hint && (
          <span id={`${id}-hint`} aria-hidden className="text-13 text-soft">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

const kinds = ['messages', 'tags', 'followers', 'likes', 'comments', 'joins', 'events', 'birthdays'] as const;
type Switches = Record<'enabled' | (typeof kinds)[number], boolean>;

/**
 * Returns a function that saves only the settings changed in this dialog. Another device may have changed the other settings.
 */
function useSave() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const save = async (changed: Partial<Switches>): Promise<void> => {
    await utils.notifications.settings.cancel();
    const before = utils.notifications.settings.getData();
    utils.notifications.settings.setData(undefined, (old) => old && { ...old, ...changed });
    toast(t('notificationSettings.saved'), { variant: 'good' });
    try {
      utils.notifications.settings.setData(undefined, await api.notifications.changeSettings.mutate(changed));
    } catch (error) {
      utils.notifications.settings.setData(undefined, before);
      void utils.notifications.settings.invalidate();
      const action = { label: t('common.tryAgain'), run: () => void save(changed) };
      toast(`${t('notificationSettings.failed')} ${failureText(error)}`, { variant: 'bad', action });
    }
  };
  return save;
}

/** The switches. A switch that was not changed in this dialog shows the server's state, even if another device changes it. */
function Choices({ saved }: { saved: Switches }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const save = useSave();
  const [changed, setChanged] = useState<Partial<Switches>>({});
  const values = { ...saved, ...changed };
  const row = (name: keyof Switches) => ({
    label: t(`notificationSettings.${name}`),
    checked: values[name],
    onChange: (checked: boolean) => setChanged({ ...changed, [name]: checked }),
  });
  return (
    <Form
      id="notification-settings"
      className="flex flex-col gap-4 p-5"
      onSubmit={() => {
        void save(changed);
        close();
      }}
    >
      <CheckRow {...row('enabled')} hint={values.enabled ? undefined : t('notificationSettings.enabledHint')} />
      <fieldset disabled={!values.enabled} className="flex flex-col gap-1 border-l-2 border-line pl-4">
        <legend className="sr-only">{t('notificationSettings.about')}</legend>
        {kinds.map((kind) => (
          <CheckRow key={kind} {...row(kind)} hint={kind === 'tags' ? t('notificationSettings.tagsHint') : undefined} />
        ))}
      </fieldset>
    </Form>
  );
}

export function NotificationSettingsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const settings = trpc.notifications.settings.useQuery(undefined, { staleTime: 0 });
  const saved = settings.data;
  return (
    <Dialog
      title={t('settings.notifications')}
      screen
      covered={covered}
      onClose={close}
      footer={saved && <DialogFooter form="notification-settings" label={t('common.save')} onCancel={close} />}
    >
      {saved ? (
        <Choices saved={saved} />
      ) : settings.isError ? (
        <ErrorState title={t('notificationSettings.unread')} onRetry={() => void settings.refetch()} />
      ) : (
        // As high as the switches and the buttons below them, so that the dialog keeps its place.
        <div className="p-5">
          <SkeletonList rows={10} />
        </div>
      )}
      <ThisDevice silent={saved?.enabled === false} />
    </Dialog>
  );
}
