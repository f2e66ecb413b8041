import { prepare } from './lib/build.mjs';

// This script installs the packages that Kith needs to run, and builds the apps, as the first `npm start` does. Use it for an
// image, or if the user who runs the service may not write to this folder. It needs no settings.
await prepare({ needsSettings: false });
