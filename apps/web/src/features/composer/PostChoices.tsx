import MessageCircle from 'lucide-react/icons/message-circle';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu, Choices } from '../../ui/ChoiceMenu.tsx';
import { AudienceMenu } from './AudienceMenu.tsx';
import type { PostDraft } from './postDraft.ts';

const commenters = ['everyone', 'friends', 'nobody'] as const;

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
  /** Further buttons of the line. */
  children?: ReactNode;
}

/** A choice of who may comment on a post. A post that only its author sees needs none. */
function CommentersChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  if (draft.audience === 'private') return null;
  return (
    <ChoiceMenu
      icon={draft.comments === 'nobody' ? MessageCircleOff : MessageCircle}
      label={t('audience.comments')}
      text={t(`audience.${draft.comments}Comment`)}
    >
      <Choices
        label={t('audience.comments')}
        value={draft.comments}
        options={commenters.map((value) => ({ value, label: t(`audience.${value}`) }))}
        onChange={(comments) => onChange({ ...draft, comments })}
      />
    </ChoiceMenu>
  );
}

/** The small buttons below the fields of a post. */
export function PostChoices({ draft, onChange, children }: Props) {
  return (
    <div className="flex flex-wrap gap-1.5 rail:gap-2">
      <AudienceMenu draft={draft} onChange={onChange} />
      <CommentersChoice draft={draft} onChange={onChange} />
      {children}
    </div>
  );
}
