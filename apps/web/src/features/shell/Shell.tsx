import { TrpcProvider } from '../../lib/TrpcProvider.tsx';
import { Toaster } from '../../ui/Toaster.tsx';
import { ShellFrame } from './ShellFrame.tsx';

export function Shell() {
  return (
    <TrpcProvider>
      <ShellFrame />
      <Toaster />
    </TrpcProvider>
  );
}
