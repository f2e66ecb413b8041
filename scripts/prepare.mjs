import { prepare } from './lib/webBuild.mjs';

// `node scripts/prepare.mjs` installs what runs and builds the web app, as the first `npm start` does: for an image, and where the
// service may not write here.
prepare();
