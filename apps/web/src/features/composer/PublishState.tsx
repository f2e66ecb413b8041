import { UploadBar } from './UploadBar.tsx';

interface Props {
  fraction: number | null;
  error: string | undefined;
}

/** How far it is, or why it did not work; kept in sight above the buttons. */
export function PublishState({ fraction, error }: Props) {
  return (
    <div className="w-full empty:hidden">
      {fraction !== null && <UploadBar fraction={fraction} />}
      {error && (
        <p role="alert" className="rounded-card bg-danger-wash px-4 py-3 text-15 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
