import { userEvent } from 'vitest/browser';

/** Draws a small picture, as a file to choose. */
export async function pictureFile(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(60, 40);
  canvas.getContext('2d')?.fillRect(0, 0, 30, 40);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

/** A file whose content is a text, whatever its name and type say. */
export const textFile = (name: string, type = 'image/jpeg'): File => new File(['No picture'], name, { type });

/** Chooses files in the page's file field, which is hidden behind a button. */
export const choose = (...files: File[]): Promise<void> =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files);

/** Files that are refused as pictures, each with the reason that is shown. */
export const refusedFiles = [
  [textFile('notes.pdf', 'application/pdf'), /^notes\.pdf: This file is not a picture we can use/],
  [textFile('IMG_1.HEIC', ''), /^IMG_1\.HEIC: This is a HEIC picture.*as a JPEG/],
  [textFile('broken.jpg'), 'broken.jpg: The picture is damaged and cannot be read.'],
] as const;
