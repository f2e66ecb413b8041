import { readFileSync } from 'node:fs';

// An imaging process that never answers for a file that says `hang`, `hoard` or `spin`. It occupies 300 MB for the second, and the
// processor for the third.
const occupied: Buffer[] = [];
process.on('message', ({ path }: { path: string }) => {
  process.send?.({ started: true });
  const text = readFileSync(path, 'latin1');
  if (text === 'hoard') occupied.push(Buffer.alloc(300 * 2 ** 20, 1));
  else if (text === 'spin') for (;;);
  else if (text !== 'hang') process.send?.({ made: { size: { width: 4, height: 3 }, variants: [], thumbhash: '' } });
});
