import type { HostMember } from '@kith/contracts';
import { maxLengths } from '@kith/contracts/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { nameOf } from '../../../ui/PersonName.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useReauthentication } from '../../auth/useReauthentication.tsx';
import { ShownOnce } from '../../settings/ShownOnce.tsx';

export type ActionName =
  | 'disable'
  | 'enable'
  | 'resetLink'
  | 'appointModerator'
  | 'removeModerator'
  | 'appoint'
  | 'remove';

export interface MemberAction {
  name: ActionName;
  member: HostMember;
}

/** Sends an action, and returns the link that it has made, if any. */
async function send({ name, member: { userId } }: MemberAction, reason: string): Promise<string | undefined> {
  if (name === 'resetLink') return (await api.host.resetLink.mutate({ userId })).url;
  await api.host[name].mutate({ userId, reason });
  return undefined;
}

/**
 * Explains an action on a member and asks for confirmation. Asks for the host's password if the last log-in is too long ago. A
 * link for a new password is shown here, once.
 */
export function MemberDialog({ action, onClose }: { action: MemberAction; onClose: () => void }) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { busy, run, fields } = useReauthentication();
  const [reason, setReason] = useState('');
  const [link, setLink] = useState<string>();
  const name = nameOf(action.member);
  const submit = () =>
    run(async () => {
      const made = await send(action, reason);
      for (const shown of [utils.host.members, utils.host.overview, utils.host.log]) void shown.invalidate();
      if (made) return setLink(made);
      toast(t(`host.actionDone.${action.name}`, { name }), { variant: 'good' });
      onClose();
    });
  return (
    <Dialog
      title={t(`host.actions.${action.name}`)}
      size="small"
      onClose={onClose}
      footer={
        link ? (
          <Button onClick={onClose}>{t('host.members.done')}</Button>
        ) : (
          <DialogFooter
            form="member-action"
            label={t(`host.confirm.${action.name}`)}
            danger={action.name === 'disable'}
            busy={busy}
            onCancel={onClose}
          />
        )
      }
    >
      <Form
        id="member-action"
        className="flex flex-col gap-4 px-5 py-6"
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        {link ? (
          <>
            <p className="text-15 text-pretty">{t('host.members.linkLead', { name })}</p>
            <ShownOnce label={t('host.members.link')} value={link} copy={t('host.members.copyLink')} />
          </>
        ) : (
          <>
            <p className="text-15 text-pretty">{t(`host.leads.${action.name}`, { name })}</p>
            {action.name === 'disable' && (
              <TextField
                label={t('host.members.reason')}
                hint={t('host.members.reasonHint')}
                value={reason}
                maxLength={maxLengths.report}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
            {fields}
          </>
        )}
      </Form>
    </Dialog>
  );
}
