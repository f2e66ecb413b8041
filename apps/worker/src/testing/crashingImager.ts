import { readFileSync } from 'node:fs';

// Simulates an imaging process that a picture crashes, or, with a picture that reads "no memory", one that the system kills.
process.on('message', ({ path }: { path: string }) => {
  process.kill(process.pid, readFileSync(path, 'latin1') === 'no memory' ? 'SIGKILL' : 'SIGABRT');
});
