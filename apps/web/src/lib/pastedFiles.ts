/**
 * The pasted files, or null if there are none or a text is pasted with them: spreadsheets and office programs put a picture of a
 * text beside the text.
 */
export const pastedFiles = ({ files, types }: DataTransfer): FileList | null =>
  files.length > 0 && !types.includes('text/plain') ? files : null;
