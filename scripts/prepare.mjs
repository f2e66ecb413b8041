import { prepare } from './lib/webBuild.mjs';

// `node scripts/prepare.mjs` installs what runs and builds the web app, like the first `npm start`: for an image, and if the
// service's user may not write here.
prepare();
