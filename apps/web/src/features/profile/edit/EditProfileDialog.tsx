import { maxLengths } from '@kith/contracts/lengths';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../../lib/popups.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { TextAreaField } from '../../../ui/TextAreaField.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useUserNameField } from '../../auth/useUserNameField.ts';
import { BirthdayField, birthdayOf, type ChosenBirthday } from '../../birthdays/BirthdayField.tsx';
import { PublishState } from '../../composer/PublishState.tsx';
import { LinksField, linksOf } from './LinksField.tsx';
import { NameField } from './NameField.tsx';
import { PictureField, useNewPicture } from './PictureField.tsx';
import { useEditProfile } from './useEditProfile.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx'));

export function EditProfileDialog({ covered }: { covered: boolean }) {
  const { t } = useTranslation();
  const { open, close } = usePopup();
  const viewer = useViewer();
  const [displayName, setDisplayName] = useState(viewer.displayName ?? '');
  const name = useUserNameField('sign-up', viewer.userName);
  const [bio, setBio] = useState(viewer.bio);
  const [links, setLinks] = useState(viewer.links.map(({ url }) => url));
  const [birthday, setBirthday] = useState<ChosenBirthday>({ ...viewer.birthday, birthdayFor: viewer.birthdayFor });
  const [birthdayError, setBirthdayError] = useState<string>();
  const picture = useNewPicture();
  const { save, busy, fraction, error, nameError, linkError } = useEditProfile(name.fail);

  const submit = async () => {
    if (!name.check()) return;
    const born = birthdayOf(birthday);
    if (born === undefined) return setBirthdayError(t('birthdays.incomplete'));
    const words = {
      displayName: displayName.trim() || null,
      userName: name.value,
      bio: bio.trim(),
      links: linksOf(links),
      birthday: born,
      birthdayFor: birthday.birthdayFor,
    };
    if (!(await save({ ...words, picture: picture.cut?.blob }))) return;
    toast(t('editProfile.saved'), { variant: 'good' });
    close();
  };

  return (
    <Dialog
      title={t('settings.editProfile')}
      screen
      covered={covered || picture.uncut !== null}
      onClose={close}
      footer={
        <>
          <PublishState fraction={fraction} error={error} />
          <DialogFooter
            form="edit-profile"
            label={busy ? t('editor.saving') : t('common.save')}
            busy={busy}
            onCancel={close}
          />
        </>
      }
    >
      <Form
        id="edit-profile"
        className="flex flex-col gap-5 p-5"
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        <PictureField
          src={picture.cut?.url ?? viewer.profilePicture}
          isNew={picture.cut !== null}
          refusal={picture.refusal}
          onChoose={(files) => void picture.choose(files)}
        />
        <NameField value={displayName} error={nameError} onChange={setDisplayName} />
        <TextField label={t('signup.userName')} name="username" {...name.props} />
        <TextAreaField label={t('editProfile.bio')} value={bio} maxLength={maxLengths.bio} onChange={setBio} />
        <LinksField fields={links} error={linkError} onChange={setLinks} />
        <BirthdayField
          value={birthday}
          error={birthdayError}
          onChange={(chosen) => {
            setBirthdayError(undefined);
            setBirthday(chosen);
          }}
        />
        <Button variant="danger" className="self-start" onClick={() => void open({ popup: 'delete-account' })}>
          {t('editProfile.delete')}
        </Button>
      </Form>
      <Suspense fallback={null}>
        {picture.uncut && <CropDialog uncropped={picture.uncut} onUse={picture.use} onClose={picture.forget} />}
      </Suspense>
    </Dialog>
  );
}
