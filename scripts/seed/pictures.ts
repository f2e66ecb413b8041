import { readFile } from 'node:fs/promises';

/** Reads a picture of the demo community by file name. */
export const pictureOf = (file: string): Promise<Buffer> => readFile(new URL(`pictures/${file}`, import.meta.url));
