// Stands in for the shim that libraries bring for React before 18.
export { useSyncExternalStore } from 'react';
