import Info from 'lucide-react/icons/info';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { PicturePicker } from '../composer/PicturePicker.tsx';
import { PostFields } from '../composer/PostFields.tsx';
import { PostText } from '../composer/PostText.tsx';
import { emptyDraft } from '../composer/sendPost.ts';
import { useChosenPictures } from '../composer/useChosenPictures.ts';

function AudienceSelect() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-15 font-medium">
        {t('notifications.audience')}
      </label>
      <Select id={id}>
        <option value="public">{t('notifications.public')}</option>
        <option value="friends">{t('notifications.friends')}</option>
      </Select>
    </div>
  );
}

/** The notifications screen's own post dialog: it is not connected to the server, and says so. */
export default function SamplePostDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(emptyDraft);
  const [missing, setMissing] = useState(false);
  const chosen = useChosenPictures();
  return (
    <Dialog
      title={t('notifications.newPost')}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="sample-post" className="min-w-28">
            {t('composer.submit')}
          </Button>
        </>
      }
    >
      <form
        id="sample-post"
        noValidate
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.text.trim()) onClose();
          else setMissing(true);
        }}
      >
        <p className="flex gap-3 rounded-card bg-sunken px-4 py-3 text-15 text-pretty text-soft">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
          {t('notifications.onlyTry')}
        </p>
        <AudienceSelect />
        <PostText
          value={draft.text}
          error={missing ? t('errors.caption-required') : undefined}
          onChange={(text) => {
            setMissing(false);
            setDraft({ ...draft, text });
          }}
        />
        <PicturePicker chosen={chosen} label={t('notifications.addPhoto')} />
        <PostFields draft={draft} onChange={setDraft} />
      </form>
    </Dialog>
  );
}
