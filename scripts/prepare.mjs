import { prepare } from './lib/webBuild.mjs';

// `node scripts/prepare.mjs` installs the packages that Kith needs to run and builds the web app, like the first `npm start`: for
// an image, or if the service's user may not write to this folder.
prepare();
