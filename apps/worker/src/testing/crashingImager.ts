// Simulates an imaging process that a picture kills.
process.on('message', () => process.kill(process.pid, 'SIGKILL'));
