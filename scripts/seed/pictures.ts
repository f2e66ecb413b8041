import { readFile } from 'node:fs/promises';

/** A picture of the demo community by file name. */
export const pictureOf = (file: string): Promise<Buffer> => readFile(new URL(`pictures/${file}`, import.meta.url));
