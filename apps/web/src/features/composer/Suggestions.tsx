interface Props {
  label: string;
  words: string[];
  onPick: (word: string) => void;
}

export function Suggestions({ label, words, onPick }: Props) {
  if (!words.length) return null;
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5 pt-2">
      {words.map((word) => (
        <button
          key={word}
          type="button"
          onClick={() => onPick(word)}
          className="min-h-9 animate-fade rounded-full bg-accent-wash px-3 text-15 font-medium text-accent-text"
        >
          {word}
        </button>
      ))}
    </div>
  );
}
