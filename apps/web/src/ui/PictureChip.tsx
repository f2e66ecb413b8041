import X from 'lucide-react/icons/x';

/** The look of a small round control on a picture. */
export const pictureChip = 'grid size-7 place-items-center rounded-full bg-veil text-over-picture';

/** The button in the corner of a picture that takes the picture away. */
export const RemovePicture = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="absolute top-0 right-0 grid size-11 place-items-center"
  >
    <span className={pictureChip}>
      <X aria-hidden className="size-4" />
    </span>
  </button>
);
