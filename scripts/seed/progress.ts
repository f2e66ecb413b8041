/** Prints the progress of a long step: on a terminal in a line that is rewritten, otherwise in one line at the end. */
export function progress(what: string, of: number): (done: number) => void {
  return (done) => {
    const line = `${what}: ${done} of ${of}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === of ? '\n' : ''}`);
    else if (done === of) console.log(line);
  };
}
