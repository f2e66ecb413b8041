// An imaging process killed by a picture.
process.on('message', () => process.kill(process.pid, 'SIGKILL'));
