import AtSign from 'lucide-react/icons/at-sign';
import Hash from 'lucide-react/icons/hash';
import MapPin from 'lucide-react/icons/map-pin';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { LineField } from '../../ui/LineField.tsx';
import { HashtagSuggestions } from './HashtagSuggestions.tsx';
import { PeopleSuggestions } from './PeopleSuggestions.tsx';
import type { PostDraft } from './postDraft.ts';

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** Who, where and what about: the parts of a post beside its text. */
export function PostFields({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const set = (part: Partial<PostDraft>) => onChange({ ...draft, ...part });
  return (
    <div className="flex flex-col">
      <LineField
        label={t('composer.people')}
        icon={AtSign}
        placeholder={t('composer.peopleHint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={draft.people}
        onChange={(event) => set({ people: event.target.value })}
      >
        <PeopleSuggestions value={draft.people} onPick={(people) => set({ people })} />
      </LineField>
      <LineField
        label={t('composer.location')}
        icon={MapPin}
        placeholder={t('composer.locationHint')}
        autoComplete="off"
        maxLength={100}
        value={draft.location}
        onChange={(event) => set({ location: event.target.value })}
      />
      <LineField
        label={t('composer.hashtags')}
        icon={Hash}
        placeholder={t('composer.hashtagsHint')}
        autoCapitalize="none"
        autoComplete="off"
        value={draft.hashtags}
        onChange={(event) => set({ hashtags: event.target.value })}
      >
        <HashtagSuggestions value={draft.hashtags} onPick={(hashtags) => set({ hashtags })} />
      </LineField>
    </div>
  );
}
