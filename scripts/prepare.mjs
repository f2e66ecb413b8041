import { prepare } from './lib/webBuild.mjs';

// This script installs the packages that Kith needs to run, and builds the web app, as the first `npm start` does. Use it for an
// image, or if the user who runs the service may not write to this folder.
prepare();
