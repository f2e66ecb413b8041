import { ensureWebBuilt } from '../lib/webBuild.mjs';

ensureWebBuilt();
