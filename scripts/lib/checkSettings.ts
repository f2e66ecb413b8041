import { failToStart, loadSettings } from '@kith/platform/settings';

// This script ends with exit code 1 and one line on standard error if a setting is wrong.
try {
  loadSettings();
} catch (error) {
  failToStart(error);
}
