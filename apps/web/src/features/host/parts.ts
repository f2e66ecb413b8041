import ChartPie from 'lucide-react/icons/chart-pie';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import DoorOpen from 'lucide-react/icons/door-open';
import ListRestart from 'lucide-react/icons/list-restart';
import ScrollText from 'lucide-react/icons/scroll-text';
import Server from 'lucide-react/icons/server';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import UsersRound from 'lucide-react/icons/users-round';

/** The parts of the screen for hosts, by their names in the address, such as /server/members. */
export const parts = {
  overview: ChartPie,
  members: UsersRound,
  joining: DoorOpen,
  reports: ShieldAlert,
  server: Server,
  backups: DatabaseBackup,
  jobs: ListRestart,
  log: ScrollText,
} as const;
export type Part = keyof typeof parts;

export const partNames = Object.keys(parts) as Part[];

/** Links to a part, for use as properties of `Link`. */
export const toPart = (part: Part) => ({ to: '/server/{-$part}', params: { part } }) as const;
